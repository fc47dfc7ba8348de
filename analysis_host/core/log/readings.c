/* Takes out of short timings what each holds besides its operations. */
#include "readings.h"
#include <string.h>

static const char clock_probe[] = "timer_floor";

/* The least of P's timings, UINT64_MAX without any. */
static uint64_t least_of(const struct log_sample *p)
{
    uint64_t least = UINT64_MAX;

    for (size_t k = 0; k < p->n_ticks; k++)
        least = p->ticks[k] < least ? p->ticks[k] : least;
    return least;
}

/* Returns the least of the steps between neighbouring readings in S, 0 where a clock's own step
 * hides what a reading takes: some readings then show none. */
static uint64_t least_reading(const struct log_series *s)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < s->n_samples; i++) {
        uint64_t its = least_of(log_sample_next(s, i));

        least = its < least ? its : least;
    }
    return s->n_samples > 0 ? least : 0;
}

/* Returns what a timing of the chain S takes without any operation, by its fewest operations and
 * its most: a reading of the clock, and the call of what is timed. Not less than READING, and no
 * more than some times as much. */
static uint64_t constant_part(const struct log_series *s, uint64_t reading)
{
    enum { TIMES = 4 };
    const struct log_sample *few = &s->samples[0], *many = &s->samples[s->n_samples - 1];

    if (s->n_samples < 2 || few->ops >= many->ops || few->n_ticks == 0 || many->n_ticks == 0)
        return reading;
    double slope =
        ((double)least_of(many) - (double)least_of(few)) / (double)(many->ops - few->ops);
    double constant = (double)least_of(few) - slope * (double)few->ops;
    if (constant < (double)reading || constant > TIMES * (double)reading)
        return reading;
    return (uint64_t)constant;
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
    size_t chain = log_find_series(run, "add_chain", 0);
    if (reading > 0 && chain < run->n_series && run->series[chain].n_samples > 0)
        reading = constant_part(&run->series[chain], reading);
    for (size_t i = 0; i < run->n_series && reading > 0; i++) {
        struct log_series *s = &run->series[i];

        if (strcmp(s->probe, clock_probe) == 0 || s->spooled)
            continue;
        for (size_t k = 0; k < s->n_samples; k++)
            if (!s->samples[k].spooled)
                take_out(&s->samples[k], reading);
    }
}
