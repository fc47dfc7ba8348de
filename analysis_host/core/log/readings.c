/* Takes the reading of the clock out of short timings. */
#include "readings.h"
#include <string.h>

static const char clock_probe[] = "timer_floor";

/* Returns the least of the steps between neighbouring readings in S, 0 where a clock's own step
 * hides what a reading takes: some readings then show none. */
static uint64_t least_reading(const struct log_series *s)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        for (size_t k = 0; k < p->n_ticks; k++)
            least = p->ticks[k] < least ? p->ticks[k] : least;
    }
    return s->n_samples > 0 ? least : 0;
}

static void take_out(struct log_sample *p, uint64_t reading)
{
    for (size_t k = 0; k < p->n_ticks; k++)
        if (p->ticks[k] > reading)
            p->ticks[k] -= reading;
}

void log_readings(struct log *log)
{
    struct log_run *run = &log->run;
    size_t at = log_find_series(run, clock_probe, 0);

    if (!log_has_effort(run, "slow") || at >= run->n_series ||
        log_series_number(&run->series[at], "kind") != 0)
        return;
    uint64_t reading = least_reading(&run->series[at]);
    for (size_t i = 0; i < run->n_series && reading > 0; i++) {
        struct log_series *s = &run->series[i];

        if (strcmp(s->probe, clock_probe) == 0 || s->spooled)
            continue;
        for (size_t k = 0; k < s->n_samples; k++)
            if (!s->samples[k].spooled)
                take_out(&s->samples[k], reading);
    }
}
