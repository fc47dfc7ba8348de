/* Prefetchers: next line, pair, stride, whole page. */
#include "prefetch.h"
#include "levels.h"
#include "memory.h"

/* Prefetchers sit at the second level (the first, where it is alone), see what misses the level
 * above, stay inside a base page, and deliver in no time. */

static unsigned home(const struct sim_model *m)
{
    return m->n_levels > 1 ? 1 : 0;
}

static void fetch(struct sim_model *m, uint64_t at, uint64_t physical)
{
    unsigned top = home(m);
    struct sim_spot spot;

    sim_locate_from(m, at, physical, &spot, 0);
    for (unsigned i = 0; i <= top; i++) /* a look does not count as a use */
        if (sim_bank_find(&m->level[i].bank, spot.set[i], spot.tag[i]) != SIM_NO_WAY)
            return;
    unsigned from = sim_find_from(m, &spot, top + 1);
    sim_fill(m, &spot, from, top);
    if (m->memory && from == m->n_levels) /* nobody waits for it, but it keeps memory busy */
        (void)sim_memory_serve(m, physical, true, m->clock_16ths);
}

/* Fetches the line at AT + STEP, if that lies in the page of AT. */
static void fetch_near(struct sim_model *m, uint64_t at, uint64_t physical, uint64_t step)
{
    if (((at + step) ^ at) >> m->pages.page_shift == 0)
        fetch(m, at + step, physical + step);
}

/* The stream whose last access was in the page of AT; where there is none, the one that was used
 * longest ago, which goes on from where it was. */
static struct sim_stride *stream_of(struct sim_model *m, uint64_t at)
{
    unsigned shift = m->level[home(m)].shift, page_shift = m->pages.page_shift;
    struct sim_stride *oldest = &m->stride[0];

    for (unsigned i = 0; i < m->machine.streams; i++) {
        struct sim_stride *s = &m->stride[i];

        if (s->used > 0 && s->last_line >> (page_shift - shift) == at >> page_shift)
            return s;
        if (s->used < oldest->used)
            oldest = s;
    }
    return oldest;
}

/* Fetches the line at AT + STEP in the page that follows that of AT, wherever its frame is. */
static void fetch_beyond(struct sim_model *m, uint64_t at, uint64_t step)
{
    unsigned shift = m->pages.page_shift;
    uint64_t to = at + step, in_page = to & (((uint64_t)1 << shift) - 1);
    bool large;
    uint32_t physical = sim_pages_physical(&m->pages, to >> shift, &large);

    if (physical != SIM_UNMAPPED)
        fetch(m, to, ((uint64_t)physical << shift) + in_page);
}

/* Returns true when steps of STEP lines of SHIFT bits are followed. */
static bool follows(const struct sim_machine *machine, uint64_t step, unsigned shift)
{
    bool down = step >> 63 != 0;
    uint64_t bytes = (down ? -step : step) << shift;

    return !(down && machine->only_up) && (!machine->reach_bytes || bytes <= machine->reach_bytes);
}

/* Two equal steps of a stream in a row foretell the next ones. */
static void follow_stride(struct sim_model *m, uint64_t at, uint64_t physical)
{
    unsigned shift = m->level[home(m)].shift;
    struct sim_stride *s = stream_of(m, at);
    uint64_t step = (at >> shift) - s->last_line;
    bool steady = step == s->last_step && step != 0;

    s->last_line = at >> shift;
    s->last_step = step;
    s->used = ++m->n_followed;
    if (!steady || !follows(&m->machine, step, shift))
        return;
    for (uint64_t i = 1; i <= m->machine.ahead; i++) {
        uint64_t far = i * (step << shift);

        if (((at + far) ^ at) >> m->pages.page_shift == 0)
            fetch(m, at + far, physical + far);
        else if (m->machine.beyond_page)
            fetch_beyond(m, at, far);
    }
}

/* The third miss in a row in one page brings all lines of it. */
static void follow_page(struct sim_model *m, uint64_t at, uint64_t physical)
{
    enum { ENOUGH = 3 };
    unsigned page_shift = m->pages.page_shift;
    uint64_t page = at >> page_shift, begin = page << page_shift;
    uint64_t line = (uint64_t)1 << m->level[home(m)].shift;

    m->misses.n = page == m->misses.page ? m->misses.n + 1 : 1;
    m->misses.page = page;
    if (m->misses.n != ENOUGH)
        return;
    for (uint64_t to = begin; to >> page_shift == page; to += line)
        fetch(m, to, physical - at + to);
}

void sim_prefetch(struct sim_model *m, uint64_t at, uint64_t physical, unsigned hit)
{
    uint64_t line = (uint64_t)1 << m->level[home(m)].shift;

    if (m->machine.stride)
        follow_stride(m, at, physical);
    bool missed = hit > home(m);
    if (missed && m->machine.whole_page)
        follow_page(m, at, physical);
    if (!missed && !m->machine.eager)
        return;
    if (m->machine.next_line)
        fetch_near(m, at, physical, line);
    if (m->machine.pair)
        fetch_near(m, at, physical, at & line ? -line : line);
}
