/* The files of a folder of tuned kernels. */
#include "kernels.h"
#include "parts.h"
#include "text.h"
#include "tiles.h"
#include <string.h>

/* ---- Writes tuned.cmake. ---- */

/* Returns whether NAME is a source of the library: those of programs have names of their own. */
static int is_source(const char *name)
{
    static const char *const others[] = { "check.c", "tuned_blas.c", "race.c", "race_loops.c" };
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return 0;
    return n > 2 && strcmp(name + n - 2, ".c") == 0;
}

/* Appends to TEXT, which has room for all names. */
static void sources(char *text, const struct tune_plan *plan)
{
    char name[TUNE_NAME];

    *text = '\0';
    for (size_t i = 0; i < tune_file_count(plan); i++) {
        const char *file = tune_file_name(plan, i, name);

        if (is_source(file))
            text += sprintf(text, "    %s\n", file);
    }
}

static void write_build(FILE *out, const struct tune_plan *plan)
{
    static const char blas[] =
        "if(TUNED_BLAS)\n"
        "    add_library(tuned_blas SHARED ${CMAKE_CURRENT_LIST_DIR}/tuned_blas.c "
        "${tuned_sources})\n"
        "    target_compile_options(tuned_blas PRIVATE ${tuned_options} -fPIC)\n"
        "endif()";
    char files[2 * TUNE_CHOICES * (TUNE_NAME + 8)];
    const struct tune_word words[] = { { "FLAGS", plan->flags ? plan->flags : "-march=native" },
                                       { "SOURCES", files },
                                       { "BLAS", blas } };

    sources(files, plan);
    text_write(out, "tuned.cmake", words, sizeof words / sizeof words[0]);
}

/* ---- Writes check.c, which holds a folder's kernels to plain loops. ---- */

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

static void write_check(FILE *out, const struct tune_plan *plan)
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

/* ---- Writes race.c and race_loops.c, which time a folder's kernels beside others. ---- */

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

static void write_race(FILE *out, const struct tune_plan *plan)
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

static void write_race_loops(FILE *out, const struct tune_plan *plan)
{
    text_write(out, "loops_begin.c", 0, 0);
    for (size_t i = 0; i < plan->n; i++)
        part_text(out, "loops", &plan->at[i]);
}

/* ---- Writes tuned_blas.c, the kernels under the names of BLAS. ---- */

static void write_blas(FILE *out, const struct tune_plan *plan)
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

/* ---- Writes tuned.h. ---- */

static void write_header(FILE *out, const struct tune_plan *plan)
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

/* A kernel's part of the folder. */
struct part {
    const char *kernel;
    const char *about; /* of a file: the first line says it */
    const char *ends;  /* of a file's name, after kernel and type */
    int fixed;         /* 1: only where products of constant size are asked for */
    void (*write)(FILE *out, const struct tune_choice *choice);
};

static const struct part parts[] = {
    { "gemm", "C = alpha A B + beta C, any size", ".c", 0, part_gemm },
    { "gemm", "C = A B + C, constant sizes", "_fixed.c", 1, part_gemm_fixed },
    { "gemv", "y = alpha A x + beta y", ".c", 0, part_gemv },
    { "dot", "dot product", ".c", 0, part_dot },
    { "transpose", "B = A transposed", ".c", 0, part_transpose },
    { "jacobi", "Jacobi's method on a grid", ".c", 0, part_jacobi },
    { "wht", "Walsh-Hadamard transform", ".c", 0, part_wht },
};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* A file that is one for the whole folder. */
struct common {
    const char *name;
    void (*write)(FILE *out, const struct tune_plan *plan);
};

static const struct common commons[] = {
    { "tuned.h", write_header }, { "tuned.cmake", write_build },
    { "check.c", write_check },  { "tuned_blas.c", write_blas },
    { "race.c", write_race },    { "race_loops.c", write_race_loops },
};

enum { COMMONS = sizeof commons / sizeof commons[0] };

static int has(const struct part *part, const struct tune_choice *choice)
{
    return strcmp(part->kernel, choice->kernel) == 0 && (!part->fixed || choice->n_sizes > 0);
}

/* Returns how many files CHOICE has; FILE counts down to the one wanted, which goes into PART. */
static size_t files_of(const struct tune_choice *choice, size_t file, const struct part **part)
{
    size_t n = 0;

    for (size_t i = 0; i < PARTS; i++)
        if (has(&parts[i], choice) && n++ == file)
            *part = &parts[i];
    return n;
}

/* Returns the choice whose file I is, with its part; or 0, and I is then what is left for common
 * files. */
static const struct tune_choice *choice_of(const struct tune_plan *plan, size_t *i,
                                           const struct part **part)
{
    for (size_t at = 0; at < plan->n; at++) {
        size_t files = files_of(&plan->at[at], *i, part);

        if (*i < files)
            return &plan->at[at];
        *i -= files;
    }
    return 0;
}

size_t tune_file_count(const struct tune_plan *plan)
{
    const struct part *part = 0;
    size_t n = COMMONS;

    for (size_t at = 0; at < plan->n; at++)
        n += files_of(&plan->at[at], 0, &part);
    return n;
}

const char *tune_file_name(const struct tune_plan *plan, size_t i, char name[TUNE_NAME])
{
    const struct part *part = 0;
    const struct tune_choice *choice = choice_of(plan, &i, &part);

    if (!choice)
        return i < COMMONS ? commons[i].name : "";
    (void)snprintf(name, TUNE_NAME, "%s_%s%s", choice->kernel, choice->type, part->ends);
    return name;
}

int tune_file_write(const struct tune_plan *plan, size_t i, FILE *out)
{
    const struct part *part = 0;
    const struct tune_choice *choice = choice_of(plan, &i, &part);

    if (choice) {
        fprintf(out, "/* %s; %s. SPDX-License-Identifier: 0BSD */\n", part->about, choice->type);
        part->write(out, choice);
    } else if (i < COMMONS) {
        commons[i].write(out, plan);
    }
    return ferror(out) ? -1 : 0;
}

int tune_open_write(FILE *out, const struct tune_choice *choice)
{
    struct tune_choice c = *choice;

    c.open = 1;
    for (size_t i = 0; i < PARTS; i++)
        if (strcmp(parts[i].kernel, "gemm") != 0 && strcmp(parts[i].kernel, c.kernel) == 0)
            parts[i].write(out, &c);
    return ferror(out) ? -1 : 0;
}
