/* Writes race.c and race_loops.c, which time a folder's kernels beside others. */
#include "parts.h"
#include "text.h"
#include "tiles.h"

enum { ROW = 128 };

static void fixed(FILE *out, const struct tune_choice *c)
{
    static char rows[TUNE_MOST_SIZES * ROW + 1];
    const struct tune_word words[] = { { "T", c->type },
                                       { "REAL",
                                         tile_element_bytes(c->type) == 8 ? "double" : "float" },
                                       { "ROWS", rows } };
    char *at = rows;

    for (size_t i = 0; i < c->n_sizes; i++) {
        const struct tune_size *s = &c->sizes[i];

        at += snprintf(at, ROW, "        { tuned_gemm_%s_%ux%ux%u, %u, %u, %u },\n", c->type, s->m,
                       s->n, s->k, s->m, s->n, s->k);
    }
    if (c->n_sizes > 0)
        text_write(out, "race_fixed.c", words, sizeof words / sizeof words[0]);
}

void part_race(FILE *out, const struct tune_plan *plan)
{
    text_write(out, "race_begin.c", 0, 0);
    for (size_t i = 0; i < plan->n; i++) {
        part_text(out, "race", &plan->at[i]);
        fixed(out, &plan->at[i]);
    }
    fprintf(
        out,
        "int main(int argc, char **argv)\n{\n    if (!prepare(argc, argv))\n        return 2;\n");
    for (size_t i = 0; i < plan->n; i++) {
        fprintf(out, "    race_%s_%s();\n", plan->at[i].kernel, plan->at[i].type);
        if (plan->at[i].n_sizes > 0)
            fprintf(out, "    race_all_fixed_%s();\n", plan->at[i].type);
    }
    fprintf(out, "    return 0;\n}\n");
}

void part_race_loops(FILE *out, const struct tune_plan *plan)
{
    text_write(out, "loops_begin.c", 0, 0);
    for (size_t i = 0; i < plan->n; i++)
        part_text(out, "loops", &plan->at[i]);
}
