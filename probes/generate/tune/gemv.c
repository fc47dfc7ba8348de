/* Writes products of a matrix and a vector. */
#include "parts.h"
#include "text.h"
#include "tiles.h"

enum { KEPT_VECTORS = 8, SHARING = 4 };

/* SUM, a vector of y at ROW, and N columns times x. */
static void columns_sum(FILE *out, unsigned lanes, unsigned n, const char *sum, const char *row)
{
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "        %s += x%u * *(const u%u *)(a%u + %s);\n", sum, j, lanes, j, row);
}

/* Two vectors of y a step, and one that may be left. */
static void add_rows(FILE *out, unsigned lanes, unsigned n)
{
    char next[32];

    (void)snprintf(next, sizeof next, "i + %u", lanes);
    fprintf(out,
            "    for (; i + %u < last; i += %u) {\n        v%u sum = *(const u%u *)(y + i), more = "
            "*(const u%u *)(y + %s);\n\n",
            lanes, 2 * lanes, lanes, lanes, lanes, next);
    columns_sum(out, lanes, n, "sum", "i");
    columns_sum(out, lanes, n, "more", next);
    fprintf(out, "        *(u%u *)(y + i) = sum;\n        *(u%u *)(y + %s) = more;\n    }\n", lanes,
            lanes, next);
    fprintf(out, "    if (i < last) {\n        v%u sum = *(const u%u *)(y + i);\n\n", lanes, lanes);
    columns_sum(out, lanes, n, "sum", "i");
    fprintf(out, "        *(u%u *)(y + i) = sum;\n    }\n", lanes);
}

/* y += A x of N columns; the last vector is read before any is written, and may lie over the one
 * before. */
static void add_columns(FILE *out, unsigned lanes, unsigned n)
{
    fprintf(out,
            "static void add_%u(size_t m, real alpha, const real *a, size_t lda, const real *x, "
            "real *y)\n{\n"
            "    const size_t last = m - %u;\n    const real *a0 = a;\n    const real x0 = alpha * "
            "x[0];\n",
            n, lanes);
    for (unsigned j = 1; j < n; j++)
        fprintf(out, "    const real *a%u = a%u + lda;\n    const real x%u = alpha * x[%u];\n", j,
                j - 1, j, j);
    if (n == 1)
        fprintf(out, "    (void)lda;\n");
    fprintf(out, "    v%u end = *(const u%u *)(y + last);\n    size_t i = 0;\n\n", lanes, lanes);
    columns_sum(out, lanes, n, "end", "last");
    add_rows(out, lanes, n);
    fprintf(out, "    *(u%u *)(y + last) = end;\n}\n\n", lanes);
}

/* One step of VECTORS vectors of each column; each has a sum of its own. */
static void dot_step(FILE *out, unsigned lanes, unsigned n, unsigned vectors)
{
    fprintf(out, "    for (; m - i >= %u; i += %u) {\n", vectors * lanes, vectors * lanes);
    for (unsigned v = 0; v < vectors; v++)
        fprintf(out, "        const v%u w%u = *(const u%u *)(x + i + %u);\n", lanes, v, lanes,
                v * lanes);
    fputc('\n', out);
    for (unsigned j = 0; j < n; j++)
        for (unsigned v = 0; v < vectors; v++)
            fprintf(out, "        s%u_%u += w%u * *(const u%u *)(a%u + i + %u);\n", j, v, v, lanes,
                    j, v * lanes);
    fprintf(out, "    }\n");
}

static void dot_names(FILE *out, unsigned lanes, unsigned n)
{
    const char *zero = lanes > 1 ? "{ 0 }" : "0";

    for (unsigned j = 0; j < n; j++)
        fprintf(out, "    v%u s%u_0 = %s, s%u_1 = %s;\n", lanes, j, zero, j, zero);
    for (unsigned j = 1; j < n; j++)
        fprintf(out, "    const real *a%u = a%u + lda;\n", j, j - 1);
    fprintf(out, n == 1 ? "\n    (void)lda;\n" : "\n");
}

/* What is left of N columns below a vector, and the sums. */
static void dot_end(FILE *out, unsigned lanes, unsigned n)
{
    for (unsigned j = 0; j < n; j++) {
        char sum[16], vector[16];

        (void)snprintf(sum, sizeof sum, "d%u", j);
        (void)snprintf(vector, sizeof vector, "s%u_0", j);
        fprintf(out, "    s%u_0 += s%u_1;\n", j, j);
        part_lanes_sum(out, sum, vector, lanes);
    }
    fprintf(out, "    for (; i < m; i++) {\n");
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "        d%u += x[i] * a%u[i];\n", j, j);
    fprintf(out, "    }\n");
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "    sums[%u] = d%u;\n", j, j);
    fprintf(out, "}\n\n");
}

/* Sums of N columns times x. */
static void dot_columns(FILE *out, unsigned lanes, unsigned n)
{
    fprintf(
        out,
        "static void dot_%u(size_t m, const real *a, size_t lda, const real *x, real *sums)\n{\n"
        "    const real *a0 = a;\n    size_t i = 0;\n",
        n);
    dot_names(out, lanes, n);
    dot_step(out, lanes, n, 2);
    dot_step(out, lanes, n, 1);
    dot_end(out, lanes, n);
}

/* The table NAME of functions NAME_1 ... NAME_N, where a number of columns has none the next
 * smaller. */
static void table(FILE *out, const char *name, const char *type, unsigned n)
{
    fprintf(out, "static %s *const %s_of[] = {", type, name);
    for (unsigned j = 1; j <= n; j++)
        fprintf(out, "%s %s_%u", j > 1 ? "," : "", name, j);
    fprintf(out, " };\n\n");
}

unsigned part_block_rows(const struct tune_choice *g)
{
    const uint64_t rows = g->block_bytes / tile_element_bytes(g->type),
                   least = 2 * KEPT_VECTORS * g->lanes;

    return (unsigned)(rows < least             ? least
                      : rows > TUNE_MOST_BLOCK ? TUNE_MOST_BLOCK
                                               : rows - rows % g->lanes);
}

void part_gemv(FILE *out, const struct tune_choice *g)
{
    const unsigned sharing = g->rows ? g->rows : SHARING, lanes = g->lanes;
    char at_once[32], shared[32], rows[32];
    const struct tune_word words[] = {
        { "T", g->type }, { "AT_ONCE", at_once }, { "SHARED", shared }, { "BLOCK", rows }
    };

    (void)snprintf(at_once, sizeof at_once, "%u", g->columns);
    (void)snprintf(shared, sizeof shared, "%u", sharing);
    (void)snprintf(rows, sizeof rows, "%u", part_block_rows(g));
    fprintf(out, "#include \"tuned.h\"\n\n");
    tile_types(out, g->type, lanes);
    text_write(out, "gemm_begin.c", 0, 0);
    tile_direct_set(out, (struct tile_shape){ lanes, KEPT_VECTORS, 1 });
    text_write(out, "gemv_begin.c", 0, 0);
    for (unsigned j = 1; j <= g->columns; j++)
        add_columns(out, lanes, j);
    for (unsigned j = 1; j <= sharing; j++)
        dot_columns(out, lanes, j);
    table(out, "add", "add_columns", g->columns);
    table(out, "dot", "dot_columns", sharing);
    text_write(out, "gemv.c", words, sizeof words / sizeof words[0]);
}
