/* Store-to-load forwarding: latency from a store to a load of the same address.
 *
 * One series: x = 0: store and load have the address in two registers; 1: both in the stack
 * pointer; 2: the load takes twice as many bytes as were stored; 3: a floating-point number, by two
 * registers. ops = times that the value went through memory, each after the one before. x = 4: a
 * number is added to a word in each of 32 lines of one set of the first cache, one after the other,
 * ops = words. x = 5: a load after a store to another page, each of an address that the one before
 * loaded; x = 6: the same, and both addresses agree in their low 12 bits; x = 7: as 5, of an
 * address that is no multiple of the load's size; x = 8 to 12: as 0 with an addition of words
 * after each load, in loops of 4, 8, 12, 16 and 24 stores and loads, where 0 has 32; both with an
 * operating system. x = 99: the reference chain, in the same rounds.
 */
#include "hal/alloc.h"
#include "lib/turns.h"
#include "store_forward/kernel.h"

enum { LEAST_STEP = 4096 };

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return STORE_FORWARD_KINDS + 1;
}

/* As many bytes as the first cache has, rounded up to a power of two, are whole rounds of its sets.
 * False where it is not known, or there is not as much memory. */
static bool find_lines(struct hal_block *lines, const struct plan *plan)
{
    size_t step = LEAST_STEP, first = plan->n_caches > 0 ? plan->cache_bytes[0] : 0;

    *lines = (struct hal_block){ 0 };
    while (step < first)
        step *= 2;
    if (first == 0 || STORE_FORWARD_LINES * step > hal_alloc_limit_bytes() ||
        hal_alloc(lines, STORE_FORWARD_LINES * step, step, HAL_PAGES_BASE) != 0)
        return false;
    store_forward_lines(lines->start, step);
    return true;
}

static enum record_end run(struct probe_run *run)
{
    void (*chains[STORE_FORWARD_KINDS])(void *, uint64_t);
    struct hal_block lines, pages;

    for (unsigned k = 0; k < STORE_FORWARD_KINDS; k++)
        chains[k] = store_forward_run[k];
    if (!find_lines(&lines, run->plan))
        chains[STORE_FORWARD_EVICTED] = 0;
    if (hal_alloc(&pages, STORE_FORWARD_PAGES_BYTES, STORE_FORWARD_PAGES_BYTES / 2,
                  HAL_PAGES_BASE) == 0)
        store_forward_pages(pages.start);
    else
        for (unsigned k = STORE_FORWARD_APART;
             k <= STORE_FORWARD_UNALIGNED && k < STORE_FORWARD_KINDS; k++)
            chains[k] = 0;
    turns_send(run, chains, STORE_FORWARD_KINDS, STORE_FORWARD_LAP);
    hal_free(&pages);
    hal_free(&lines);
    return RECORD_END_OK;
}

const struct probe probe_store_forward = {
    .rank = 66,
    .slow = true,
    .about = "store-to-load forwarding",
    .points = points,
    .run = run,
};
