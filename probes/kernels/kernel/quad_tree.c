/* Splits an image into squares of nearly one colour.
 *
 * One context goes down the tree. Several share 64 tiles (fewer of a small image). In each of the
 * levels above the tiles they look at the tiles of all squares that are still to be split, meet,
 * and judge these squares; then each splits its tiles. They read as much as one alone, and find as
 * many leaves. */
#include "kernels/database.h"

enum { NEAR = 12, SMALLEST = 2, DEPTH = 3, TILES = 1 << 2 * DEPTH };

/* What is left beside the image: contexts write those of their tiles. */
static struct {
    uint32_t least[DEPTH][TILES], most[DEPTH][TILES]; /* of a tile, as seen in a level above */
    uint32_t leaves[TILES];                           /* of a tile */
    uint32_t all_leaves;
} tree;

MADE_SQUARE_BYTES(4)

static uint64_t check(const void *base, uint64_t n)
{
    return kernel_fold(made_check(base, bytes(n)), tree.all_leaves);
}

/* Levels above the tiles; the image has 4^this tiles. */
static unsigned depth_of(uint64_t n)
{
    unsigned log2 = log2_of(n);

    return log2 <= DEPTH ? log2 - 1 : DEPTH;
}

static void range(uint64_t n, long *from, long *to)
{
    *from = 0;
    *to = 1L << 2 * depth_of(n);
}

/* Planes and steps, so that squares of all sizes are left. */
static void fill(void *base, uint64_t n)
{
    uint32_t *at = base, state = KERNEL_VALUES_BEGIN;

    for (size_t y = 0; y < (size_t)n; y++)
        for (size_t x = 0; x < (size_t)n; x++)
            at[y * (size_t)n + x] =
                (uint32_t)((x >> 5) * (y >> 4) & 255) + (made_next(&state) >> 28);
}

static void find_extremes(const uint32_t *at, size_t n, size_t side, uint32_t *least,
                          uint32_t *most)
{
    uint32_t low = UINT32_MAX, high = 0;

    for (size_t y = 0; y < side; y++)
        for (size_t x = 0; x < side; x++) {
            uint32_t v = at[y * n + x];

            low = v < low ? v : low;
            high = v > high ? v : high;
        }
    *least = low;
    *most = high;
}

static bool is_plain(const uint32_t *at, size_t n, size_t side)
{
    uint32_t least, most;

    find_extremes(at, n, side, &least, &most);
    return most - least <= NEAR;
}

static uint32_t split(const uint32_t *at, size_t n, size_t side)
{
    size_t half = side / 2;

    if (side <= SMALLEST || is_plain(at, n, side))
        return 1;
    return split(at, n, half) + split(at + half, n, half) + split(at + half * n, n, half) +
           split(at + half * n + half, n, half);
}

/* The first point of tile TILE: bits of its number are in turn of x and of y, so that the tiles of
 * a square follow each other. */
static const uint32_t *tile_at(const uint32_t *image, size_t n, unsigned depth, size_t tile)
{
    size_t x = 0, y = 0;

    for (unsigned bit = 0; bit < depth; bit++) {
        x |= (tile >> 2 * bit & 1) << bit;
        y |= (tile >> (2 * bit + 1) & 1) << bit;
    }
    return image + ((y * n + x) * (n >> depth));
}

/* Bits of the N tiles from FIRST on. */
static uint64_t tiles_from(size_t first, size_t n)
{
    return (n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX) << first;
}

static bool is_square_plain(unsigned level, size_t first, size_t n_tiles)
{
    uint32_t low = UINT32_MAX, high = 0;

    for (size_t tile = first; tile < first + n_tiles; tile++) {
        low = tree.least[level][tile] < low ? tree.least[level][tile] : low;
        high = tree.most[level][tile] > high ? tree.most[level][tile] : high;
    }
    return high - low <= NEAR;
}

/* Judges the squares of LEVEL that are not in WHOLE; adds those that are leaves to *LEAVES, and
 * returns WHOLE with their tiles. */
static uint64_t judge(unsigned level, unsigned depth, uint64_t whole, uint32_t *leaves)
{
    size_t each = (size_t)1 << 2 * (depth - level);

    for (size_t first = 0; first < (size_t)1 << 2 * depth; first += each)
        if ((whole >> first & 1) == 0 && is_square_plain(level, first, each)) {
            whole |= tiles_from(first, each);
            ++*leaves;
        }
    return whole;
}

static void add_up(unsigned depth, uint64_t whole, uint32_t leaves)
{
    for (size_t tile = 0; tile < (size_t)1 << 2 * depth; tile++)
        leaves += (whole >> tile & 1) == 0 ? tree.leaves[tile] : 0;
    tree.all_leaves = leaves;
}

static void split_together(const uint32_t *image, size_t n, const struct kernel_share *share,
                           long chunk)
{
    unsigned depth = depth_of(n);
    uint64_t whole = 0; /* bits of the tiles in squares that are leaves */
    uint32_t leaves = 0;

    for (unsigned level = 0; level < depth; level++) {
        for (long i = made_row(share, chunk, share->from); i < share->to;
             i = made_row(share, chunk, i + 1))
            if ((whole >> i & 1) == 0)
                find_extremes(tile_at(image, n, depth, (size_t)i), n, n >> depth,
                              &tree.least[level][i], &tree.most[level][i]);
        kernel_sync(share);
        whole = judge(level, depth, whole, &leaves);
    }
    for (long i = made_row(share, chunk, share->from); i < share->to;
         i = made_row(share, chunk, i + 1))
        if ((whole >> i & 1) == 0)
            tree.leaves[i] = split(tile_at(image, n, depth, (size_t)i), n, n >> depth);
    kernel_sync(share);
    if (share->context == 0)
        add_up(depth, whole, leaves);
}

static void rows(void *base, uint64_t n, const struct kernel_share *share, long chunk)
{
    if (n == 0)
        return;
    if (share->contexts <= 1)
        tree.all_leaves = split(base, (size_t)n, (size_t)n);
    else
        split_together(base, (size_t)n, share, chunk);
}

MADE_SHARED(quad_tree, "i32", "splits an image into squares of nearly one colour", 4, 4, 1,
            .barrier = true, .powers = true);
