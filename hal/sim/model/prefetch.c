/* Prefetchers: next line, pair, stride, whole page. */
#include "prefetch.h"
#include "levels.h"

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
    sim_fill(m, &spot, sim_find_from(m, &spot, top + 1), top);
}

/* Fetches the line at AT + STEP, if that lies in the page of AT. */
static void fetch_near(struct sim_model *m, uint64_t at, uint64_t physical, uint64_t step)
{
    if (((at + step) ^ at) >> m->pages.page_shift == 0)
        fetch(m, at + step, physical + step);
}

/* Two equal steps in a row foretell the next one. */
static void follow_stride(struct sim_model *m, uint64_t at, uint64_t physical)
{
    unsigned shift = m->level[home(m)].shift;
    struct sim_stride *s = &m->stride;
    uint64_t step = (at >> shift) - s->last_line;
    bool steady = step == s->last_step && step != 0;

    s->last_line = at >> shift;
    s->last_step = step;
    if (steady)
        fetch_near(m, at, physical, step << shift);
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
    if (hit <= home(m))
        return;
    if (m->machine.whole_page)
        follow_page(m, at, physical);
    if (m->machine.next_line)
        fetch_near(m, at, physical, line);
    if (m->machine.pair)
        fetch_near(m, at, physical, at & line ? -line : line);
}
