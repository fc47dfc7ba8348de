/* Holds a port to what hal/include promises, on the board itself, where no test library is.
 * Ends with status 0 and the line `contract kept`, or with status 1 and the line of the rule that
 * broke. */
#include <hal/alloc.h>
#include <hal/console.h>
#include <hal/regions.h>
#include <hal/thread.h>
#include <hal/timer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_CONTEXTS = 8, LAPS = 100, READINGS = 1000, BLOCK_BYTES = 1 << 20 };

int main(void);

static void say(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    (void)hal_console_put(text, n);
    (void)hal_console_put("\n", 1);
}

static void must(bool kept, const char *rule)
{
    if (kept)
        return;
    say(rule);
    hal_console_exit(1);
}

/* ---- threads ---- */

static struct hal_barrier barrier;
static unsigned total, in_phase[LAPS];
static bool out_of_step;

/* In each lap every thread counts once; none goes on before all have. */
static void count(void *arg)
{
    unsigned *laps = arg;

    for (unsigned i = 0; i < LAPS; i++) {
        __atomic_add_fetch(&total, 1, __ATOMIC_RELAXED);
        __atomic_add_fetch(&in_phase[i], 1, __ATOMIC_RELAXED);
        hal_barrier_wait(&barrier);
        if (__atomic_load_n(&in_phase[i], __ATOMIC_RELAXED) != barrier.n)
            __atomic_store_n(&out_of_step, true, __ATOMIC_RELAXED);
        (*laps)++;
    }
}

static void every_context_runs_a_thread(unsigned n)
{
    struct hal_thread threads[MOST_CONTEXTS];
    unsigned laps[MOST_CONTEXTS] = { 0 };

    barrier = (struct hal_barrier){ .n = n };
    total = 0;
    for (unsigned i = 0; i < LAPS; i++)
        in_phase[i] = 0;
    for (unsigned k = 1; k < n; k++)
        must(hal_thread_start(&threads[k], k, count, &laps[k]) == HAL_THREAD_OK,
             "a thread starts on every context");
    count(&laps[0]);
    for (unsigned k = 1; k < n; k++)
        hal_thread_join(&threads[k]);
    for (unsigned k = 0; k < n; k++)
        must(laps[k] == LAPS, "a joined thread has done its work");
    must(total == n * LAPS, "no count is lost");
    must(!out_of_step, "a barrier holds until all have come");
}

static void threads(void)
{
    unsigned n = hal_thread_contexts();
    struct hal_thread thread;
    unsigned laps = 0;

    must(n >= 1 && n <= MOST_CONTEXTS, "there are contexts, and no more than a board has");
    must(hal_thread_start(&thread, n, count, &laps) == HAL_THREAD_NO_CONTEXT,
         "a context that is not there is refused");
    must(hal_thread_pin(0) == HAL_THREAD_OK, "main() may be pinned to the first context");
    every_context_runs_a_thread(n);
    every_context_runs_a_thread(n); /* and again, after the join */
}

/* ---- memory ---- */

static bool holds(const struct hal_block *block)
{
    volatile uintptr_t *words = block->start;
    size_t n = block->size_bytes / sizeof words[0];

    for (size_t i = 0; i < n; i++)
        words[i] = (uintptr_t)&words[i];
    for (size_t i = 0; i < n; i++)
        if (words[i] != (uintptr_t)&words[i])
            return false;
    return true;
}

static void memory(void)
{
    static const enum hal_pages kinds[] = { HAL_PAGES_BASE, HAL_PAGES_LARGE, HAL_PAGES_CONTIGUOUS };
    struct hal_block block[3];
    size_t bytes = BLOCK_BYTES, align = 65536;

    while (bytes > hal_alloc_limit_bytes() / 8) /* all three fit in a small board, aligned */
        bytes /= 2;
    align = align < bytes ? align : bytes;
    must(bytes > 0, "there is memory");
    for (unsigned k = 0; k < 3; k++) {
        must(hal_alloc(&block[k], bytes, align, kinds[k]) == 0, "memory is granted");
        must((uintptr_t)block[k].start % align == 0, "memory is aligned as asked");
        must(holds(&block[k]), "memory holds what was written");
    }
    must(block[0].page_bytes <= block[1].page_bytes, "base pages are no larger than large ones");
    for (unsigned k = 0; k < 3; k++)
        hal_free(&block[k]);
    /* A small board's memory begins right after the image. */
    align = bytes < BLOCK_BYTES ? 64 : 4096;
    must(hal_alloc(&block[0], hal_alloc_limit_bytes(), align, HAL_PAGES_LARGE) == 0,
         "as much as the limit says is granted once all is free");
    hal_free(&block[0]);
}

/* ---- memories that the board names ---- */

enum { HOPS = 16, REGION_BYTES = 8192 };

static bool same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

static void names(unsigned n)
{
    struct hal_region one, other;

    for (unsigned i = 0; i < n; i++) {
        hal_region(i, &one);
        must(one.name[0] && one.kind[0] && one.size_bytes > 0, "a region says what it is");
        must(same(hal_region_state(i, 0), ""), "a region has the state that it is in");
        for (unsigned k = 0; k < i; k++) {
            hal_region(k, &other);
            must(!same(one.name, other.name), "no two regions have one name");
        }
    }
}

static bool lies_in(const struct hal_region *region, uintptr_t at, size_t n_bytes)
{
    return at >= region->start && at - region->start + n_bytes <= region->size_bytes;
}

/* Every hop's code lies in the region, and a walk comes back. */
static void code(unsigned i, const struct hal_region *region, const struct hal_block *block)
{
    static struct hal_hop hop[HOPS + 1];
    struct hal_region_code code = { .hop = hop, .n_hops = HOPS };

    must(hal_region_place(i, block, &code) == 0 && code.n_hops > 0, "code is placed");
    for (unsigned k = 0; k < code.n_hops; k++) {
        must(lies_in(region, (uintptr_t)hop[k].code, 1), "code lies in its region");
        hop[k].next = k + 1 < code.n_hops ? &hop[k + 1] : &hop[HOPS];
    }
    hop[HOPS] = (struct hal_hop){ .next = hop, .code = code.end };
    hal_region_jump(hop);
    for (unsigned k = 0; k < code.n_straight; k++)
        hal_region_run(code.straight + k * code.straight_apart);
}

static void ring(unsigned i, const struct hal_region *region)
{
    size_t n;
    const void *first = hal_region_ring(i, &n), *at = first;

    for (size_t k = 0; first && k < n; k++) {
        must(lies_in(region, (uintptr_t)at, sizeof at), "a ring lies in its region");
        at = *(const void *const *)at;
        must((at == first) == (k + 1 == n), "a ring leads back to its first");
    }
}

static void region(unsigned i)
{
    struct hal_region about;
    struct hal_block block;

    hal_region(i, &about);
    for (unsigned state = 0; hal_region_state(i, state); state++)
        hal_region_set(i, state);
    hal_region_set(i, 0);
    ring(i, &about);
    bool written = hal_region_alloc(i, &block, REGION_BYTES) == 0;
    must(written != about.read_only, "a region that may be written has memory");
    if (written) {
        must(lies_in(&about, (uintptr_t)block.start, block.size_bytes), "memory is the region's");
        must((uintptr_t)block.start % 64 == 0, "a region's memory begins with a line");
        must(holds(&block), "a region's memory holds what was written");
    }
    if (!about.no_code)
        code(i, &about, written ? &block : NULL);
    hal_free(&block);
}

static void regions(void)
{
    unsigned n = hal_regions();

    names(n);
    for (unsigned i = 0; i < n; i++)
        region(i);
}

/* ---- clock ---- */

static void clock(void)
{
    uint64_t last = hal_timer_now_ticks();
    uint64_t mask = UINT64_MAX >> (64 - hal_timer_bits());

    for (unsigned i = 0; i < READINGS; i++) {
        uint64_t now = hal_timer_now_ticks();

        must(((now - last) & mask) <= mask / 2, "the clock never goes back");
        last = now;
    }
}

int main(void)
{
    must(hal_timer_start() == 0, "a clock advances");
    clock();
    memory();
    regions();
    threads();
    say("contract kept");
    hal_console_exit(0);
}
