/* Damages a log as a line, a disk or a person may do. */
#include "damage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_HITS = 16, LONGEST_RUN = 300 };

int bytes_read(struct bytes *b, const char *file)
{
    gzFile in = gzopen(file, "rb");
    int n = 1;

    *b = (struct bytes){ 0 };
    for (size_t room = 0; in != NULL && n > 0; b->n += (size_t)n) {
        if (room - b->n < 1 << 16) {
            room = 2 * room + (1 << 17);
            b->at = realloc(b->at, room);
        }
        n = b->at == NULL ? -1 : gzread(in, b->at + b->n, 1 << 16);
        if (n < 0)
            break;
    }
    if (in == NULL || n < 0)
        fprintf(stderr, "%s: cannot be read\n", file);
    if (in != NULL)
        gzclose(in);
    return in == NULL || n < 0 ? -1 : 0;
}

void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){ 0 };
}

/* Returns a number from 0 to LIMIT - 1; 0 when LIMIT is 0. */
static size_t below(struct random *r, size_t limit)
{
    return limit == 0 ? 0 : (size_t)random_below(r, limit);
}

static void flip(struct bytes *b, struct random *rng)
{
    if (b->n > 0)
        b->at[below(rng, b->n)] ^= (char)(1 << below(rng, 8));
}

static void drop(struct bytes *b, struct random *rng)
{
    size_t from = below(rng, b->n), n = 1 + below(rng, LONGEST_RUN);

    if (n > b->n - from)
        n = b->n - from;
    memmove(b->at + from, b->at + from + n, b->n - from - n);
    b->n -= n;
}

/* The caller left room. */
static void twice(struct bytes *b, struct random *rng)
{
    size_t from = below(rng, b->n), n = 1 + below(rng, LONGEST_RUN);

    if (n > b->n - from)
        n = b->n - from;
    memmove(b->at + from + n, b->at + from, b->n - from);
    b->n += n;
}

/* Returns the line that place AT is in, with its end. */
static void line_of(const struct bytes *b, size_t at, size_t *first, size_t *end)
{
    for (*first = at; *first > 0 && b->at[*first - 1] != '\n';)
        --*first;
    for (*end = at; *end < b->n && b->at[*end] != '\n';)
        ++*end;
    if (*end < b->n)
        ++*end;
}

static void swap(struct bytes *b, struct random *rng)
{
    size_t first, end, later, later_end;

    line_of(b, below(rng, b->n), &first, &end);
    /* Half of them are neighbours. */
    line_of(b, below(rng, 2) ? end : end + below(rng, b->n - end), &later, &later_end);
    if (later < end || later_end > b->n)
        return;
    char *copy = malloc(b->n + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, b->at, b->n);
    char *to = b->at + first;
    memcpy(to, copy + later, later_end - later);
    to += later_end - later;
    memcpy(to, copy + end, later - end);
    to += later - end;
    memcpy(to, copy + first, end - first);
    free(copy);
}

static void append(struct bytes *to, const struct bytes *from, size_t first, size_t end)
{
    memcpy(to->at + to->n, from->at + first, end - first);
    to->n += end - first;
}

/* Returns the end of the first line of A that OTHER has not. */
static size_t own_line_end(const struct bytes *a, const struct bytes *other)
{
    size_t same = 0, first, end;

    while (same < a->n && same < other->n && a->at[same] == other->at[same])
        same++;
    line_of(a, same, &first, &end);
    return end;
}

/* Joins A, up to a random place after its first line of its own, and OTHER from a random place;
 * half the time, A again after that. Without a line of A, a whole OTHER is no damage. */
static void splice(struct bytes *b, const struct bytes *a, const struct bytes *other,
                   struct random *rng)
{
    size_t from = below(rng, other->n + 1), own = own_line_end(a, other);

    b->n = own + below(rng, a->n - own + 1);
    if (below(rng, 2)) {
        append(b, other, from, from + below(rng, other->n - from + 1));
        append(b, a, below(rng, 2) ? 0 : below(rng, a->n + 1), a->n);
    } else {
        append(b, other, below(rng, 2) ? 0 : from, other->n);
    }
}

static const struct {
    const char *name;
    void (*hit)(struct bytes *, struct random *); /* NULL: splice() */
} damages[] = {
    [DAMAGE_FLIP] = { "bits flipped", flip },     [DAMAGE_DROP] = { "bytes dropped", drop },
    [DAMAGE_DOUBLE] = { "bytes doubled", twice }, [DAMAGE_SWAP] = { "lines swapped", swap },
    [DAMAGE_SPLICE] = { "bytes spliced", NULL },
};

const char *damage_name(enum damage damage)
{
    return damages[damage].name;
}

struct bytes damage_bytes(const struct bytes *a, const struct bytes *other, enum damage damage,
                          struct random *r)
{
    struct bytes b = { malloc(2 * a->n + other->n + MOST_HITS * LONGEST_RUN + 1), a->n };

    if (b.at == NULL)
        abort();
    memcpy(b.at, a->at, a->n);
    if (damage == DAMAGE_SPLICE)
        splice(&b, a, other, r);
    else
        for (size_t hits = 1 + below(r, MOST_HITS); hits > 0; hits--)
            damages[damage].hit(&b, r);
    return b;
}
