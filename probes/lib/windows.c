/* Keeps timings of one point. */
#include "windows.h"

void windows_keep(struct windows *w, uint64_t ticks)
{
    unsigned at = w->n < WINDOWS_MOST ? w->n : w->taken % WINDOWS_MOST;

    if (ticks == 0 || ticks > UINT32_MAX) /* MEASURE_NONE is one of these */
        return;
    w->taken++;
    if (w->n == WINDOWS_MOST && w->ticks[at] == w->least && ticks >= w->least)
        return;
    w->ticks[at] = (uint32_t)ticks;
    w->n += w->n < WINDOWS_MOST;
    w->least = w->least == 0 || ticks < w->least ? (uint32_t)ticks : w->least;
}

void windows_send(struct probe_run *run, const uint64_t *x, unsigned n_x, uint64_t ops,
                  const struct windows *w)
{
    uint64_t ticks[WINDOWS_MOST];

    for (unsigned i = 0; i < w->n; i++)
        ticks[i] = w->ticks[i];
    probe_sample(run, x, n_x, ops, ticks, w->n);
}
