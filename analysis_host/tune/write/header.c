/* Writes tuned.h. */
#include "parts.h"
#include "text.h"
#include "tiles.h"

void part_header(FILE *out, const struct tune_plan *plan)
{
    const struct tune_word of_plan[] = { { "TARGET", plan->target },
                                         { "COMPILER", plan->compiler } };

    text_write(out, "tuned.h", of_plan, 2);
    for (size_t i = 0; i < plan->n; i++) {
        const struct tune_choice *c = &plan->at[i];
        const struct tune_word of_choice[] = {
            { "T", c->type }, { "REAL", tile_element_bytes(c->type) == 8 ? "double" : "float" }
        };
        char name[TUNE_NAME];

        (void)snprintf(name, sizeof name, "%s.h", c->kernel);
        text_write(out, name, of_choice, 2);
        for (size_t s = 0; s < c->n_sizes; s++)
            fprintf(out, "%svoid tuned_gemm_%s_%ux%ux%u(const %s *a, const %s *b, %s *c);\n%s",
                    s == 0 ? "/* C = A B + C, of the constant size m x n x k; leading dimensions "
                             "are m, k and m. */\n"
                           : "",
                    c->type, c->sizes[s].m, c->sizes[s].n, c->sizes[s].k, of_choice[1].means,
                    of_choice[1].means, of_choice[1].means, s + 1 == c->n_sizes ? "\n" : "");
    }
    fprintf(out, "#endif\n");
}
