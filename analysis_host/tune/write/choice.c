/* What a generator can write. */
#include "kernels.h"
#include "tiles.h"
#include <string.h>

static int power_of_two(unsigned n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static const char *tile_wrong(unsigned rows, unsigned columns, unsigned lanes)
{
    if (rows == 0 || rows % lanes != 0 || rows > TUNE_MOST_ROWS)
        return "a tile has whole vectors of rows, 1 to 128 elements";
    if (columns == 0 || columns > TUNE_MOST_COLUMNS)
        return "a tile has 1 to 16 columns";
    return 0;
}

static const char *gemm_wrong(const struct tune_choice *g)
{
    const char *wrong = tile_wrong(g->rows, g->columns, g->lanes);

    if (!wrong && (g->direct_rows || g->direct_columns))
        wrong = tile_wrong(g->direct_rows ? g->direct_rows : g->rows,
                           g->direct_columns ? g->direct_columns : g->columns, g->lanes);
    if (!wrong && (g->kc == 0 || g->mc == 0 || g->nc == 0 || g->kc > TUNE_MOST_BLOCK ||
                   g->mc > TUNE_MOST_BLOCK || g->nc > TUNE_MOST_BLOCK))
        return "blocks have 1 to 65536 elements";
    return wrong;
}

static const char *sizes_wrong(const struct tune_choice *g)
{
    for (size_t i = 0; i < g->n_sizes; i++)
        if (g->sizes[i].m == 0 || g->sizes[i].n == 0 || g->sizes[i].k == 0)
            return "a constant size is 1 or more";
    return g->n_sizes > TUNE_MOST_SIZES ? "more than 64 constant sizes" : 0;
}

static const char *gemm(const struct tune_choice *g)
{
    const char *wrong = gemm_wrong(g);

    return wrong ? wrong : sizes_wrong(g);
}

static const char *gemv(const struct tune_choice *g)
{
    return g->columns == 0 || g->columns > TUNE_MOST_COLUMNS || g->rows > TUNE_MOST_COLUMNS
               ? "1 to 16 columns at once"
               : 0;
}

static const char *dot(const struct tune_choice *d)
{
    return d->rows == 0 || d->rows > TUNE_MOST_COLUMNS ? "1 to 16 accumulators" : 0;
}

static const char *transpose(const struct tune_choice *t)
{
    if (t->rows < t->lanes || t->rows % t->lanes != 0 || t->rows > TUNE_MOST_BLOCK)
        return "the tile of a transposition has whole vectors, up to 65536 elements";
    return t->columns != 0 && (t->columns < t->rows || t->columns % t->lanes != 0 ||
                               t->columns > TUNE_MOST_BLOCK)
               ? "the wide tile of a transposition has whole vectors, and is no smaller"
               : 0;
}

static const char *jacobi(const struct tune_choice *j)
{
    (void)j;
    return 0;
}

static const char *wht(const struct tune_choice *w)
{
    if (!power_of_two(w->rows) || w->rows < 2 || w->rows > TUNE_MOST_COLUMNS)
        return "a radix is a power of two, 2 to 16";
    return !power_of_two(w->columns) ? "a length is a power of two" : 0;
}

static const struct {
    const char *name;
    const char *(*wrong)(const struct tune_choice *choice);
} kernels[] = {
    { "gemm", gemm },           { "gemv", gemv },     { "dot", dot },
    { "transpose", transpose }, { "jacobi", jacobi }, { "wht", wht },
};

const char *tune_choice_wrong(const struct tune_choice *choice)
{
    if (strcmp(choice->type, "f64") != 0 && strcmp(choice->type, "f32") != 0)
        return "a type is f64 or f32";
    if (!power_of_two(choice->lanes) ||
        choice->lanes * tile_element_bytes(choice->type) > TUNE_MOST_VECTOR)
        return "a vector has 1, 2, 4 ... elements, up to 256 bytes";
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strcmp(kernels[i].name, choice->kernel) == 0)
            return kernels[i].wrong(choice);
    return "no such kernel";
}
