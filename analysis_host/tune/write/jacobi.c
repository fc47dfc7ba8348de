/* Writes Jacobi's method on a grid. */
#include "parts.h"
#include "text.h"
#include "tiles.h"

void part_jacobi(FILE *out, const struct tune_choice *j)
{
    char lanes[32], near[32], far[32];
    const struct tune_word words[] = {
        { "T", j->type },
        { "LANES", lanes },
        { "NEAR", near },
        { "FAR", far },
        { "CONST", j->open ? "" : "const " },
    };

    (void)snprintf(lanes, sizeof lanes, "%u", j->lanes);
    (void)snprintf(near, sizeof near, "%uu", j->rows);
    (void)snprintf(far, sizeof far, "%lluu", (unsigned long long)j->block_bytes);
    part_begin(out, j);
    fprintf(out, "#include <stdint.h>\n\n");
    tile_types(out, j->type, j->lanes);
    text_write(out, "jacobi.c", words, sizeof words / sizeof words[0]);
    part_end(out, j);
}
