/* Loops: edges that lead back to a block that is still open in a depth-first walk (Tarjan, Havlak).
 * The body of a loop is what reaches such an edge without leaving the header's subtree, so that a
 * loop of several entries is found, too, with the first entry that ran as its header. */
#include "loops.h"
#include <stdlib.h>
#include <string.h>

/* The blocks and edges of a walk. */
struct graph {
    uint32_t n;
    uint32_t *first_edge; /* of each block in edges[], n + 1 */
    uint32_t *to;
    uint64_t *count;
    uint32_t *enter, *leave; /* of the walk; 0: not come to */
};

/* A loop while it is found: a bit for each block. */
struct body {
    uint32_t header, n_blocks;
    uint64_t back; /* times that its back edges were taken */
    uint64_t *bits;
};

static bool has(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> i % 64 & 1;
}

static void put(uint64_t *bits, uint32_t i)
{
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

static bool is_call(const struct signature_block *b)
{
    return b->end == END_CALL || b->end == END_CALL_INDIRECT;
}

/* Address after the last instruction of B. */
static uint64_t address_after(const struct signature *s, const struct signature_block *b)
{
    const struct signature_instruction *last = &s->code[b->first + b->n - 1];

    return (last->address & ~UINT64_C(1)) + last->length;
}

static const struct signature *sorted; /* for by_start() */

static int by_start(const void *a, const void *b)
{
    uint64_t x = sorted->code[sorted->blocks[*(const uint32_t *)a].first].address & ~UINT64_C(1);
    uint64_t y = sorted->code[sorted->blocks[*(const uint32_t *)b].first].address & ~UINT64_C(1);

    return x < y ? -1 : x > y;
}

/* Numbers of blocks in the order of their addresses. */
static uint32_t *blocks_by_address(const struct signature *s)
{
    uint32_t *order = calloc(s->n_blocks + (size_t)1, sizeof *order);

    for (uint32_t i = 0; order && i < s->n_blocks; i++)
        order[i] = i;
    sorted = s;
    if (order)
        qsort(order, s->n_blocks, sizeof *order, by_start);
    return order;
}

/* The block that starts at ADDRESS and ran most, or NONE. */
static uint32_t block_at(const struct signature *s, const uint32_t *order, uint64_t address)
{
    uint32_t low = 0, high = s->n_blocks, best = SIGNATURE_NONE;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((s->code[s->blocks[order[middle]].first].address & ~UINT64_C(1)) < address)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->n_blocks; low++) {
        const struct signature_block *b = &s->blocks[order[low]];
        if ((s->code[b->first].address & ~UINT64_C(1)) != address)
            break;
        if (best == SIGNATURE_NONE || b->executions > s->blocks[best].executions)
            best = order[low];
    }
    return best;
}

/* Adds the edge to G, or only counts it. */
static void add_edge(struct graph *g, bool fill, uint32_t from, uint32_t to, uint64_t count)
{
    uint32_t at = g->first_edge[from + 1]++;

    if (fill) {
        g->to[at] = to;
        g->count[at] = count;
    }
}

/* Edges within functions: a call goes on behind it, a return ends. */
static void take_edges(struct graph *g, const struct signature *s, const uint32_t *order, bool fill)
{
    for (uint32_t i = 0; i < s->n_edges; i++) {
        const struct signature_block *from = &s->blocks[s->edges[i].from];
        if (!is_call(from) && from->end != END_RETURN)
            add_edge(g, fill, s->edges[i].from, s->edges[i].to, s->edges[i].count);
    }
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        if (!is_call(&s->blocks[i]))
            continue;
        uint32_t after = block_at(s, order, address_after(s, &s->blocks[i]));
        if (after != SIGNATURE_NONE)
            add_edge(g, fill, i, after, s->blocks[i].executions);
    }
}

static void graph_free(struct graph *g)
{
    free(g->first_edge);
    free(g->to);
    free(g->count);
    free(g->enter);
    free(g->leave);
}

/* Counts, then fills: first_edge[i + 1] is where the edges of i are written next. */
static bool graph_make(struct graph *g, const struct signature *s)
{
    uint32_t *order = blocks_by_address(s);
    size_t edges = (size_t)s->n_edges + s->n_blocks + 1;

    *g = (struct graph){ .n = s->n_blocks,
                         .first_edge = calloc(s->n_blocks + (size_t)2, sizeof(uint32_t)),
                         .to = calloc(edges, sizeof(uint32_t)),
                         .count = calloc(edges, sizeof(uint64_t)),
                         .enter = calloc(s->n_blocks + (size_t)1, sizeof(uint32_t)),
                         .leave = calloc(s->n_blocks + (size_t)1, sizeof(uint32_t)) };
    bool good = order && g->first_edge && g->to && g->count && g->enter && g->leave;
    if (good) {
        take_edges(g, s, order, false);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < g->n; i++) {
            uint32_t n = g->first_edge[i + 1];
            g->first_edge[i + 1] = sum;
            sum += n;
        }
        take_edges(g, s, order, true);
    }
    free(order);
    return good;
}

/* Walks from ROOT; STACK holds the blocks that are open, NEXT the edge of each to go on with. */
static void walk(struct graph *g, uint32_t root, uint32_t *clock, uint32_t *stack, uint32_t *next)
{
    uint32_t depth = 0;

    stack[depth++] = root;
    g->enter[root] = ++*clock;
    next[root] = g->first_edge[root];
    while (depth > 0) {
        uint32_t at = stack[depth - 1];
        if (next[at] == g->first_edge[at + 1]) {
            g->leave[at] = ++*clock;
            depth--;
            continue;
        }
        uint32_t to = g->to[next[at]++];
        if (g->enter[to])
            continue;
        g->enter[to] = ++*clock;
        next[to] = g->first_edge[to];
        stack[depth++] = to;
    }
}

/* From blocks that nothing within a function leads to, then from what is left. */
static bool walk_all(struct graph *g)
{
    uint32_t *stack = calloc(g->n + (size_t)1, sizeof *stack);
    uint32_t *next = calloc(g->n + (size_t)1, sizeof *next);
    uint8_t *led_to = calloc(g->n + (size_t)1, 1);
    uint32_t clock = 0;
    bool good = stack && next && led_to;

    for (uint32_t i = 0; good && i < g->first_edge[g->n]; i++)
        led_to[g->to[i]] = 1;
    for (int others = 0; good && others < 2; others++)
        for (uint32_t i = 0; i < g->n; i++)
            if (!g->enter[i] && (others || !led_to[i]))
                walk(g, i, &clock, stack, next);
    free(stack);
    free(next);
    free(led_to);
    return good;
}

static bool is_below(const struct graph *g, uint32_t block, uint32_t header)
{
    return g->enter[block] >= g->enter[header] && g->leave[block] <= g->leave[header];
}

/* Edges the other way round. */
struct reverse {
    uint32_t *first, *from;
};

static bool reverse_make(struct reverse *r, const struct graph *g)
{
    r->first = calloc(g->n + (size_t)2, sizeof *r->first);
    r->from = calloc(g->first_edge[g->n] + (size_t)1, sizeof *r->from);
    if (!r->first || !r->from)
        return false;
    for (uint32_t i = 0; i < g->first_edge[g->n]; i++)
        r->first[g->to[i] + 1]++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t n = r->first[i + 1];
        r->first[i + 1] = sum;
        sum += n;
    }
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t e = g->first_edge[i]; e < g->first_edge[i + 1]; e++)
            r->from[r->first[g->to[e] + 1]++] = i;
    return true;
}

/* Adds to the body what reaches LATCH below the header. STACK has room for all blocks. */
static void add_body(struct body *b, const struct graph *g, const struct reverse *r, uint32_t latch,
                     uint32_t *stack)
{
    uint32_t depth = 0;

    if (!has(b->bits, latch)) {
        put(b->bits, latch);
        b->n_blocks++;
        stack[depth++] = latch;
    }
    while (depth > 0) {
        uint32_t at = stack[--depth];
        for (uint32_t e = r->first[at]; e < r->first[at + 1]; e++) {
            uint32_t from = r->from[e];
            if (has(b->bits, from) || !is_below(g, from, b->header))
                continue;
            put(b->bits, from);
            b->n_blocks++;
            stack[depth++] = from;
        }
    }
}

/* The body of HEADER, if edges lead back to it. */
static bool find_body(struct body *b, const struct graph *g, const struct reverse *r,
                      uint32_t header, uint32_t *stack)
{
    *b = (struct body){ .header = header };
    for (uint32_t e = r->first[header]; e < r->first[header + 1]; e++) {
        if (!is_below(g, r->from[e], header))
            continue;
        if (!b->bits) {
            b->bits = calloc(g->n / 64 + (size_t)1, sizeof *b->bits);
            if (!b->bits)
                return false;
            put(b->bits, header);
            b->n_blocks = 1;
        }
        add_body(b, g, r, r->from[e], stack);
    }
    for (uint32_t i = 0; b->bits && i < g->n; i++)
        for (uint32_t e = g->first_edge[i]; has(b->bits, i) && e < g->first_edge[i + 1]; e++)
            b->back += g->to[e] == header ? g->count[e] : 0;
    return true;
}

static int by_size(const void *a, const void *b)
{
    const struct body *x = a, *y = b;

    if (x->n_blocks != y->n_blocks)
        return x->n_blocks > y->n_blocks ? -1 : 1;
    return x->header < y->header ? -1 : x->header > y->header;
}

/* All bodies, the largest first; N is set. NULL without memory. */
static struct body *find_bodies(const struct graph *g, const struct reverse *r, uint32_t *n)
{
    struct body *bodies = calloc(g->n + (size_t)1, sizeof *bodies);
    uint32_t *stack = calloc(g->n + (size_t)1, sizeof *stack);
    bool good = bodies && stack;

    *n = 0;
    for (uint32_t i = 0; good && i < g->n; i++) {
        good = find_body(&bodies[*n], g, r, i, stack);
        *n += good && bodies[*n].bits;
    }
    free(stack);
    if (good)
        qsort(bodies, *n, sizeof *bodies, by_size);
    return bodies;
}

/* The innermost loop before number I whose body holds its header. */
static uint32_t parent_of(const struct body *bodies, uint32_t i)
{
    for (uint32_t p = i; p-- > 0;)
        if (has(bodies[p].bits, bodies[i].header))
            return p;
    return SIGNATURE_NONE;
}

static void take_loops(struct signature *s, const struct body *bodies, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct signature_loop *l = &s->loops[s->n_loops++];
        const struct signature_block *header = &s->blocks[bodies[i].header];
        *l = (struct signature_loop){ .header = bodies[i].header,
                                      .parent = parent_of(bodies, i),
                                      .function = SIGNATURE_NONE,
                                      .iterations = header->executions };
        l->activations =
            header->executions > bodies[i].back ? header->executions - bodies[i].back : 0;
        for (uint32_t k = 0; k < s->n_blocks; k++)
            if (has(bodies[i].bits, k)) {
                s->blocks[k].loop = i;
                l->instructions += s->blocks[k].executions * s->blocks[k].n;
            }
    }
}

bool loops_find(struct signature *s)
{
    struct graph g;
    struct reverse r = { NULL, NULL };
    struct body *bodies = NULL;
    uint32_t n = 0;
    bool good = graph_make(&g, s) && walk_all(&g) && reverse_make(&r, &g) &&
                (bodies = find_bodies(&g, &r, &n)) != NULL;

    if (good) {
        s->loops = calloc(n + (size_t)1, sizeof *s->loops);
        good = s->loops != NULL;
    }
    if (good)
        take_loops(s, bodies, n);
    for (uint32_t i = 0; bodies && i < n; i++)
        free(bodies[i].bits);
    free(bodies);
    free(r.first);
    free(r.from);
    graph_free(&g);
    return good;
}
