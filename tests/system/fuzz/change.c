/* Changes sentences of a log as an adversary or a broken board may. */
#include "change.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 8, LONGEST_RUN = 30, ATTEMPTS = 50 };

/* Returns a place below N, which is not 0. */
static size_t place(struct random *r, size_t n)
{
    return (size_t)random_below(r, n);
}

/* Mostly one sentence, sometimes many. */
static size_t how_many(struct random *r, size_t most)
{
    size_t n = place(r, 4) > 0 ? 1 : 1 + place(r, LONGEST_RUN);

    return n < most ? n : most;
}

/* A place of S whose sentence is of TYPE, or any when none was met. */
static size_t place_of(const struct sentences *s, const char *type, struct random *r)
{
    size_t at = place(r, s->n);

    for (unsigned i = 0; i < ATTEMPTS && !sentence_is(&s->at[at], type); i++)
        at = place(r, s->n);
    return at;
}

static void drop(struct sentences *s, const struct sentences *other, struct random *r)
{
    size_t at = place(r, s->n);

    (void)other;
    for (size_t n = how_many(r, s->n - at); n > 0 && s->n > 1; n--)
        sentences_drop(s, at < s->n ? at : s->n - 1);
}

static void repeat(struct sentences *s, const struct sentences *other, struct random *r)
{
    size_t from = place(r, s->n), n = how_many(r, s->n - from);
    size_t to = place(r, 2) ? from + n : place(r, s->n + 1);

    (void)other;
    for (size_t i = 0; i < n; i++)
        sentences_insert(s, to + i, &s->at[to <= from ? from + 2 * i : from + i]);
}

static void swap(struct sentences *s, const struct sentences *other, struct random *r)
{
    size_t a = place(r, s->n), b = place(r, 2) ? (a + 1) % s->n : place(r, s->n);
    struct sentence kept = s->at[a];

    (void)other;
    s->at[a] = s->at[b];
    s->at[b] = kept;
}

static void splice(struct sentences *s, const struct sentences *other, struct random *r)
{
    size_t from = place(r, other->n), n = how_many(r, other->n - from);
    size_t to = 1 + place(r, s->n);

    for (size_t i = 0; i < n; i++)
        sentences_insert(s, to + i, &other->at[from + i]);
}

static void replace(struct sentences *s, const struct sentences *other, struct random *r)
{
    size_t to = place_of(s, "S", r), from = place_of(other, "S", r);

    for (size_t n = how_many(r, s->n - to); n > 0 && from < other->n; n--, to++, from++) {
        uint32_t seq = s->at[to].seq;
        s->at[to] = other->at[from];
        s->at[to].seq = seq;
    }
}

/* ---- numbers ---- */

/* The edge of a range, or what NUMBER is with its comma moved. */
static void other_number(char *to, size_t size, uint64_t number, struct random *r)
{
    static const uint64_t edges[] = {
        0, 1, 255, UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX
    };
    enum { EDGES = sizeof edges / sizeof edges[0] };
    size_t which = place(r, EDGES + 6);

    if (which < EDGES)
        snprintf(to, size, "%" PRIu64, edges[which]);
    else if (which % 2 == 0)
        snprintf(to, size, "%" PRIu64, number / 10);
    else if (number == 0)
        snprintf(to, size, "10");
    else
        snprintf(to, size, "%" PRIu64 "0", number);
}

/* Returns where the numbers of ONE begin: after ',', ':' or '='. Fills BEGINS, room for as many as
 * it has bytes. */
static unsigned find_numbers(const struct sentence *one, unsigned *begins)
{
    unsigned n = 0;

    for (unsigned i = 1; i < one->n; i++)
        if (one->text[i] >= '0' && one->text[i] <= '9' && strchr(",:=", one->text[i - 1]) != NULL)
            begins[n++] = i;
    return n;
}

void change_number(struct sentence *one, struct random *r)
{
    unsigned begins[SENTENCE_BYTES], n = find_numbers(one, begins);
    char text[SENTENCE_BYTES + 64], number[32];

    if (n == 0)
        return;
    unsigned from = begins[place(r, n)], end = from;
    while (end < one->n && one->text[end] >= '0' && one->text[end] <= '9')
        end++;
    snprintf(text, sizeof text, "%.*s", (int)(end - from), one->text + from);
    other_number(number, sizeof number, strtoull(text, NULL, 10), r);
    int bytes = snprintf(text, sizeof text, "%.*s%s%.*s", (int)from, one->text, number,
                         (int)(one->n - end), one->text + end);
    if (bytes <= 0 || bytes > SENTENCE_BYTES)
        return;
    memcpy(one->text, text, (size_t)bytes);
    one->n = (unsigned)bytes;
}

/* Half of them timings; the others are in the keys and counts, of which there are few. */
static void change_one_number(struct sentences *s, const struct sentences *other, struct random *r)
{
    static const char *const types[] = { "S", "S", "S", "E", "PROBE", "RUN", "DONE", "END" };

    (void)other;
    change_number(&s->at[place_of(s, types[place(r, sizeof types / sizeof types[0])], r)], r);
}

/* ---- all ---- */

static const struct {
    const char *name;
    void (*change)(struct sentences *s, const struct sentences *other, struct random *r);
} changes[] = {
    [CHANGE_DROP] = { "drop", drop },          [CHANGE_REPEAT] = { "repeat", repeat },
    [CHANGE_SWAP] = { "swap", swap },          [CHANGE_SPLICE] = { "splice", splice },
    [CHANGE_REPLACE] = { "replace", replace }, [CHANGE_NUMBER] = { "number", change_one_number },
};

const char *change_name(enum change change)
{
    return changes[change].name;
}

void change_sentences(struct sentences *s, const struct sentences *other, enum change change,
                      struct random *r)
{
    for (size_t n = place(r, 2) ? 1 : 1 + place(r, MOST_PLACES); n > 0; n--)
        changes[change].change(s, other, r);
}
