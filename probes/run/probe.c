/* Sends what a probe measured: PROBE, S, E and DONE. */
#include "probe.h"
#include "hal/alloc.h"
#include "hal/thread.h"
#include "lib/random.h"

static void begin_series(struct probe_run *run, const char *name)
{
    run->n_series++;
    run->n_points = 0;
    record_begin(run->out, "PROBE");
    record_text(run->out, name);
}

static void put_numbers(struct record_out *out, const struct probe_key *keys)
{
    for (; keys && keys->key; keys++)
        record_key_number(out, keys->key, keys->value);
}

static void put_words(struct record_out *out, const struct probe_word *words)
{
    for (; words->key; words++)
        if (words->text)
            record_key_text(out, words->key, words->text);
}

void probe_series(struct probe_run *run, const char *name, const struct probe_key *keys)
{
    begin_series(run, name);
    put_numbers(run->out, keys);
    record_end(run->out);
}

void probe_series_words(struct probe_run *run, const char *name, const struct probe_word *words)
{
    probe_series_both(run, name, words, 0);
}

void probe_series_both(struct probe_run *run, const char *name, const struct probe_word *words,
                       const struct probe_key *keys)
{
    begin_series(run, name);
    put_words(run->out, words);
    put_numbers(run->out, keys);
    record_end(run->out);
}

void probe_series_beside(struct probe_run *run, const char *name, const char *beside)
{
    begin_series(run, name);
    record_key_text(run->out, "beside", beside);
    record_end(run->out);
}

void probe_sample(struct probe_run *run, const uint64_t *x, unsigned n_x, uint64_t ops,
                  const uint64_t *ticks, unsigned n_ticks)
{
    enum { NUMBER_BYTES = 21 }; /* a comma and twenty digits */
    unsigned i = 0;

    while (i < n_ticks) {
        record_begin(run->out, "S");
        record_numbers(run->out, x, n_x);
        record_number(run->out, ops);
        do
            record_number(run->out, ticks[i++]);
        while (i < n_ticks && record_room(run->out) >= NUMBER_BYTES);
        record_end(run->out);
        run->n_points++;
    }
}

/* One E with as many of the N values as fit, or as are left; how many. Of the two lists one is
 * given. */
static unsigned event(struct probe_run *run, uint64_t x, const uint16_t *narrow,
                      const uint64_t *wide, unsigned n)
{
    const size_t number_bytes = narrow ? 6 : 21; /* a comma and the digits */
    unsigned i = 0;

    record_begin(run->out, "E");
    record_number(run->out, x);
    do {
        record_number(run->out, narrow ? narrow[i] : wide[i]);
        i++;
    } while (i < n && record_room(run->out) >= number_bytes);
    record_end(run->out);
    run->n_points++;
    return i;
}

void probe_event(struct probe_run *run, uint64_t x, const uint16_t *values, unsigned n)
{
    for (unsigned i = 0; i < n;)
        i += event(run, x, values + i, 0, n - i);
}

void probe_event_wide(struct probe_run *run, uint64_t x, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n;)
        i += event(run, x, 0, values + i, n - i);
}

/* What END comes of, where the probe cannot know. A thread that was not allowed on its context gave
 * no timing, which looks like a clock that goes back, like memory or like a system that is missing;
 * and memory is missing, too, where max= forbids it. */
static enum record_end cause_of(const struct probe_run *run, enum record_end end)
{
    const char *error;
    bool refused = hal_thread_refusals(&error) > run->refusals;

    if (refused && (end == RECORD_END_CLOCK_BACK || end == RECORD_END_NO_MEMORY ||
                    end == RECORD_END_NO_OS || (end == RECORD_END_OK && run->n_points == 0)))
        return RECORD_END_PIN_REFUSED;
    if (end == RECORD_END_NO_MEMORY && run->plan->max_bytes > 0 &&
        run->plan->max_bytes < hal_alloc_limit_bytes())
        return RECORD_END_MAX;
    return end;
}

void probe_done(struct probe_run *run, const char *name, enum record_end end)
{
    end = cause_of(run, end);
    record_begin(run->out, "DONE");
    record_text(run->out, name);
    record_number(run->out, run->n_points);
    record_text(run->out, record_end_words(end));
    record_sum(run->out);
    record_end(run->out);
}

void probe_skip(struct probe_run *run, uint64_t x, enum record_end end)
{
    record_begin(run->out, "SKIP");
    record_number(run->out, x);
    record_text(run->out, record_end_words(end));
    record_end(run->out);
}

void probe_note(struct record_out *out, const char *const *parts)
{
    enum { LONGEST = 200, COMMA = 1, ESCAPED = 3 };
    char cut[LONGEST + 1];
    size_t n = 0, used = COMMA;

    record_begin(out, "NOTE");
    for (; *parts; parts++)
        for (const char *text = *parts; *text && n < LONGEST; text++) {
            used += *text >= '-' && *text <= '~' ? 1 : ESCAPED;
            if (used > record_room(out))
                break;
            cut[n++] = *text;
        }
    cut[n] = '\0';
    record_text(out, cut);
    record_end(out);
}

bool probe_same_text(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

uint64_t probe_random(struct probe_run *run)
{
    return xorshift_next(&run->rng);
}

unsigned order_all(unsigned index[ORDER_MOST])
{
    unsigned n = 0;

    for (unsigned i = 0; i < probe_table_count && n < ORDER_MOST; i++) {
        unsigned at = n++;

        for (; at > 0 && probe_table[index[at - 1]].probe->rank > probe_table[i].probe->rank; at--)
            index[at] = index[at - 1];
        index[at] = i;
    }
    return n;
}
