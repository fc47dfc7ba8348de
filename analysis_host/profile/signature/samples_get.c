/* Reads events and accesses. */
#include "access_walk.h"
#include "large_pages.h"
#include "sample_order.h"
#include "samples.h"
#include <stdlib.h>
#include <string.h>

/* Reads N numbers, each at most MOST, into new memory of elements of type TYPE; NULL, and C is bad,
 * where they are not there. */
#define GET_COLUMN(type)                                                                           \
    static type *get_##type(struct cursor *c, uint32_t n, uint64_t most)                           \
    {                                                                                              \
        type *column = malloc((n + (size_t)1) * sizeof *column);                                   \
        c->bad |= column == NULL;                                                                  \
        for (uint32_t i = 0; !c->bad && i < n; i++) {                                              \
            uint8_t eight[8];                                                                      \
            for (; most >= 127 && n - i > 8 && get_eight(c, eight); i += 8)                        \
                for (unsigned k = 0; k < 8; k++)                                                   \
                    column[i + k] = eight[k];                                                      \
            column[i] = (type)get_at_most(c, most);                                                \
        }                                                                                          \
        return column;                                                                             \
    }
GET_COLUMN(uint8_t)
GET_COLUMN(uint16_t)
GET_COLUMN(uint32_t)

/* Columns of accesses in the order of instructions: what is taken together is together. */
struct access_row {
    uint64_t beyond_guess;
    uint32_t kind;
    uint8_t flags;
};

static struct access_row *get_access_rows(struct cursor *c, uint32_t n)
{
    struct access_row *rows = malloc((n + (size_t)1) * sizeof *rows);

    c->bad |= rows == NULL;
    large_pages_ask(rows, n * sizeof *rows);
    for (uint32_t i = 0; !c->bad && i < n; i++)
        rows[i].kind = (uint32_t)get_at_most(c, 2 * UINT16_MAX + 1);
    for (uint32_t i = 0; !c->bad && i < n; i++)
        rows[i].flags = (uint8_t)get_at_most(c, UINT8_MAX);
    for (uint32_t i = 0; !c->bad && i < n; i++)
        rows[i].beyond_guess = get_signed(c);
    return rows;
}

static void get_blocks(struct cursor *c, struct signature *s)
{
    uint64_t block = 0;

    for (uint32_t i = 0; i < s->n_events; i++) {
        block += get_signed(c);
        c->bad |= block >= s->n_blocks;
        s->events[i].block = (uint32_t)block;
    }
}

/* Columns of events, in the order of blocks. */
struct get_events {
    uint32_t *repeats;
    uint16_t *n_accesses;
    uint8_t *ends, *code_distance, *code_page;
};

static void take_event(struct signature_event *e, const struct get_events *g, uint32_t at)
{
    e->repeats = g->repeats[at];
    e->n_accesses = g->n_accesses[at];
    e->taken = g->ends[at] & 1;
    e->missed = g->ends[at] >> 1;
    e->code_distance = g->code_distance[at];
    e->code_page = g->code_page[at];
}

void samples_get_events(struct cursor *c, struct signature *s)
{
    static const unsigned missed = 1U << SIGNATURE_PREDICTORS;

    get_blocks(c, s);
    uint32_t *next = c->bad ? NULL : order_of_blocks(s, false), n = s->n_events;
    c->bad |= next == NULL;
    struct get_events g;
    g.repeats = get_uint32_t(c, n, UINT32_MAX);
    g.n_accesses = get_uint16_t(c, n, UINT16_MAX);
    g.ends = get_uint8_t(c, n, 2 * missed - 1);
    g.code_distance = get_uint8_t(c, n, UINT8_MAX);
    g.code_page = get_uint8_t(c, n, UINT8_MAX);
    for (uint32_t i = 0; !c->bad && i < n; i++)
        take_event(&s->events[i], &g, next[s->events[i].block]++);
    free(next);
    free(g.repeats);
    free(g.n_accesses);
    free(g.ends);
    free(g.code_distance);
    free(g.code_page);
}

/* Distances and depths that are stored, of lines or of pages. */
struct get_reuses {
    uint8_t *distance, *depth; /* depth: in the order of distances */
    uint32_t n, at;
    uint32_t next[SIGNATURE_COLD + 1]; /* of each distance, in DEPTH */
};

static void get_stored(struct cursor *c, struct get_reuses *r, uint32_t most)
{
    r->n = (uint32_t)get_at_most(c, most);
    r->distance = get_uint8_t(c, r->n, SIGNATURE_COLD);
    r->depth = malloc(r->n * (size_t)SIGNATURE_SETS + 1);
    c->bad |= r->depth == NULL;
    for (size_t i = 0; !c->bad && i < r->n * (size_t)SIGNATURE_SETS; i++)
        r->depth[i] = (uint8_t)get_at_most(c, UINT8_MAX);
    for (uint32_t i = 0; !c->bad && i < r->n; i++)
        r->next[r->distance[i]]++;
    order_from_counts(r->next, SIGNATURE_COLD + 1);
}

/* The next of them. */
static bool take_stored(struct get_reuses *r, uint8_t *distance, uint8_t depth[SIGNATURE_SETS])
{
    if (r->at == r->n)
        return false;
    *distance = r->distance[r->at++];
    memcpy(depth, r->depth + (size_t)SIGNATURE_SETS * r->next[*distance]++, SIGNATURE_SETS);
    return true;
}

/* Columns of accesses. */
struct get_accesses {
    uint16_t *instruction;   /* in the order of blocks */
    struct access_row *rows; /* in that of instructions */
    uint32_t *code;          /* of each access in order of time: its instruction in code[] */
    struct cursor exceptions;
    uint32_t n_exceptions, exception; /* still to come; the next access that is one */
    unsigned excepted;                /* of which: bit 0 lines, bit 1 pages */
    struct get_reuses reuses[2];
};

/* The next exception, after access BEFORE. */
static void next_exception(struct get_accesses *g, uint32_t before)
{
    g->exception = SIGNATURE_NONE;
    if (g->n_exceptions == 0)
        return;
    uint64_t value = get_number(&g->exceptions);
    g->n_exceptions--;
    g->exception = before + (uint32_t)(value >> 2);
    g->excepted = value & 3;
}

/* Moves C past the exceptions. */
static void find_exceptions(struct cursor *c, struct get_accesses *g, uint32_t most)
{
    uint32_t n = (uint32_t)get_at_most(c, most);

    g->n_exceptions = n;
    g->exceptions = *c;
    for (; !c->bad && n > 0; n--)
        (void)get_number(c);
    if (!c->bad)
        next_exception(g, 0);
}

static void get_accesses_end(struct get_accesses *g)
{
    free(g->instruction);
    free(g->rows);
    free(g->code);
    for (int of = 0; of < 2; of++) {
        free(g->reuses[of].distance);
        free(g->reuses[of].depth);
    }
}

/* Which instruction made each access: returns where those of each begin, by instruction. NULL
 * without memory, and where there is no such instruction. */
static uint32_t *take_instructions(struct get_accesses *g, struct signature *s)
{
    uint32_t *in_blocks = order_of_blocks(s, true);
    uint32_t *next = calloc(s->n_code + (size_t)1, sizeof *next);
    bool good = in_blocks && next && g->code;
    uint32_t i = 0;

    for (uint32_t e = 0; good && e < s->n_events; e++) {
        const struct signature_block *b = &s->blocks[s->events[e].block];
        good = b->first <= s->n_code && b->n <= s->n_code - b->first;
        for (uint32_t k = 0; good && k < s->events[e].n_accesses; k++) {
            uint16_t instruction = g->instruction[in_blocks[s->events[e].block]++];
            good = instruction < b->n;
            g->code[i] = good ? b->first + instruction : 0;
            next[g->code[i]]++;
            s->accesses[i++].instruction = instruction;
        }
    }
    free(in_blocks);
    if (good) {
        order_from_counts(next, s->n_code);
        return next;
    }
    free(next);
    return NULL;
}

/* Distances and depths of access I. */
static bool take_reuses(struct get_accesses *g, uint32_t i, struct signature_access *a,
                        const struct access_known *k)
{
    unsigned stored = (k->known[0] ? 0U : 1U) | (k->known[1] ? 0U : 2U);

    if (i == g->exception) {
        stored |= g->excepted;
        next_exception(g, i);
    }
    a->distance = k->distance[0];
    a->page_distance = k->distance[1];
    memcpy(a->depth, k->depth[0], sizeof a->depth);
    memcpy(a->page_depth, k->depth[1], sizeof a->page_depth);
    return (!(stored & 1) || take_stored(&g->reuses[0], &a->distance, a->depth)) &&
           (!(stored & 2) || take_stored(&g->reuses[1], &a->page_distance, a->page_depth));
}

/* Puts rows in order of time; the address is what it is beyond the guess. Rows of instructions lie
 * far from each other: a loop of its own waits for several at once. */
static void order_rows(const struct get_accesses *g, uint32_t *next, struct signature *s)
{
    for (uint32_t i = 0; i < s->n_accesses; i++) {
        const struct access_row *row = &g->rows[next[g->code[i]]++];
        struct signature_access *a = &s->accesses[i];
        a->address = row->beyond_guess;
        a->bytes = (uint16_t)(row->kind >> 1);
        a->store = row->kind & 1;
        a->flags = row->flags;
    }
}

/* Returns false where something is missing, or left. */
static bool walk(struct get_accesses *g, struct access_walk *w, struct signature *s)
{
    for (uint32_t i = 0; i < s->n_accesses; i++) {
        struct signature_access *a = &s->accesses[i];
        struct access_known known;
        access_walk_to(w, i);
        a->address += access_walk_guess(w, g->code[i]);
        access_walk_take(w, g->code[i], a->address, &known);
        if (!take_reuses(g, i, a, &known))
            return false;
    }
    return g->exception == SIGNATURE_NONE && g->reuses[0].at == g->reuses[0].n &&
           g->reuses[1].at == g->reuses[1].n;
}

/* That rows name instructions of their blocks. */
static bool rows_are_good(const struct signature *s)
{
    uint64_t i = 0;

    for (uint32_t e = 0; e < s->n_events; e++) {
        if (s->events[e].block >= s->n_blocks || i + s->events[e].n_accesses > s->n_accesses)
            return false;
        for (uint32_t k = 0; k < s->events[e].n_accesses; k++, i++)
            if (s->accesses[i].instruction >= s->blocks[s->events[e].block].n)
                return false;
    }
    return i == s->n_accesses;
}

static void get_plain(struct cursor *c, struct signature *s)
{
    size_t n = s->n_accesses * sizeof *s->accesses;

    c->bad |= (size_t)(c->end - c->at) != n;
    if (c->bad)
        return;
    if (n)
        memcpy(s->accesses, c->at, n);
    c->at += n;
    c->bad = !rows_are_good(s);
}

static void get_packed(struct cursor *c, struct signature *s)
{
    uint32_t n = s->n_accesses;
    struct get_accesses g = { 0 };

    g.instruction = get_uint16_t(c, n, UINT16_MAX);
    g.rows = get_access_rows(c, n);
    g.code = malloc((n + (size_t)1) * sizeof *g.code);
    find_exceptions(c, &g, n);
    get_stored(c, &g.reuses[0], n);
    get_stored(c, &g.reuses[1], n);
    if (!c->bad) {
        struct access_walk w;
        uint32_t *next = take_instructions(&g, s);
        c->bad = !access_walk_begin(&w, s, next) || !next;
        if (!c->bad) {
            order_rows(&g, next, s);
            c->bad = !walk(&g, &w, s);
        }
        access_walk_end(&w);
    }
    get_accesses_end(&g);
}

void samples_get_accesses(struct cursor *c, struct signature *s)
{
    if (get_at_most(c, SAMPLES_PLAIN) == SAMPLES_PLAIN)
        get_plain(c, s);
    else
        get_packed(c, s);
}
