/* What the files of all kernels have in common. */
#include "parts.h"
#include "text.h"
#include "tiles.h"
#include <string.h>

void part_text(FILE *out, const char *prefix, const struct tune_choice *c)
{
    const int wide = tile_element_bytes(c->type) == 8;
    char vector[64] = "";
    const struct tune_word words[] = { { "T", c->type },
                                       { "REAL", wide ? "double" : "float" },
                                       { "LETTER", wide ? "d" : "s" },
                                       { "VECTOR", vector } };
    char name[TUNE_NAME];

    if (c->lanes > 1)
        (void)snprintf(vector, sizeof vector, " __attribute__((vector_size(%u)))",
                       part_vector_bytes(c));
    (void)snprintf(name, sizeof name, "%s_%s.c", prefix, c->kernel);
    text_write(out, name, words, sizeof words / sizeof words[0]);
}

/* The kernel's own part of tuned.h. */
static void prototypes(FILE *out, const struct tune_choice *c)
{
    const struct tune_word words[] = {
        { "T", c->type }, { "REAL", tile_element_bytes(c->type) == 8 ? "double" : "float" }
    };
    char name[TUNE_NAME];

    (void)snprintf(name, sizeof name, "%s.h", c->kernel);
    text_write(out, name, words, sizeof words / sizeof words[0]);
}

void part_begin(FILE *out, const struct tune_choice *c)
{
    if (!c->open) {
        fprintf(out, "#include \"tuned.h\"\n");
        return;
    }
    text_write(out, "open_begin.c", 0, 0);
    prototypes(out, c);
}

void part_end(FILE *out, const struct tune_choice *c)
{
    if (!c->open)
        return;
    fputc('\n', out);
    part_text(out, "loops", c);
    part_text(out, "open", c);
    fprintf(out,
            "\nconst struct tuned_kernel tuned_kernel_%s_%s = { \"%s\", \"%s\", %u, open_take, "
            "open_run, "
            "open_plain };\n",
            c->kernel, c->type, c->kernel, c->type, c->lanes);
}
