/* Chooses sizes by the bytes of the arrays and the caches that were measured. */
#include "kernel_sizes.h"

enum { FIRST_UNKNOWN_BYTES = 8 << 10, UNKNOWN_LAST_BYTES = 2 << 20 };

struct sizes {
    const struct kernel *kernel;
    bool exact;
    uint64_t *n;
    unsigned count;
};

static uint64_t power_below(uint64_t n)
{
    while ((n & (n - 1)) != 0)
        n &= n - 1;
    return n;
}

bool kernel_takes(const struct kernel *kernel, uint64_t n)
{
    return n >= kernel->least && n <= kernel->most && (n - kernel->least) % kernel->step == 0 &&
           (!kernel->powers || power_below(n) == n);
}

/* Largest n that KERNEL takes whose arrays have at most BYTES; the smallest where none does. */
static uint64_t fitting(const struct kernel *kernel, uint64_t bytes)
{
    uint64_t low = 0, high = (kernel->most - kernel->least) / kernel->step;

    if (high > bytes)
        high = bytes; /* an element has a byte at least */
    while (low < high) {
        uint64_t middle = low + (high - low + 1) / 2;

        if (kernel->bytes(kernel->least + middle * kernel->step) <= bytes)
            low = middle;
        else
            high = middle - 1;
    }
    return kernel->least + low * kernel->step;
}

/* N as whole lines of elements, a line more where ODD; N itself where KERNEL does not take that. */
static uint64_t rounded(const struct sizes *sizes, uint64_t n, bool odd)
{
    const struct kernel *kernel = sizes->kernel;
    unsigned element_bytes = kernel->type[1] == '6' ? 8 : 4;
    uint64_t line = kernel->line_bytes / element_bytes;
    uint64_t round = n - n % line + (odd ? line : 0);

    if (sizes->exact || kernel->powers)
        round = power_below(n);
    else if (n < 2 * line)
        return n;
    return kernel_takes(kernel, round) ? round : n;
}

static void add_bytes(struct sizes *sizes, uint64_t bytes, uint64_t most_bytes)
{
    uint64_t n = rounded(sizes, fitting(sizes->kernel, bytes), sizes->count % 2 == 1);

    if (sizes->count == KERNEL_SIZES || sizes->kernel->bytes(n) > most_bytes ||
        (sizes->count > 0 && n <= sizes->n[sizes->count - 1]))
        return;
    sizes->n[sizes->count++] = n;
}

/* BYTES times 2^(PART / PARTS), to a tenth of a percent; PARTS is 1, 2, 4 or 8. */
static uint64_t octave_part(uint64_t bytes, unsigned part, unsigned parts)
{
    static const uint16_t eighths[] = { 1024, 1117, 1218, 1328, 1448, 1579, 1722, 1878 };
    uint16_t factor = eighths[part * (8 / parts)];

    return bytes / 1024 * factor + bytes % 1024 * factor / 1024;
}

/* Sixteen times the last cache: where that is shared, the board sees less of it than there is.
 * Kernels that would take too long there leave it out. */
static void add_far(struct sizes *sizes, uint64_t last, uint64_t most_bytes)
{
    add_bytes(sizes, 16 * last < most_bytes ? 16 * last : most_bytes, most_bytes);
}

static void sweep(struct sizes *sizes, const struct plan *plan, uint64_t last, uint64_t most_bytes)
{
    static const unsigned by_effort[] = { 1, 4, 8 };
    unsigned parts = by_effort[plan->effort];
    uint64_t least = sizes->kernel->bytes(sizes->kernel->least);

    for (uint64_t bytes = least; bytes <= 4 * last; bytes *= 2)
        for (unsigned part = 0; part < parts; part++)
            if (octave_part(bytes, part, parts) <= 4 * last)
                add_bytes(sizes, octave_part(bytes, part, parts), most_bytes);
    add_far(sizes, last, most_bytes);
}

/* Points PART of PARTS on the way from LOW to HIGH. */
static uint64_t between(uint64_t low, uint64_t high, unsigned part, unsigned parts)
{
    return low + (high - low) / parts * part;
}

/* A few within each cache, which is known to a factor of two at best: from twice the cache before
 * to half of this one, in the first to three quarters, and one half way where caches are so near
 * that nothing is left. Beyond them all: four times the last, and far. */
static void by_level(struct sizes *sizes, const struct plan *plan, uint64_t last,
                     uint64_t most_bytes)
{
    static const unsigned each[] = { 1, 2, 3 };
    unsigned parts = each[plan->effort] + 1;
    uint64_t before = 0;

    /* No cache was seen: where the host sees some, it finds sizes in each. */
    for (uint64_t bytes = FIRST_UNKNOWN_BYTES; plan->n_caches == 0 && bytes <= last; bytes *= 4)
        add_bytes(sizes, bytes, most_bytes);
    for (unsigned level = 0; level < plan->n_caches; level++) {
        uint64_t own = plan->cache_bytes[level];
        uint64_t low = 2 * before, high = level == 0 ? own / 4 * 3 : own / 2;

        for (unsigned part = 1; part < parts && low < high; part++)
            add_bytes(sizes, between(low, high, part, parts), most_bytes);
        if (low >= high)
            add_bytes(sizes, between(before, own, 1, 2), most_bytes);
        before = own;
    }
    add_bytes(sizes, 4 * last, most_bytes);
    add_far(sizes, last, most_bytes);
}

/* X rounded down, of which it is the square. */
static uint64_t root(uint64_t x)
{
    uint64_t root = 0;

    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= x)
            root |= bit;
    return root;
}

/* Between LOW and HIGH, as many times the one as the other is times it; to a thousandth. */
static uint64_t geometric_mean(uint64_t low, uint64_t high)
{
    return root(low / 1024 * (high / 1024)) * 1024;
}

unsigned kernel_sizes_database(const struct plan *plan, const struct kernel *kernel,
                               uint64_t most_bytes, uint64_t n[KERNEL_SIZES])
{
    struct sizes sizes = { .kernel = kernel, .exact = plan->exact_n, .n = n };
    uint64_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : UNKNOWN_LAST_BYTES;

    if (plan->n_caches > 0)
        add_bytes(&sizes, plan->cache_bytes[0] / 2, most_bytes);
    for (unsigned level = 1; level < plan->n_caches; level++)
        add_bytes(&sizes, geometric_mean(plan->cache_bytes[level - 1], plan->cache_bytes[level]),
                  most_bytes);
    add_bytes(&sizes, 2 * last, most_bytes);
    return sizes.count;
}

unsigned kernel_sizes(const struct plan *plan, const struct kernel *kernel, bool sweeping,
                      uint64_t most_bytes, uint64_t n[KERNEL_SIZES])
{
    struct sizes sizes = { .kernel = kernel, .exact = plan->exact_n, .n = n };
    uint64_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : UNKNOWN_LAST_BYTES;

    if (sweeping)
        sweep(&sizes, plan, last, most_bytes);
    else
        by_level(&sizes, plan, last, most_bytes);
    return sizes.count;
}
