/* Writes the transposition. */
#include "parts.h"
#include "shuffle.h"
#include "text.h"
#include "tiles.h"

void part_transpose(FILE *out, const struct tune_choice *t)
{
    char lanes[32], tile[128];
    const struct tune_word words[] = { { "T", t->type }, { "LANES", lanes }, { "TILE", tile } };

    (void)snprintf(lanes, sizeof lanes, "%u", t->lanes);
    if (t->open)
        (void)snprintf(tile, sizeof tile, "static size_t TILE, WIDE;");
    else
        (void)snprintf(tile, sizeof tile,
                       "/* Sides of a tile: where columns share few sets, and else. */\nenum { "
                       "TILE = %u, WIDE = %u };",
                       t->rows, t->columns ? t->columns : t->rows);
    part_begin(out, t);
    fputc('\n', out);
    tile_types(out, t->type, t->lanes);
    if (t->lanes > 1)
        shuffle_macro(out, tile_element_bytes(t->type), t->lanes);
    shuffle_block(out, t->lanes);
    text_write(out, "transpose.c", words, sizeof words / sizeof words[0]);
    part_end(out, t);
}
