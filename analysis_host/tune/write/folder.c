/* The files of a folder of tuned kernels. */
#include "kernels.h"
#include "parts.h"
#include <string.h>

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
    { "tuned.h", part_header }, { "tuned.cmake", part_build },
    { "check.c", part_check },  { "tuned_blas.c", part_blas },
    { "race.c", part_race },    { "race_loops.c", part_race_loops },
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
