/* Kernels of a whole run: loops and functions in a tree, each below the loop or function that it
 * ran in most. */
#include "extract.h"
#include <stdlib.h>
#include <string.h>

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
static uint32_t heaviest(const struct tree *t)
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
        uint32_t at = heaviest(&t);
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
