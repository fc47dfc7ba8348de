/* Writes tuned_blas.c, the kernels under the names of BLAS. */
#include "parts.h"
#include "text.h"
#include "tiles.h"

void part_blas(FILE *out, const struct tune_plan *plan)
{
    text_write(out, "blas_begin.c", 0, 0);
    for (size_t i = 0; i < plan->n; i++) {
        const struct tune_choice *c = &plan->at[i];
        const int wide = tile_element_bytes(c->type) == 8;
        const struct tune_word words[] = { { "T", c->type },
                                           { "REAL", wide ? "double" : "float" },
                                           { "LETTER", wide ? "d" : "s" } };
        char name[TUNE_NAME];

        (void)snprintf(name, sizeof name, "blas_%s.c", c->kernel);
        text_write(out, name, words, 3);
    }
}
