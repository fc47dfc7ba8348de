/* Writes products of a matrix and a vector. */
#include "parts.h"
#include "shuffle.h"
#include "text.h"
#include "tiles.h"

enum { KEPT_VECTORS = 8, SHARING = 4 };

/* SUM, a vector of y at ROW, and N columns times x. */
static void columns_sum(FILE *out, unsigned lanes, unsigned n, const char *sum, const char *row)
{
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "        %s += x%u * *(const u%u *)(a%u + %s);\n", sum, j, lanes, j, row);
}

/* STEPS vectors of y a step, up to END. */
static void add_rows(FILE *out, unsigned lanes, unsigned n, unsigned steps, const char *end)
{
    static const char *const sums[] = { "sum", "more" };
    char row[2][32];

    (void)snprintf(row[0], sizeof row[0], "i");
    (void)snprintf(row[1], sizeof row[1], "i + %u", lanes);
    fprintf(out, "    for (; i < %s; i += %u) {\n", end, steps * lanes);
    for (unsigned v = 0; v < steps; v++)
        fprintf(out, "        v%u %s = *(const u%u *)(y + %s);\n", lanes, sums[v], lanes, row[v]);
    fputc('\n', out);
    for (unsigned v = 0; v < steps; v++)
        columns_sum(out, lanes, n, sums[v], row[v]);
    for (unsigned v = 0; v < steps; v++)
        fprintf(out, "        *(u%u *)(y + %s) = %s;\n", lanes, row[v], sums[v]);
    fprintf(out, "    }\n");
}

/* The last vector of rows that are no whole number of them lies over the one before: it is read
 * before any is written. */
static void add_end(FILE *out, unsigned lanes, unsigned n)
{
    if (lanes == 1)
        return;
    fprintf(out, "    if (i < m) {\n");
    columns_sum(out, lanes, n, "end", "last");
    fprintf(out, "        *(u%u *)(y + last) = end;\n    }\n", lanes);
}

/* y += A x of N columns. */
static void add_columns(FILE *out, unsigned lanes, unsigned n)
{
    fprintf(out,
            "static inline void add_%u(size_t m, real alpha, const real *a, size_t lda, const real "
            "*x, real *y)\n{\n    const size_t pairs = m - m %% %u, whole = m - m %% %u;\n",
            n, 2 * lanes, lanes);
    if (lanes > 1)
        fprintf(out, "    const size_t last = m - %u;\n    v%u end = { 0 };\n", lanes, lanes);
    fprintf(out, "    const real *a0 = a;\n    const real x0 = alpha * x[0];\n");
    for (unsigned j = 1; j < n; j++)
        fprintf(out, "    const real *a%u = a%u + lda;\n    const real x%u = alpha * x[%u];\n", j,
                j - 1, j, j);
    if (n == 1)
        fprintf(out, "    (void)lda;\n");
    fprintf(out, "    size_t i = 0;\n\n");
    if (lanes > 1)
        fprintf(out, "    if (whole < m)\n        end = *(const u%u *)(y + last);\n", lanes);
    add_rows(out, lanes, n, 2, "pairs");
    add_rows(out, lanes, n, 1, "whole");
    add_end(out, lanes, n);
    fprintf(out, "}\n\n");
}

/* Sums of a column: two where few columns leave registers for them. */
static unsigned sums_of(unsigned n)
{
    return n <= SHARING ? 2 : 1;
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
    for (unsigned j = 0; j < n; j++)
        for (unsigned v = 0; v < sums_of(n); v++)
            fprintf(out, "    v%u s%u_%u = %s;\n", lanes, j, v, lanes > 1 ? "{ 0 }" : "0");
    for (unsigned j = 1; j < n; j++)
        fprintf(out, "    const real *a%u = a%u + lda;\n", j, j - 1);
    fprintf(out, n == 1 ? "\n    (void)lda;\n" : "\n");
}

/* What is left below a vector, by the last vector: elements that were added already are taken
 * as 0. */
static void dot_rest(FILE *out, unsigned lanes, unsigned n)
{
    if (lanes == 1)
        return;
    fprintf(out,
            "    if (i < m && m >= %u) {\n"
            "        const lane_mask rest = lane_numbers >= (lane_number)(%u - (m - i));\n"
            "        const v%u w = LEFT(*(const u%u *)(x + m - %u), rest);\n\n",
            lanes, lanes, lanes, lanes, lanes);
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "        s%u_0 += w * LEFT(*(const u%u *)(a%u + m - %u), rest);\n", j, lanes,
                j, lanes);
    fprintf(out, "        i = m;\n    }\n");
}

/* All sums at once: vectors exchange lanes until lane j of one holds that of column j. */
static void dot_fold(FILE *out, unsigned lanes, unsigned n)
{
    unsigned d = 1;

    fprintf(out, "    if (i == m) {\n");
    for (; d < n; d *= 2)
        for (unsigned j = 0; j < n; j += 2 * d) {
            fprintf(out, "        s%u_0 = SHUFFLE(s%u_0, s%u_0", j, j, j + d);
            shuffle_exchange(out, lanes, d, 0);
            fprintf(out, ") + SHUFFLE(s%u_0, s%u_0", j, j + d);
            shuffle_exchange(out, lanes, d, 1);
            fprintf(out, ");\n");
        }
    for (; d < lanes; d *= 2) {
        fprintf(out, "        s0_0 += SHUFFLE(s0_0, s0_0");
        shuffle_swap(out, lanes, d);
        fprintf(out, ");\n");
    }
    fprintf(out, "        *(u%u *)sums = s0_0;\n        return;\n    }\n", lanes);
}

/* The sums column by column, with what is left below a vector. */
static void dot_end(FILE *out, unsigned lanes, unsigned n)
{
    for (unsigned j = 0; j < n; j++) {
        char sum[16], vector[16];

        (void)snprintf(sum, sizeof sum, "d%u", j);
        (void)snprintf(vector, sizeof vector, "s%u_0", j);
        part_lanes_sum(out, sum, vector, lanes);
    }
    fprintf(out, "    for (; i < m; i++) {\n");
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "        d%u += x[i] * a%u[i];\n", j, j);
    fprintf(out, "    }\n");
    for (unsigned j = 0; j < n; j++)
        fprintf(out, "    sums[%u] = d%u;\n", j, j);
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
    if (sums_of(n) > 1)
        dot_step(out, lanes, n, 2);
    dot_step(out, lanes, n, 1);
    dot_rest(out, lanes, n);
    for (unsigned j = 0; j < n && sums_of(n) > 1; j++)
        fprintf(out, "    s%u_0 += s%u_1;\n", j, j);
    if (n > 1 && n <= lanes && (n & (n - 1)) == 0)
        dot_fold(out, lanes, n);
    dot_end(out, lanes, n);
    fprintf(out, "}\n\n");
}

/* LEFT(vector, mask): lanes that a mask leaves out are 0, whatever they held. */
static void lane_masks(FILE *out, const struct tune_choice *g)
{
    const unsigned bytes = tile_element_bytes(g->type);

    if (g->lanes == 1)
        return;
    fprintf(out,
            "typedef %s lane_number;\n"
            "typedef lane_number __attribute__((vector_size(%u))) lane_mask;\n"
            "#define LEFT(v, mask) ((v%u)((lane_mask)(v) & (mask)))\n\n"
            "static const lane_mask lane_numbers = {",
            bytes == 8 ? "long long" : "int", bytes * g->lanes, g->lanes);
    for (unsigned i = 0; i < g->lanes; i++)
        fprintf(out, "%s %u", i > 0 ? "," : "", i);
    fprintf(out, " };\n\n");
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

/* The text that the functions by columns are put together with. */
static void put_together(FILE *out, const struct tune_choice *g, unsigned sharing)
{
    const unsigned lanes = g->lanes;
    char numbers[128], all[32], rows[32], width[32], sums[32];
    const struct tune_word words[] = {
        { "T", g->type },   { "PARAMETERS", numbers },
        { "ALL", all },     { "BLOCK", rows },
        { "LANES", width }, { "CONST", g->open ? "" : "const " },
        { "SUMS", sums },   { "ZERO", lanes > 1 ? "{ 0 }" : "0" },
    };

    (void)snprintf(numbers, sizeof numbers, "enum { %s = %u, %s = %u };%s",
                   g->open ? "MOST_AT_ONCE" : "AT_ONCE", g->columns,
                   g->open ? "MOST_SHARED" : "SHARED", sharing,
                   g->open ? "\nstatic size_t AT_ONCE, SHARED;" : "");
    if (g->open)
        (void)snprintf(all, sizeof all, "add_of[AT_ONCE - 1]");
    else
        (void)snprintf(all, sizeof all, "add_%u", g->columns);
    (void)snprintf(rows, sizeof rows, "%u", part_block_rows(g));
    (void)snprintf(width, sizeof width, "%u", lanes);
    (void)snprintf(sums, sizeof sums, "%u", sharing > lanes ? sharing : lanes);
    text_write(out, "gemv.c", words, sizeof words / sizeof words[0]);
}

void part_gemv(FILE *out, const struct tune_choice *g)
{
    const unsigned sharing = g->rows ? g->rows : SHARING, lanes = g->lanes;

    part_begin(out, g);
    fputc('\n', out);
    tile_types(out, g->type, lanes);
    text_write(out, "gemm_begin.c", 0, 0);
    tile_direct_set(out, g->type, (struct tile_shape){ lanes, KEPT_VECTORS, 1 }, false);
    text_write(out, "gemv_begin.c", 0, 0);
    for (unsigned j = 1; j <= g->columns; j++)
        add_columns(out, lanes, j);
    if (lanes > 1)
        shuffle_macro(out, tile_element_bytes(g->type), lanes);
    lane_masks(out, g);
    for (unsigned j = 1; j <= sharing; j++)
        dot_columns(out, lanes, j);
    table(out, "add", "add_columns", g->columns);
    table(out, "dot", "dot_columns", sharing);
    put_together(out, g, sharing);
    part_end(out, g);
}
