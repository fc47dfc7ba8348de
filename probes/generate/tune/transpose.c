/* Writes the transposition. */
#include "parts.h"
#include "shuffle.h"
#include "text.h"
#include "tiles.h"

/* A block of LANES x LANES: the blocks off the diagonal change places, halves first, then quarters
 * ... */
static void block(FILE *out, unsigned lanes)
{
    fprintf(out, "static inline void block(const real *a, size_t lda, real *b, size_t ldb)\n{\n");
    for (unsigned i = 0; i < lanes; i++)
        fprintf(out, "    v%u r%u = *(const u%u *)(a + %u * lda);\n", lanes, i, lanes, i);
    if (lanes > 1)
        fprintf(out, "    v%u t;\n\n", lanes);
    for (unsigned d = lanes / 2; d > 0; d /= 2)
        for (unsigned i = 0; i < lanes; i++)
            if (!(i & d)) {
                fprintf(out, "    t = SHUFFLE(r%u, r%u", i, i + d);
                shuffle_exchange(out, lanes, d, 0);
                fprintf(out, ");\n    r%u = SHUFFLE(r%u, r%u", i + d, i, i + d);
                shuffle_exchange(out, lanes, d, 1);
                fprintf(out, ");\n    r%u = t;\n", i);
            }
    for (unsigned i = 0; i < lanes; i++)
        fprintf(out, "    *(u%u *)(b + %u * ldb) = r%u;\n", lanes, i, i);
    fprintf(out, "}\n\n");
}

void part_transpose(FILE *out, const struct tune_choice *t)
{
    char lanes[32], tile[32];
    const struct tune_word words[] = { { "T", t->type }, { "LANES", lanes }, { "TILE", tile } };

    (void)snprintf(lanes, sizeof lanes, "%u", t->lanes);
    (void)snprintf(tile, sizeof tile, "%u", t->rows);
    fprintf(out, "#include \"tuned.h\"\n\n");
    tile_types(out, t->type, t->lanes);
    if (t->lanes > 1)
        shuffle_macro(out, t->type, t->lanes);
    block(out, t->lanes);
    text_write(out, "transpose.c", words, sizeof words / sizeof words[0]);
}
