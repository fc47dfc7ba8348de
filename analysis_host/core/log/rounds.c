/* Joins runs of one board: compares who measured, then moves series from one run to the other. */
#include "rounds.h"
#include "store.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a round says of itself ---- */

/* Reads eight hexadecimal digits of upper case; false when TEXT is something else. */
static bool read_checksum(const char *text, uint32_t *value)
{
    static const char digits[] = "0123456789ABCDEF";
    uint32_t v = 0;

    if (text == NULL || strlen(text) != 8 || strspn(text, digits) != 8)
        return false;
    for (; *text != '\0'; text++)
        v = v << 4 | (uint32_t)(strchr(digits, *text) - digits);
    *value = v;
    return true;
}

bool log_round_of(const struct log_run *run, unsigned *round, uint32_t *of)
{
    const char *text = log_key_text(run->keys, run->n_keys, "of");
    uint64_t number = log_key_number(run->keys, run->n_keys, "round", 0);
    bool good = number >= 2 && number <= UINT32_MAX && read_checksum(text, of);

    *round = good ? (unsigned)number : 0;
    if (!good)
        *of = 0;
    return text != NULL || log_key_text(run->keys, run->n_keys, "round") != NULL;
}

/* ---- the same board ---- */

/* True when A and B say otherwise of KEY. Where ALWAYS is false, both have to say something. */
static bool differs(const struct log_run *a, const struct log_run *b, const char *key, bool always)
{
    const char *one = log_key_text(a->keys, a->n_keys, key);
    const char *two = log_key_text(b->keys, b->n_keys, key);

    if (one == NULL || two == NULL)
        return always && one != two;
    return strcmp(one, two) != 0;
}

static const char *said(const struct log_run *run, const char *key)
{
    const char *text = log_key_text(run->keys, run->n_keys, key);

    return text != NULL ? text : "none";
}

/* What both must say alike: who measured, and with which code. */
static bool is_same_board(const struct log_run *a, const struct log_run *b, char *why)
{
    static const struct {
        const char *key;
        bool always;
    } same[] = { { "target", true },       { "arch", true },  { "cc", true },
                 { "cflags", true },       { "clock", true }, { "cflags_crc", false },
                 { "kernels_crc", false }, { "node", false }, { "model", false } };

    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (differs(a, b, same[i].key, same[i].always)) {
            snprintf(why, LOG_ROUNDS_WHY, "%s is %.100s, in the run that it adds to %.100s",
                     same[i].key, said(b, same[i].key), said(a, same[i].key));
            return false;
        }
    return true;
}

/* Ticks of both are counted as ticks of the first; a rate that each run measures may be off by so
 * much. */
#define SAME_RATE 0.01

static bool is_same_clock(const struct log_run *a, const struct log_run *b, char *why)
{
    double one = (double)log_key_number(a->keys, a->n_keys, "tick_hz", 0);
    double two = (double)log_key_number(b->keys, b->n_keys, "tick_hz", 0);

    if (fabs(one - two) <= SAME_RATE * one)
        return true;
    snprintf(why, LOG_ROUNDS_WHY, "its clock has %.0f Hz, in the run that it adds to %.0f Hz", two,
             one);
    return false;
}

static const char *key_of(const struct log_series *s, const char *key)
{
    return log_key_text(s->keys, s->n_keys, key);
}

/* The series of A that measured what NAME calls the pattern of S, but from another text; or NULL.
 */
static const struct log_series *other_text(const struct log_run *a, const struct log_series *s)
{
    const char *name = key_of(s, "name"), *spec = key_of(s, "spec");

    for (size_t i = 0; name != NULL && spec != NULL && i < a->n_series; i++) {
        const char *its_name = key_of(&a->series[i], "name");
        const char *its_spec = key_of(&a->series[i], "spec");

        if (its_name != NULL && its_spec != NULL && strcmp(its_name, name) == 0 &&
            strcmp(its_spec, spec) != 0)
            return &a->series[i];
    }
    return NULL;
}

static bool is_same_text(const struct log_run *a, const struct log_run *b, char *why)
{
    for (size_t i = 0; i < b->n_series; i++) {
        const struct log_series *other = other_text(a, &b->series[i]);

        if (other != NULL) {
            snprintf(why, LOG_ROUNDS_WHY,
                     "spec of pattern %.60s is %.40s, in the run that it adds "
                     "to %.40s",
                     key_of(other, "name"), key_of(&b->series[i], "spec"), key_of(other, "spec"));
            return false;
        }
    }
    return true;
}

/* ---- who measured ---- */

/* A probe, and whether each run has samples or events of it. */
struct owner {
    const char *name; /* a series owns it */
    bool in_run, in_more;
};

enum { MOST_OWNERS = 256 };

struct owners {
    struct owner at[MOST_OWNERS];
    size_t n;
    bool full;
};

/* The probe that S was measured by, or beside. */
static const char *owner_name(const struct log_series *s)
{
    const char *beside = key_of(s, "beside"), *of = key_of(s, "of");

    return beside != NULL ? beside : of != NULL ? of : s->probe;
}

/* The owner of S, which is added where it is new; NULL when there are too many. */
static struct owner *owner_of(struct owners *all, const struct log_series *s)
{
    const char *name = owner_name(s);

    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].name, name) == 0)
            return &all->at[i];
    if (all->n == MOST_OWNERS) {
        all->full = true;
        return NULL;
    }
    all->at[all->n] = (struct owner){ .name = name };
    return &all->at[all->n++];
}

static bool has_measured(const struct log_series *s)
{
    return strcmp(owner_name(s), s->probe) == 0 && s->n_samples + s->n_events > 0;
}

static void find_owners(struct owners *all, const struct log_run *run, const struct log_run *more)
{
    for (size_t i = 0; i < run->n_series && !all->full; i++) {
        struct owner *o = owner_of(all, &run->series[i]);
        if (o != NULL)
            o->in_run |= has_measured(&run->series[i]);
    }
    for (size_t i = 0; i < more->n_series && !all->full; i++) {
        struct owner *o = owner_of(all, &more->series[i]);
        if (o != NULL)
            o->in_more |= has_measured(&more->series[i]);
    }
}

static bool moves(struct owners *all, const struct log_series *s, enum log_take take)
{
    const struct owner *o = owner_of(all, s);

    return o->in_more && (take == LOG_TAKE_AGAIN || !o->in_run);
}

/* ---- series move ---- */

/* Moves those of MORE that NAME owns, all where NAME is NULL, to the end of TO, which has N. */
static size_t move_of(struct log_series *to, size_t n, struct owners *all, struct log_run *more,
                      const char *name, enum log_take take)
{
    size_t kept = 0;

    for (size_t i = 0; i < more->n_series; i++) {
        struct log_series *s = &more->series[i];

        if ((name == NULL || strcmp(owner_name(s), name) == 0) && moves(all, s, take))
            to[n++] = *s;
        else
            more->series[kept++] = *s;
    }
    more->n_series = kept;
    return n;
}

/* Joins the series of both in TO, each probe at its place in RUN; how many. */
static size_t join_series(struct log_series *to, struct owners *all, struct log_run *run,
                          struct log_run *more, enum log_take take)
{
    struct log_series *gone = NULL;
    size_t n = 0, n_gone = 0;

    /* Names in ALL may be those of series that are replaced: these are freed last. */
    gone = run->series;
    for (size_t i = 0; i < run->n_series; i++) {
        struct log_series s = run->series[i];

        if (!moves(all, &s, take)) {
            to[n++] = s;
            continue;
        }
        n = move_of(to, n, all, more, owner_name(&s), take);
        gone[n_gone++] = s;
    }
    n = move_of(to, n, all, more, NULL, take);
    for (size_t i = 0; i < n_gone; i++)
        log_series_free(&gone[i]);
    return n;
}

/* Moves the notes of MORE to the end of RUN's. False when memory is short, and nothing moved. */
static bool move_notes(struct log_run *run, struct log_run *more)
{
    char **grown = log_store_grown(run->notes, run->n_notes, more->n_notes, sizeof *grown);

    if (grown == NULL && more->n_notes > 0)
        return false;
    run->notes = grown;
    for (size_t i = 0; i < more->n_notes; i++)
        grown[run->n_notes++] = more->notes[i];
    more->n_notes = 0;
    return true;
}

static bool no_memory(char *why)
{
    snprintf(why, LOG_ROUNDS_WHY, "memory is short");
    return false;
}

/* Keeps MORE, which owns timings, for as long as RUN. */
static void keep(struct log_run *run, struct log_run *more)
{
    run->n_samples += more->n_samples;
    run->n_ticks += more->n_ticks;
    run->rounds[run->n_rounds++] = *more;
    *more = (struct log_run){ 0 };
}

static bool join(struct log_run *run, struct log_run *more, enum log_take take, char *why)
{
    struct owners all = { .n = 0 };
    struct log_run *rounds = log_store_grown(run->rounds, run->n_rounds, 1, sizeof *rounds);

    if (rounds == NULL)
        return no_memory(why);
    run->rounds = rounds;
    find_owners(&all, run, more);
    if (all.full) {
        snprintf(why, LOG_ROUNDS_WHY, "both together have more than %d probes", MOST_OWNERS);
        return false;
    }
    /* Lists have room for a power of two (store.c): this one may grow later. */
    struct log_series *to =
        log_store_grown(NULL, 0, run->n_series + more->n_series + 1, sizeof *to);
    if (to == NULL || !move_notes(run, more)) {
        free(to);
        return no_memory(why);
    }
    size_t n = join_series(to, &all, run, more, take);
    free(run->series);
    run->series = to;
    run->n_series = n;
    keep(run, more);
    return true;
}

bool log_rounds_take(struct log_run *run, struct log_run *more, enum log_take take, char *why)
{
    return is_same_board(run, more, why) && is_same_clock(run, more, why) &&
           is_same_text(run, more, why) && join(run, more, take, why);
}
