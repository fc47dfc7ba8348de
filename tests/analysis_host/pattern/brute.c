/* Patterns run instance by instance, with nothing but their text. */
#include "brute.h"
#include "evaluate.h"
#include "interpret.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_MARKS = 1 << 24 };
enum { TOUCHED = 1, WRITTEN = 2 };

/* ---- counts ---- */

struct marks {
    const struct pattern *p;
    int64_t size;
    uint64_t *counts;
    unsigned char *elements[MOST_ARRAYS];
    int64_t *index[MOST_ARRAYS]; /* subscripts of index arrays */
};

static int64_t index_of(const struct marks *m, const struct access *a, const int64_t *at)
{
    int64_t index = 0;

    for (unsigned i = 0; i < a->n; i++)
        index = index * affine_at(m->p->arrays[a->array].extents[i], m->size, NULL) +
                (a->subscripts[i] != NULL ? affine_at(a->subscripts[i], m->size, at)
                                          : m->index[a->gather->array][index_of(m, a->gather, at)]);
    return index;
}

static bool mark(void *ctx, unsigned statement, const int64_t *at)
{
    struct marks *m = ctx;
    const struct statement *s = &m->p->statements[statement];

    m->counts[BRUTE_ADDS] += s->work.add;
    m->counts[BRUTE_MULS] += s->work.mul;
    m->counts[BRUTE_DIVS] += s->work.div;
    m->counts[BRUTE_SQRTS] += s->work.sqrt;
    m->counts[BRUTE_LOADS] += s->n_reads;
    m->counts[BRUTE_STORES]++;
    for (unsigned i = 0; i < s->n_reads; i++)
        m->elements[s->reads[i]->array][index_of(m, s->reads[i], at)] |= TOUCHED;
    m->elements[s->target.array][index_of(m, &s->target, at)] |= TOUCHED | WRITTEN;
    return true;
}

/* Adds up the marks of one array, rows beginning on lines. */
static void add_up(struct marks *m, unsigned array, unsigned line_bytes)
{
    const struct array *a = &m->p->arrays[array];
    int64_t n = interpret_elements(m->p, array, m->size, MOST_MARKS);
    int64_t columns = affine_at(a->extents[a->n_extents - 1], m->size, NULL);
    int64_t per_line = line_bytes / type_bytes(a->type);
    unsigned char line = 0;

    for (int64_t i = 0; i < n; i++) {
        unsigned char here = m->elements[array][i];
        int64_t column = i % columns;
        m->counts[BRUTE_ELEMENTS] += (here & TOUCHED) != 0;
        m->counts[BRUTE_WRITTEN] += (here & WRITTEN) != 0;
        line = column % per_line == 0 ? here : line | here;
        if (column + 1 == columns || (column + 1) % per_line == 0) {
            m->counts[BRUTE_LINES] += (line & TOUCHED) != 0;
            m->counts[BRUTE_LINES_WRITTEN] += (line & WRITTEN) != 0;
        }
    }
}

void brute_counts(const struct pattern *p, int64_t size, unsigned line_bytes,
                  uint64_t counts[BRUTE_KINDS])
{
    struct marks m = { .p = p, .size = size, .counts = counts };

    memset(counts, 0, BRUTE_KINDS * sizeof counts[0]);
    for (unsigned i = 0; i < p->n_arrays; i++) {
        m.elements[i] = calloc((size_t)interpret_elements(p, i, size, MOST_MARKS) + 1, 1);
        if (p->arrays[i].index)
            m.index[i] = interpret_index(p, i, size, MOST_MARKS);
        if (m.elements[i] == NULL || (p->arrays[i].index && m.index[i] == NULL))
            abort();
    }
    if (!interpret_instances(p, size, mark, &m))
        abort();
    for (unsigned i = 0; i < p->n_arrays; i++) {
        add_up(&m, i, line_bytes);
        free(m.elements[i]);
        free(m.index[i]);
    }
}

/* ---- legality ---- */

enum { MOST_RUNS = 1 << 12, MOST_TOUCHES = 8 };

struct run {
    unsigned n_touches;
    int64_t touches[MOST_TOUCHES]; /* array and element as one number; the first is written */
    int64_t place[MOST_ORDER];
};

struct runs {
    const struct pattern *p;
    const struct variant *v;
    int64_t size;
    unsigned n;
    struct run *at;
};

static int64_t touch(const struct runs *r, const struct access *a, const int64_t *at)
{
    struct marks m = { .p = r->p, .size = r->size };

    return index_of(&m, a, at) * MOST_ARRAYS + a->array;
}

static bool add_run(void *ctx, unsigned statement, const int64_t *at)
{
    struct runs *r = ctx;
    const struct statement *s = &r->p->statements[statement];
    struct run *run = &r->at[r->n++];

    if (r->n > MOST_RUNS || s->n_reads >= MOST_TOUCHES)
        abort();
    *run = (struct run){ .n_touches = s->n_reads + 1 };
    run->touches[0] = touch(r, &s->target, at);
    for (unsigned i = 0; i < s->n_reads; i++)
        run->touches[i + 1] = touch(r, s->reads[i], at);
    for (unsigned c = 0; c < r->v->n_clauses; c++) {
        const struct order *o = r->v->clauses[c].order;
        for (unsigned i = 0; o->statement == statement && i < o->n; i++)
            run->place[i] = affine_at(o->loops[i], r->size, at);
    }
    return true;
}

static int compare(const struct run *a, const struct run *b)
{
    for (unsigned i = 0; i < MOST_ORDER; i++)
        if (a->place[i] != b->place[i])
            return a->place[i] < b->place[i] ? -1 : 1;
    return 0;
}

static bool meet(const struct run *a, const struct run *b)
{
    for (unsigned i = 0; i < a->n_touches; i++)
        if (a->touches[i] == b->touches[0])
            return true;
    for (unsigned i = 0; i < b->n_touches; i++)
        if (b->touches[i] == a->touches[0])
            return true;
    return false;
}

static bool all_in_order(const struct runs *r)
{
    for (unsigned a = 0; a < r->n; a++)
        for (unsigned b = a + 1; b < r->n; b++) {
            int order = compare(&r->at[a], &r->at[b]);
            if (order == 0 || (order > 0 && meet(&r->at[a], &r->at[b])))
                return false;
        }
    return true;
}

bool brute_is_legal(const struct pattern *p, const struct variant *variant, int64_t size)
{
    struct runs r = { .p = p, .v = variant, .size = size };

    r.at = calloc(MOST_RUNS, sizeof r.at[0]);
    if (r.at == NULL || !interpret_instances(p, size, add_run, &r))
        abort();
    bool legal = all_in_order(&r);
    free(r.at);
    return legal;
}
