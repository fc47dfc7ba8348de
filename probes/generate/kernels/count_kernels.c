/* Runs each kernel of C with an arithmetic that counts, and holds its formulas to that: operations,
 * loads and stores, different elements and lines. Silent and 0 where all agree; else says what does
 * not, and 1. */
#include "kernels/arithmetic.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 18, SIZES = 9 };

/* What one run did. */
static struct {
    uint64_t count[KERNEL_COUNTS];
    const char *base;
    size_t n_bytes, element_bytes;
    bool outside;                 /* an access missed the arrays */
    unsigned char at[MOST_BYTES]; /* each byte: 0, else read (1), written (2) or both (3) */
} seen;

/* One context runs each kernel: nobody is to be waited for. */
void hal_barrier_wait(struct hal_barrier *barrier)
{
    (void)barrier;
}

void kernel_counted(enum kernel_count what)
{
    seen.count[what]++;
}

void kernel_accessed(const void *at, size_t n_bytes, bool written)
{
    size_t from = (size_t)((const char *)at - seen.base);

    if (from > seen.n_bytes || n_bytes > seen.n_bytes - from) {
        seen.outside = true;
        return;
    }
    seen.count[written ? KERNEL_STORES : KERNEL_LOADS] += n_bytes / seen.element_bytes;
    for (size_t i = 0; i < n_bytes; i++)
        seen.at[from + i] |= written ? 2 : 1;
}

/* Pieces of PIECE_BYTES of which a byte has one of MARKS. */
static uint64_t pieces(size_t piece_bytes, unsigned marks)
{
    uint64_t n = 0;

    for (size_t from = 0; from < seen.n_bytes; from += piece_bytes) {
        bool marked = false;

        for (size_t i = from; i < from + piece_bytes && i < seen.n_bytes; i++)
            marked |= (seen.at[i] & marks) != 0;
        n += marked;
    }
    return n;
}

static void run_counted(const struct kernel *kernel, uint64_t n)
{
    struct kernel_share share = { .contexts = 1 };
    size_t n_bytes = (size_t)kernel->bytes(n);
    void *base = aligned_alloc(4096, (n_bytes + 4095) / 4096 * 4096);

    if (!base)
        exit(2);
    memset(&seen, 0, sizeof seen);
    seen.base = base;
    seen.n_bytes = n_bytes;
    seen.element_bytes = kernel->type[1] == '6' ? 8 : 4;
    if (kernel->range)
        kernel->range(n, &share.from, &share.to);
    kernel->fill(base, n);
    kernel->run(base, n, &share);
    seen.count[KERNEL_ELEMENTS] = pieces(seen.element_bytes, 3);
    seen.count[KERNEL_WRITTEN] = pieces(seen.element_bytes, 2);
    seen.count[KERNEL_LINES] = pieces(KERNEL_LINE, 3);
    seen.count[KERNEL_LINES_WRITTEN] = pieces(KERNEL_LINE, 2);
    free(base);
}

static int check(const struct kernel *kernel, uint64_t n)
{
    static const char *const names[] = { "additions",    "multiplications",  "divisions",
                                         "square roots", "other operations", "loads",
                                         "stores",       "elements",         "written elements",
                                         "lines",        "written lines" };
    int wrong = 0;

    run_counted(kernel, n);
    if (seen.outside) {
        fprintf(stderr, "kernels: %s.%s, n = %" PRIu64 ": touches memory outside its arrays\n",
                kernel->name, kernel->variant, n);
        wrong = 1;
    }
    for (int i = 0; i < KERNEL_COUNTS; i++) {
        uint64_t told = kernel->count((enum kernel_count)i, n);

        if (told == seen.count[i])
            continue;
        fprintf(stderr,
                "kernels: %s.%s, n = %" PRIu64 ": %" PRIu64 " %s by its formula, %" PRIu64
                " done\n",
                kernel->name, kernel->variant, n, told, names[i], seen.count[i]);
        wrong = 1;
    }
    return wrong;
}

/* The first sizes, by steps or by powers. */
static int check_sizes(const struct kernel *kernel)
{
    int wrong = 0;
    uint64_t n = kernel->least;

    for (int i = 0; i < SIZES && n <= kernel->most && kernel->bytes(n) <= MOST_BYTES; i++) {
        wrong |= check(kernel, n);
        n = kernel->powers ? 2 * n : n + kernel->step;
    }
    return wrong;
}

int main(void)
{
    int wrong = 0;

    for (const struct kernel *const *const *list = kernel_table; *list; list++)
        for (const struct kernel *const *kernel = *list; *kernel; kernel++)
            if ((*kernel)->count)
                wrong |= check_sizes(*kernel);
    return wrong;
}
