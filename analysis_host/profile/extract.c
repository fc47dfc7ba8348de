/* Kernels of a whole run: loops and functions in a tree, each below the loop or function that it
 * ran in most. */
#include "finish.h"
#include <stdlib.h>
#include <string.h>

/* ---- The paper's extraction, on a sequence of symbols ---- */

/* A sequence and what is known of its symbols. */
struct sequence {
    const uint32_t *symbol;
    size_t n;
    uint32_t n_symbols;
    const uint32_t *weight;
};

static uint64_t weight_of(const uint32_t *weight, uint32_t symbol)
{
    return weight ? weight[symbol] : 1;
}

uint64_t extract_longest(const uint32_t *sequence, size_t n, const uint8_t *set,
                         const uint32_t *weight)
{
    uint64_t longest = 0, run = 0;

    for (size_t i = 0; i < n; i++) {
        run = set[sequence[i]] ? run + weight_of(weight, sequence[i]) : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* Static instructions of SET. */
static uint64_t size_of(const struct sequence *q, const uint8_t *set)
{
    uint64_t size = 0;

    for (uint32_t i = 0; i < q->n_symbols; i++)
        size += set[i] ? weight_of(q->weight, i) : 0;
    return size;
}

static uint32_t heaviest(const struct sequence *q, uint64_t *sums)
{
    uint32_t best = 0;

    for (size_t i = 0; i < q->n; i++)
        sums[q->symbol[i]] += weight_of(q->weight, q->symbol[i]);
    for (uint32_t i = 1; i < q->n_symbols; i++)
        if (sums[i] > sums[best])
            best = i;
    return best;
}

/* A set with one gap added, and what it is worth: its longest piece by its size. */
struct candidate {
    uint8_t *set;
    uint64_t longest, size;
};

static bool is_better(const struct candidate *a, const struct candidate *b)
{
    return !b->size || (double)a->longest / (double)a->size > (double)b->longest / (double)b->size;
}

/* Adds the gap from FROM to TO to SET; keeps the result in BEST where it is better. TRIAL is room.
 */
static void try_gap(const struct sequence *q, const uint8_t *set, size_t from, size_t to,
                    struct candidate *trial, struct candidate *best)
{
    memcpy(trial->set, set, q->n_symbols);
    for (size_t i = from; i < to; i++)
        trial->set[q->symbol[i]] = 1;
    trial->longest = extract_longest(q->symbol, q->n, trial->set, q->weight);
    trial->size = size_of(q, trial->set);
    if (!is_better(trial, best))
        return;
    struct candidate other = *best;
    *best = *trial;
    *trial = other;
}

/* The best set with one gap of SET added; its size stays 0 where SET has no gap. */
static void best_gap(const struct sequence *q, const uint8_t *set, struct candidate *trial,
                     struct candidate *best)
{
    best->size = 0;
    for (size_t i = 0, from = 0; i <= q->n; i++) {
        if (i < q->n && !set[q->symbol[i]])
            continue;
        if (i > from)
            try_gap(q, set, from, i, trial, best);
        from = i + 1;
    }
}

/* Grows the set in NOW; CHOSEN becomes the last that was worth its step. */
static uint64_t grow(const struct sequence *q, struct candidate *now, struct candidate *trial,
                     struct candidate *best, uint8_t *chosen)
{
    uint64_t longest = now->longest;

    memcpy(chosen, now->set, q->n_symbols);
    for (;;) {
        best_gap(q, now->set, trial, best);
        if (best->size == 0)
            return longest;
        bool worth = (double)best->longest * (double)now->size >=
                     2.0 * (double)now->longest * (double)best->size;
        struct candidate other = *now;
        *now = *best;
        *best = other;
        if (worth) {
            memcpy(chosen, now->set, q->n_symbols);
            longest = now->longest;
        }
    }
}

uint64_t extract_from_sequence(const uint32_t *sequence, size_t n, uint32_t n_symbols,
                               const uint32_t *weight, uint8_t *set)
{
    struct sequence q = { sequence, n, n_symbols, weight };
    size_t room = n_symbols + (size_t)1;
    struct candidate now = { .set = calloc(room, 1) }, trial = { .set = calloc(room, 1) },
                     best = { .set = calloc(room, 1) };
    uint64_t *sums = calloc(room, sizeof *sums), longest = 0;

    memset(set, 0, n_symbols);
    if (n > 0 && now.set && trial.set && best.set && sums) {
        now.set[heaviest(&q, sums)] = 1;
        now.longest = extract_longest(sequence, n, now.set, weight);
        now.size = size_of(&q, now.set);
        longest = grow(&q, &now, &trial, &best, set);
    }
    free(now.set);
    free(trial.set);
    free(best.set);
    free(sums);
    return longest;
}

enum { COVERED_PERCENT = 90, LEAST_PERCENT = 1, MOST_KERNELS = 64 };

/* A loop, or a function (after all loops). */
struct place {
    uint32_t parent;         /* NONE: nothing called it */
    uint64_t own, inclusive; /* instructions that ran */
    uint64_t own_static, inclusive_static;
    uint64_t activations;
    uint64_t calls; /* from the parent; while that is looked for */
    bool counted, taken;
};

struct tree {
    struct place *places;
    uint32_t n, n_loops;
};

/* Where a block's instructions count. */
static uint32_t place_of(const struct tree *t, const struct signature_block *b)
{
    return b->loop != SIGNATURE_NONE       ? b->loop
           : b->function != SIGNATURE_NONE ? t->n_loops + b->function
                                           : SIGNATURE_NONE;
}

static void add_blocks(struct tree *t, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        uint32_t place = place_of(t, &s->blocks[i]);
        if (place == SIGNATURE_NONE)
            continue;
        t->places[place].own += s->blocks[i].executions * s->blocks[i].n;
        t->places[place].own_static += s->blocks[i].n;
    }
}

static bool is_call(const struct signature_block *b)
{
    return b->end == END_CALL || b->end == END_CALL_INDIRECT;
}

/* A function is below the place that calls it most. */
static void add_calls(struct tree *t, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_edges; i++) {
        const struct signature_block *from = &s->blocks[s->edges[i].from];
        const struct signature_block *to = &s->blocks[s->edges[i].to];
        if (!is_call(from) || to->function == SIGNATURE_NONE)
            continue;
        struct place *callee = &t->places[t->n_loops + to->function];
        callee->activations += s->edges[i].count;
        if (s->edges[i].count > callee->calls) {
            callee->calls = s->edges[i].count;
            callee->parent = place_of(t, from);
        }
    }
}

static void add_loops(struct tree *t, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_loops; i++) {
        const struct signature_loop *l = &s->loops[i];
        t->places[i].activations = l->activations ? l->activations : 1;
        t->places[i].parent = l->parent != SIGNATURE_NONE     ? l->parent
                              : l->function != SIGNATURE_NONE ? t->n_loops + l->function
                                                              : SIGNATURE_NONE;
    }
}

/* Whether PLACE is below itself: recursion. */
static bool is_circle(const struct tree *t, uint32_t place)
{
    uint32_t at = t->places[place].parent;

    for (uint32_t steps = 0; at != SIGNATURE_NONE && steps <= t->n; steps++) {
        if (at == place)
            return true;
        at = t->places[at].parent;
    }
    return at != SIGNATURE_NONE;
}

/* Adds what each place ran to all around it. */
static void add_inclusive(struct tree *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (is_circle(t, i))
            t->places[i].parent = SIGNATURE_NONE;
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t at = i; at != SIGNATURE_NONE; at = t->places[at].parent) {
            t->places[at].inclusive += t->places[i].own;
            t->places[at].inclusive_static += t->places[i].own_static;
        }
}

static bool tree_make(struct tree *t, const struct signature *s)
{
    t->n_loops = s->n_loops;
    t->n = s->n_loops + s->n_functions;
    t->places = calloc(t->n + (size_t)1, sizeof *t->places);
    if (!t->places)
        return false;
    for (uint32_t i = 0; i < t->n; i++)
        t->places[i].parent = SIGNATURE_NONE;
    add_blocks(t, s);
    add_calls(t, s);
    add_loops(t, s);
    add_inclusive(t);
    return true;
}

static double piece_of(const struct place *p)
{
    return (double)p->inclusive / (double)(p->activations ? p->activations : 1);
}

/* The place that ran most by itself and is in no kernel yet. */
static uint32_t heaviest_node(const struct tree *t)
{
    uint32_t best = SIGNATURE_NONE;

    for (uint32_t i = 0; i < t->n; i++)
        if (!t->places[i].taken && t->places[i].own &&
            (best == SIGNATURE_NONE || t->places[i].own > t->places[best].own))
            best = i;
    return best;
}

/* The highest place above AT whose last step was worth it, and that holds no other kernel. */
static uint32_t climb(const struct tree *t, uint32_t at)
{
    uint32_t chosen = at, up = t->places[at].parent;

    for (; up != SIGNATURE_NONE && !t->places[up].taken; up = t->places[up].parent) {
        const struct place *low = &t->places[at], *high = &t->places[up];
        if (piece_of(high) * (double)low->inclusive_static >=
            2 * piece_of(low) * (double)high->inclusive_static)
            chosen = up;
        at = up;
    }
    return chosen;
}

static bool is_below(const struct tree *t, uint32_t at, uint32_t top)
{
    while (at != SIGNATURE_NONE && at != top)
        at = t->places[at].parent;
    return at == top;
}

/* Marks what is below TOP, and the blocks of it. Returns false without memory. */
static bool take(struct tree *t, const struct signature *s, uint32_t top,
                 struct signature_kernel *kernel)
{
    for (uint32_t i = 0; i < t->n; i++)
        t->places[i].counted = !t->places[i].taken && is_below(t, i, top);
    kernel->blocks = calloc(s->n_blocks + (size_t)1, sizeof *kernel->blocks);
    if (!kernel->blocks)
        return false;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        uint32_t place = place_of(t, &s->blocks[i]);
        if (place == SIGNATURE_NONE || !t->places[place].counted)
            continue;
        kernel->blocks[kernel->n_blocks++] = i;
        kernel->instructions += s->blocks[i].n;
        kernel->executed += s->blocks[i].executions * s->blocks[i].n;
    }
    kernel->loop = top < t->n_loops ? top : SIGNATURE_NONE;
    kernel->longest = (uint64_t)piece_of(&t->places[top]);
    for (uint32_t i = 0; i < t->n; i++)
        t->places[i].taken = t->places[i].taken || t->places[i].counted;
    return true;
}

bool extract_kernels(struct signature *s)
{
    struct tree t;
    uint64_t covered = 0;

    s->kernels = calloc(MOST_KERNELS, sizeof *s->kernels);
    if (!s->kernels || !tree_make(&t, s))
        return false;
    while (s->n_kernels < MOST_KERNELS && covered * 100 < s->instructions * COVERED_PERCENT) {
        struct signature_kernel *kernel = &s->kernels[s->n_kernels];
        uint32_t at = heaviest_node(&t);
        if (at == SIGNATURE_NONE)
            break;
        if (!take(&t, s, climb(&t, at), kernel)) {
            free(t.places);
            return false;
        }
        s->n_kernels++;
        covered += kernel->executed;
        if (kernel->executed * 100 < s->instructions * LEAST_PERCENT) {
            free(kernel->blocks);
            *kernel = (struct signature_kernel){ 0 };
            s->n_kernels--;
            break;
        }
    }
    free(t.places);
    return true;
}
