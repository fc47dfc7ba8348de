/* Lays pointer chases of one line a slot that fill the sets of any cache evenly. */
#include "spread.h"
#include "random.h"
#include <stdbool.h>

enum { USUAL_LINE_BYTES = 64 };

static unsigned log2_of(size_t power)
{
    unsigned bits = 0;

    while ((size_t)1 << bits < power)
        bits++;
    return bits;
}

static size_t parity(size_t i)
{
    size_t odd = 0;

    for (; i > 0; i &= i - 1)
        odd ^= 1;
    return odd;
}

/* A slot is cut into blocks of two lines, so that sets of twice the line are filled evenly, too.
 *
 * Take I's digits to the base of blocks a slot. The block is all digits, added without carry: the
 * last digit alone, another line in each page, uses a fraction of the sets where a way is larger
 * than a slot, as I would give both set and line. The line in the block is the parity of every
 * other digit: whatever the size of a way, the I that come to one block of it in turn differ first
 * in one bit of the last digit, or in a bit and the one a digit further, of which one counts. */
size_t spread_offset_bytes(const struct spread *spread, size_t i)
{
    size_t block_bytes = 2 * spread->line_bytes, blocks = spread->slot_bytes / block_bytes;
    unsigned bits = log2_of(blocks);
    size_t sum = 0, line = bits == 0 ? parity(i) : 0;

    if (blocks == 0) /* no room for two lines: nothing to choose */
        return i * spread->slot_bytes;
    for (size_t rest = i, even = 1; bits > 0 && rest > 0; rest >>= bits, even ^= 1) {
        sum ^= rest & (blocks - 1);
        line ^= even & parity(rest & (blocks - 1));
    }
    return i * spread->slot_bytes + sum * block_bytes + line * spread->line_bytes;
}

static bool coin(struct spread *s)
{
    return xorshift_next(&s->rng) >> 63;
}

static void link_to(struct spread *s, size_t i)
{
    size_t offset = spread_offset_bytes(s, i);
    bool wraps = s->ring_bytes > 0 && offset >= s->room_bytes;
    char *at = wraps ? s->chase.base - (s->ring_bytes - offset) : s->chase.base + offset;
    void **here = (void **)(void *)at;

    *s->last = (void *)here;
    s->last = here;
}

/* Slots FIRST, FIRST + STEP ...: all of one half, then all of the other. As deep as N has bits. */
static void lay_far(struct spread *s, size_t first, size_t step)
{
    if (first + step >= s->n) {
        link_to(s, first);
        return;
    }
    bool swap = coin(s);
    lay_far(s, swap ? first + step : first, 2 * step);
    lay_far(s, swap ? first : first + step, 2 * step);
}

/* SLOTS of them from FIRST on, a power of two, as far as there are so many. As deep as lay_far().
 */
static void lay_near(struct spread *s, size_t first, size_t slots)
{
    if (slots == 1) {
        link_to(s, first);
        return;
    }
    bool whole = first + slots / 2 < s->n, swap = coin(s) && whole;
    lay_near(s, swap ? first + slots / 2 : first, slots / 2);
    if (whole)
        lay_near(s, swap ? first : first + slots / 2, slots / 2);
}

uint64_t spread_lay(struct spread *spread, size_t n)
{
    void *begin;
    size_t slots = 1;

    spread->n = n;
    spread->last = &begin;
    spread->rng = spread->seed | 1;
    spread->chase.extent_bytes = 0;
    while (slots < n)
        slots *= 2;
    if (spread->order == SPREAD_FAR)
        lay_far(spread, 0, 1);
    else
        lay_near(spread, 0, slots);
    *spread->last = begin;
    return n;
}

static void take_pages(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->most_pages = values[0];
}

const struct probe_option spread_pages = {
    .key = "pages",
    .value = "N",
    .about = "largest number of pages of the sweep",
    .wanted = "a number from 16 to 256K, as in pages=32K",
    .least = 16,
    .most = 256 * 1024,
    .n_values = 1,
    .take = take_pages,
};

size_t spread_control_bytes(size_t line_bytes)
{
    return 4 * line_bytes;
}

size_t spread_line_bytes(const struct plan *plan)
{
    return plan->line_bytes > 0 ? plan->line_bytes : USUAL_LINE_BYTES;
}
