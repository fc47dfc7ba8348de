/* Writes events and accesses. */
#include "access_walk.h"
#include "sample_order.h"
#include "samples.h"
#include <stdlib.h>
#include <string.h>

/* Appends a column of N rows, ROW by row from AT on. */
#define PUT_COLUMN(b, n, value)                                                                    \
    for (uint32_t row = 0; row < (n); row++)                                                       \
    put_number(b, value)

void samples_put_events(struct buffer *b, const struct signature *s)
{
    uint32_t *next = order_of_blocks(s, false), before = 0;
    const struct signature_event **e = calloc(s->n_events + (size_t)1, sizeof *e);

    if (!next || !e) {
        free(next);
        free(e);
        b->failed = true;
        return;
    }
    for (uint32_t i = 0; i < s->n_events; i++) {
        put_signed(b, (uint64_t)((int64_t)s->events[i].block - (int64_t)before));
        before = s->events[i].block;
        e[next[before]++] = &s->events[i];
    }
    PUT_COLUMN(b, s->n_events, e[row]->repeats);
    PUT_COLUMN(b, s->n_events, e[row]->n_accesses);
    PUT_COLUMN(b, s->n_events, (unsigned)e[row]->missed << 1 | (e[row]->taken ? 1U : 0U));
    PUT_COLUMN(b, s->n_events, e[row]->code_distance);
    PUT_COLUMN(b, s->n_events, e[row]->code_page);
    free(next);
    free(e);
}

/* Distances and depths that are stored, those of lines or of pages. */
struct put_reuses {
    struct sample_reuse *rows;
    uint32_t n;
};

/* Columns of accesses while they are made. */
struct put_accesses {
    const struct signature_access **in_order; /* by instruction */
    uint64_t *beyond_guess;                   /* likewise */
    struct put_reuses reuses[2];              /* of lines, of pages */
    struct buffer exceptions;
    uint32_t n_exceptions, last_exception;
};

static bool put_accesses_begin(struct put_accesses *p, uint32_t n)
{
    *p = (struct put_accesses){ .in_order = calloc(n + (size_t)1, sizeof *p->in_order),
                                .beyond_guess = calloc(n + (size_t)1, sizeof *p->beyond_guess) };
    for (int i = 0; i < 2; i++)
        p->reuses[i].rows = calloc(n + (size_t)1, sizeof *p->reuses[i].rows);
    return p->in_order && p->beyond_guess && p->reuses[0].rows && p->reuses[1].rows;
}

static void put_accesses_end(struct put_accesses *p)
{
    free(p->in_order);
    free(p->beyond_guess);
    free(p->reuses[0].rows);
    free(p->reuses[1].rows);
}

static bool as_known(const struct access_known *k, int of, const struct sample_reuse *reuse)
{
    return k->distance[of] == reuse->distance &&
           memcmp(k->depth[of], reuse->depth, sizeof reuse->depth) == 0;
}

/* Access I: distances that do not follow, and exceptions from those that should. */
static void put_reuses_of(struct put_accesses *p, uint32_t i, const struct signature_access *a,
                          const struct access_known *k)
{
    struct sample_reuse is[2] = { { .distance = a->distance }, { .distance = a->page_distance } };
    unsigned exceptions = 0;

    memcpy(is[0].depth, a->depth, sizeof is[0].depth);
    memcpy(is[1].depth, a->page_depth, sizeof is[1].depth);
    for (int of = 0; of < 2; of++) {
        bool follows = k->known[of] && as_known(k, of, &is[of]);
        exceptions |= (unsigned)(k->known[of] && !follows) << of;
        if (!follows)
            p->reuses[of].rows[p->reuses[of].n++] = is[of];
    }
    if (exceptions == 0)
        return;
    put_number(&p->exceptions, (uint64_t)(i - p->last_exception) << 2 | exceptions);
    p->last_exception = i;
    p->n_exceptions++;
}

static void walk(struct put_accesses *p, struct access_walk *w)
{
    const struct signature *s = w->s;
    uint32_t i = 0;

    for (uint32_t e = 0; e < s->n_events; e++)
        for (uint32_t k = 0; k < s->events[e].n_accesses; k++, i++) {
            const struct signature_access *a = &s->accesses[i];
            uint32_t code = s->blocks[s->events[e].block].first + a->instruction;
            struct access_known known;
            access_walk_to(w, i);
            p->beyond_guess[w->next[code]] = a->address - access_walk_guess(w, code);
            p->in_order[w->next[code]++] = a;
            access_walk_take(w, code, a->address, &known);
            put_reuses_of(p, i, a, &known);
        }
}

/* Distances, and depths in the order of distances. */
static void put_stored(struct buffer *b, const struct put_reuses *r)
{
    uint32_t next[SIGNATURE_COLD + 1] = { 0 };
    const struct sample_reuse **in_order = calloc(r->n + (size_t)1, sizeof *in_order);

    if (!in_order) {
        b->failed = true;
        return;
    }
    put_number(b, r->n);
    PUT_COLUMN(b, r->n, r->rows[row].distance);
    for (uint32_t i = 0; i < r->n; i++)
        next[r->rows[i].distance]++;
    order_from_counts(next, SIGNATURE_COLD + 1);
    for (uint32_t i = 0; i < r->n; i++)
        in_order[next[r->rows[i].distance]++] = &r->rows[i];
    for (uint32_t i = 0; i < r->n; i++)
        for (unsigned k = 0; k < SIGNATURE_SETS; k++)
            put_number(b, in_order[i]->depth[k]);
    free(in_order);
}

static void put_columns(struct buffer *b, struct put_accesses *p, uint32_t n)
{
    PUT_COLUMN(b, n, (uint32_t)p->in_order[row]->bytes << 1 | (p->in_order[row]->store ? 1U : 0U));
    PUT_COLUMN(b, n, p->in_order[row]->flags);
    for (uint32_t row = 0; row < n; row++)
        put_signed(b, p->beyond_guess[row]);
    put_number(b, p->n_exceptions);
    buffer_append(b, &p->exceptions);
    put_stored(b, &p->reuses[0]);
    put_stored(b, &p->reuses[1]);
}

/* The number of the instruction in its block, by blocks. */
static bool put_instructions(struct buffer *b, const struct signature *s)
{
    uint32_t *next = order_of_blocks(s, true), i = 0;
    uint16_t *instruction = calloc(s->n_accesses + (size_t)1, sizeof *instruction);
    bool good = next && instruction;

    for (uint32_t e = 0; good && e < s->n_events; e++)
        for (uint32_t k = 0; k < s->events[e].n_accesses; k++)
            instruction[next[s->events[e].block]++] = s->accesses[i++].instruction;
    if (good)
        PUT_COLUMN(b, s->n_accesses, instruction[row]);
    free(next);
    free(instruction);
    return good;
}

/* Where the accesses of each instruction begin. NULL without memory, and where there is no such
 * instruction. */
static uint32_t *order_of_code(const struct signature *s)
{
    uint32_t *next = calloc(s->n_code + (size_t)1, sizeof *next), i = 0;
    bool good = next != NULL;

    for (uint32_t e = 0; good && e < s->n_events; e++)
        for (uint32_t k = 0; good && k < s->events[e].n_accesses; k++) {
            uint64_t first = s->blocks[s->events[e].block].first;
            uint64_t code = first + s->accesses[i++].instruction;
            good = code < s->n_code;
            next[good ? code : 0]++;
        }
    if (good) {
        order_from_counts(next, s->n_code);
        return next;
    }
    free(next);
    return NULL;
}

static void put_packed(struct buffer *b, const struct signature *s)
{
    struct put_accesses p;
    struct access_walk w;
    uint32_t *next = order_of_code(s);
    bool begun = put_accesses_begin(&p, s->n_accesses);
    put_number(b, SAMPLES_COLUMNS);
    bool good = access_walk_begin(&w, s, next) && begun && next && put_instructions(b, s);

    if (good) {
        walk(&p, &w);
        put_columns(b, &p, s->n_accesses);
    }
    b->failed = b->failed || !good;
    access_walk_end(&w);
    put_accesses_end(&p);
}

void samples_put_accesses(struct buffer *b, const struct signature *s, bool plain)
{
    if (plain)
        put_number(b, SAMPLES_PLAIN);
    else
        put_packed(b, s);
}
