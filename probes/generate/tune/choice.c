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

static int is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return 1;
    return 0;
}

const char *tune_choice_wrong(const struct tune_choice *choice)
{
    static const char *const types[] = { "f64", "f32", 0 };
    static const char *const kernels[] = { "gemm", "gemv", "dot", "transpose", "jacobi", "wht", 0 };

    if (!is_one_of(choice->type, types))
        return "a type is f64 or f32";
    if (!is_one_of(choice->kernel, kernels))
        return "no such kernel";
    if (!power_of_two(choice->lanes) ||
        choice->lanes * tile_element_bytes(choice->type) > TUNE_MOST_VECTOR)
        return "a vector has 1, 2, 4 ... elements, up to 256 bytes";
    return strcmp(choice->kernel, "gemm") == 0 ? gemm_wrong(choice) : 0;
}
