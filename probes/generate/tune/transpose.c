/* Writes the transposition. */
#include "parts.h"
#include "shuffle.h"
#include "text.h"
#include "tiles.h"

void part_transpose(FILE *out, const struct tune_choice *t)
{
    char lanes[32], tile[32];
    const struct tune_word words[] = { { "T", t->type }, { "LANES", lanes }, { "TILE", tile } };

    (void)snprintf(lanes, sizeof lanes, "%u", t->lanes);
    (void)snprintf(tile, sizeof tile, "%u", t->rows);
    fprintf(out, "#include \"tuned.h\"\n\n");
    tile_types(out, t->type, t->lanes);
    if (t->lanes > 1)
        shuffle_macro(out, tile_element_bytes(t->type), t->lanes);
    shuffle_block(out, t->lanes);
    text_write(out, "transpose.c", words, sizeof words / sizeof words[0]);
}
