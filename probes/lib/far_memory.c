/* Memory beyond all caches, touched first by the context that is to have it near. */
#include "far_memory.h"
#include "granted.h"
#include "hal/thread.h"

enum {
    LEAST_BYTES = 64 * 1024, /* where no cache is known */
    SLOT_BYTES = 256,        /* as in cache_size: a line, and no prefetcher's neighbour */
    EACH_BYTES = 16 << 20,   /* of each of many contexts */
    ALIGN_BYTES = 4096,
};

int far_on_context(unsigned context, void (*fn)(void *arg), void *arg)
{
    struct hal_thread thread;

    if (context == 0) {
        fn(arg);
        return 0;
    }
    if (hal_thread_start(&thread, context, fn, arg) != HAL_THREAD_OK)
        return -1;
    hal_thread_join(&thread);
    return 0;
}

struct request {
    struct hal_block *block;
    size_t bytes;
    int err;
};

static void allocate(void *arg)
{
    struct request *r = arg;

    r->err = granted_alloc(r->block, r->bytes, ALIGN_BYTES, HAL_PAGES_LARGE);
    for (size_t i = 0; r->err == 0 && i < r->bytes; i += ALIGN_BYTES)
        *((volatile char *)r->block->start + i) = 0;
}

int far_alloc(struct hal_block *block, unsigned context, size_t bytes)
{
    struct request r = { block, bytes, -1 };

    return far_on_context(context, allocate, &r) == 0 ? r.err : -1;
}

/* For N contexts together. */
static size_t most_bytes(const struct plan *plan, unsigned n)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)128 << 20,
        [EFFORT_NORMAL] = (size_t)256 << 20,
        [EFFORT_THOROUGH] = (size_t)1 << 30,
    };
    size_t each = (size_t)n * EACH_BYTES, bytes = by_effort[plan->effort];

    if (plan->max_bytes > 0)
        bytes = plan->max_bytes;
    else if (bytes < each)
        bytes = each;
    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

size_t far_bytes(const struct plan *plan, unsigned n, size_t times)
{
    size_t known = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t last = known > plan->beyond_bytes ? known : plan->beyond_bytes;
    size_t share = most_bytes(plan, n) / n & ~(size_t)(ALIGN_BYTES - 1);
    size_t bytes = last > 0 && times > 0 ? times * last : share;

    bytes = bytes < share ? bytes : share;
    return bytes >= LEAST_BYTES && bytes * n > last + last / 4 ? bytes : 0;
}

void far_walk(void *walker, uint64_t steps)
{
    struct far_walker *w = walker;

    w->at = chase_follow(w->at, steps);
}

void far_touch(const void *start, size_t bytes)
{
    const volatile char *at = start;

    for (size_t i = 0; i < bytes; i += SLOT_BYTES)
        (void)at[i];
}

uint64_t far_lay(struct far_walker *walker, const struct hal_block *block, size_t offset_bytes,
                 size_t bytes, uint64_t seed)
{
    struct chase chase = {
        .base = (char *)block->start + offset_bytes,
        .slot_bytes = SLOT_BYTES,
        .segment_bytes = chase_segment_bytes(block),
        .seed = seed,
    };

    chase_init(&chase);
    walker->at = chase.base;
    return chase_lay(&chase, bytes / SLOT_BYTES);
}
