/* Writes check.c, which holds a folder's kernels to plain loops. */
#include "parts.h"
#include "text.h"
#include "tiles.h"
#include <string.h>

enum { WORD = 32 };

static void fixed_checks(FILE *out, const struct tune_choice *c)
{
    const struct tune_word words[] = {
        { "T", c->type }, { "REAL", tile_element_bytes(c->type) == 8 ? "double" : "float" }
    };

    if (c->n_sizes > 0)
        text_write(out, "check_fixed.c", words, 2);
}

static void checks_of(FILE *out, const struct tune_choice *c)
{
    const unsigned numbers[] = { c->rows, c->columns, c->lanes,          c->kc,
                                 c->mc,   c->nc,      part_block_rows(c) };
    char texts[7][WORD], name[TUNE_NAME];

    for (unsigned i = 0; i < 7; i++)
        (void)snprintf(texts[i], WORD, "%u", numbers[i]);
    const struct tune_word words[] = {
        { "T", c->type },      { "REAL", tile_element_bytes(c->type) == 8 ? "double" : "float" },
        { "ROWS", texts[0] },  { "COLUMNS", texts[1] },
        { "LANES", texts[2] }, { "KC", texts[3] },
        { "MC", texts[4] },    { "NC", texts[5] },
        { "BLOCK", texts[6] },
    };

    (void)snprintf(name, sizeof name, "check_%s.c", c->kernel);
    text_write(out, name, words, sizeof words / sizeof words[0]);
    fixed_checks(out, c);
}

static void calls_of(FILE *out, const struct tune_choice *c)
{
    fprintf(out, "    check_%s_%s();\n", c->kernel, c->type);
    for (size_t i = 0; i < c->n_sizes; i++) {
        const struct tune_size *s = &c->sizes[i];

        fprintf(out, "    fixed_once_%s(tuned_gemm_%s_%ux%ux%u, %u, %u, %u);\n", c->type, c->type,
                s->m, s->n, s->k, s->m, s->n, s->k);
    }
}

void part_check(FILE *out, const struct tune_plan *plan)
{
    text_write(out, "check_begin.c", 0, 0);
    for (size_t i = 0; i < plan->n; i++)
        checks_of(out, &plan->at[i]);
    fprintf(
        out,
        "int main(int argc, char **argv)\n{\n    all = argc > 1 && strcmp(argv[1], \"all\") == 0;\n"
        "    (void)next_random;\n    (void)error_of;\n    (void)next_number;\n");
    for (size_t i = 0; i < plan->n; i++)
        calls_of(out, &plan->at[i]);
    fprintf(
        out,
        "    printf(\"%%u checks, %%u wrong\\n\", checks, wrongs);\n    return wrongs > 0;\n}\n");
}
