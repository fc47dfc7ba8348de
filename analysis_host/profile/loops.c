/* Loops: edges that lead back to a block that is still open in a depth-first walk (Tarjan, Havlak).
 * The body of a loop is what reaches such an edge without leaving the header's subtree, so that a
 * loop of several entries is found, too, with the first entry that ran as its header. Blocks of
 * QEMU overlap, as it begins one wherever a jump leads: the nodes of the walk are pieces that none
 * begins within. */
#include "finish.h"
#include <stdlib.h>
#include <string.h>

/* Pieces of code, which of them followed which, and a walk. */
struct graph {
    uint32_t n;
    uint32_t *piece_of;   /* of each of code[]: of the piece that begins there, else NONE */
    uint32_t *first_code; /* of each piece */
    uint32_t *length;     /* instructions */
    uint64_t *executions;
    uint32_t *first_edge; /* of each piece in to[], n + 1 */
    uint32_t *to;
    uint64_t *count;
    uint32_t *enter, *leave; /* of the walk; 0: not come to */
};

/* A loop while it is found: a bit for each piece. */
struct body {
    uint32_t header, n_pieces;
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

/* The piece that begins at ADDRESS, or NONE. Code is sorted but for the rows of blocks that overlap
 * oddly, at its end, which begin no piece that a call returns to. */
static uint32_t piece_at(const struct graph *g, const struct signature *s, uint64_t address)
{
    uint32_t low = 0, high = g->n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (signature_address(s, g->first_code[middle]) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->n && signature_address(s, g->first_code[low]) == address ? low : SIGNATURE_NONE;
}

/* Numbers the pieces: one begins where a block does. */
static void number_pieces(struct graph *g, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_code; i++)
        g->piece_of[i] = SIGNATURE_NONE;
    for (uint32_t i = 0; i < s->n_blocks; i++)
        g->piece_of[s->blocks[i].first] = 0;
    for (uint32_t i = 0; i < s->n_code; i++)
        if (g->piece_of[i] != SIGNATURE_NONE) {
            g->first_code[g->n] = i;
            g->piece_of[i] = g->n++;
        }
}

/* Adds the edge, or only counts it. */
static void add_edge(struct graph *g, bool fill, uint32_t from, uint32_t to, uint64_t count)
{
    uint32_t at = g->first_edge[from + 1]++;

    if (fill) {
        g->to[at] = to;
        g->count[at] = count;
    }
}

/* Goes through the pieces of block B. Returns its last. */
static uint32_t take_pieces(struct graph *g, bool fill, const struct signature_block *b)
{
    uint32_t piece = g->piece_of[b->first], start = b->first;

    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        uint32_t next = i + 1 < b->first + b->n ? g->piece_of[i + 1] : SIGNATURE_NONE;
        if (next == SIGNATURE_NONE && i + 1 < b->first + b->n)
            continue;
        if (!fill) {
            g->executions[piece] += b->executions;
            g->length[piece] = i + 1 - start;
        }
        if (next == SIGNATURE_NONE)
            break;
        add_edge(g, fill, piece, next, b->executions);
        piece = next;
        start = i + 1;
    }
    return piece;
}

/* Edges within functions: a call goes on behind it, a return ends. LAST is of each block. */
static void take_edges(struct graph *g, const struct signature *s, uint32_t *last, bool fill)
{
    for (uint32_t i = 0; i < s->n_blocks; i++)
        last[i] = take_pieces(g, fill, &s->blocks[i]);
    for (uint32_t i = 0; i < s->n_edges; i++) {
        const struct signature_block *from = &s->blocks[s->edges[i].from];
        if (!is_call(from) && from->end != END_RETURN)
            add_edge(g, fill, last[s->edges[i].from], g->piece_of[s->blocks[s->edges[i].to].first],
                     s->edges[i].count);
    }
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        uint32_t end = b->first + b->n - 1;
        uint32_t after = is_call(b)
                             ? piece_at(g, s, signature_address(s, end) + s->code[end].length)
                             : SIGNATURE_NONE;
        if (after != SIGNATURE_NONE)
            add_edge(g, fill, last[i], after, b->executions);
    }
}

static void graph_free(struct graph *g)
{
    void *arrays[] = { g->piece_of, g->first_code, g->length, g->executions, g->first_edge,
                       g->to,       g->count,      g->enter,  g->leave };

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

static bool graph_allocate(struct graph *g, const struct signature *s)
{
    size_t n = s->n_blocks + (size_t)2, edges = n + s->n_edges;

    for (uint32_t i = 0; i < s->n_blocks; i++) /* no block has more pieces than instructions */
        edges += s->blocks[i].n;
    *g = (struct graph){ .piece_of = calloc(s->n_code + (size_t)1, sizeof(uint32_t)),
                         .first_code = calloc(n, sizeof(uint32_t)),
                         .length = calloc(n, sizeof(uint32_t)),
                         .executions = calloc(n, sizeof(uint64_t)),
                         .first_edge = calloc(n, sizeof(uint32_t)),
                         .to = calloc(edges, sizeof(uint32_t)),
                         .count = calloc(edges, sizeof(uint64_t)),
                         .enter = calloc(n, sizeof(uint32_t)),
                         .leave = calloc(n, sizeof(uint32_t)) };
    return g->piece_of && g->first_code && g->length && g->executions && g->first_edge && g->to &&
           g->count && g->enter && g->leave;
}

/* Counts, then fills: first_edge[i + 1] is where the edges of i are written next. LAST has room for
 * the last piece of each block. */
static bool graph_make(struct graph *g, const struct signature *s, uint32_t *last)
{
    uint32_t sum = 0;

    if (!graph_allocate(g, s) || !last)
        return false;
    number_pieces(g, s);
    take_edges(g, s, last, false);
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t n = g->first_edge[i + 1];
        g->first_edge[i + 1] = sum;
        sum += n;
    }
    take_edges(g, s, last, true);
    return true;
}

/* Walks from ROOT; STACK holds the pieces that are open, NEXT the edge of each to go on with. */
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

/* From pieces that nothing within a function leads to, then from what is left. */
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

static bool is_below(const struct graph *g, uint32_t piece, uint32_t header)
{
    return g->enter[piece] >= g->enter[header] && g->leave[piece] <= g->leave[header];
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

/* Adds to the body what reaches LATCH below the header. STACK has room for all pieces. */
static void add_body(struct body *b, const struct graph *g, const struct reverse *r, uint32_t latch,
                     uint32_t *stack)
{
    uint32_t depth = 0;

    if (!has(b->bits, latch)) {
        put(b->bits, latch);
        b->n_pieces++;
        stack[depth++] = latch;
    }
    while (depth > 0) {
        uint32_t at = stack[--depth];
        for (uint32_t e = r->first[at]; e < r->first[at + 1]; e++) {
            uint32_t from = r->from[e];
            if (has(b->bits, from) || !is_below(g, from, b->header))
                continue;
            put(b->bits, from);
            b->n_pieces++;
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
            b->n_pieces = 1;
        }
        add_body(b, g, r, r->from[e], stack);
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const struct body *x = a, *y = b;

    if (x->n_pieces != y->n_pieces)
        return x->n_pieces > y->n_pieces ? -1 : 1;
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

/* The first piece of B from I on, or one beyond all. Most loops are small. */
static uint32_t next_piece(const struct graph *g, const struct body *b, uint32_t i)
{
    while (i < g->n && !has(b->bits, i))
        i = b->bits[i / 64] >> i % 64 ? i + 1 : (i | 63) + 1;
    return i;
}

/* Rounds of the loop, entries, and instructions that it executed. INNERMOST of its pieces becomes
 * LOOP. */
static void count_rounds(const struct graph *g, const struct body *b, struct signature_loop *l,
                         uint32_t *innermost, uint32_t loop)
{
    uint64_t back = 0;

    for (uint32_t i = next_piece(g, b, 0); i < g->n; i = next_piece(g, b, i + 1)) {
        innermost[i] = loop;
        l->instructions += g->executions[i] * g->length[i];
        for (uint32_t e = g->first_edge[i]; e < g->first_edge[i + 1]; e++)
            back += g->to[e] == b->header ? g->count[e] : 0;
    }
    l->iterations = g->executions[b->header];
    l->activations = l->iterations > back ? l->iterations - back : 0;
}

/* Of each of code[], the block that begins there and ran most, or NONE. NULL without memory. */
static uint32_t *most_run_blocks(const struct signature *s)
{
    uint32_t *best = calloc(s->n_code + (size_t)1, sizeof *best);

    for (uint32_t i = 0; best && i < s->n_code; i++)
        best[i] = SIGNATURE_NONE;
    for (uint32_t i = 0; best && i < s->n_blocks; i++) {
        uint32_t *at = &best[s->blocks[i].first];
        if (*at == SIGNATURE_NONE || s->blocks[i].executions > s->blocks[*at].executions)
            *at = i;
    }
    return best;
}

/* A block belongs to the innermost loop of its last piece. */
static bool take_loops(struct signature *s, const struct graph *g, const struct body *bodies,
                       uint32_t n, const uint32_t *last)
{
    uint32_t *headers = most_run_blocks(s);
    uint32_t *innermost = calloc(g->n + (size_t)1, sizeof *innermost);
    bool good = headers && innermost;

    for (uint32_t i = 0; good && i < g->n; i++)
        innermost[i] = SIGNATURE_NONE;
    for (uint32_t i = 0; good && i < n; i++) {
        struct signature_loop *l = &s->loops[s->n_loops++];
        *l = (struct signature_loop){ .header = headers[g->first_code[bodies[i].header]],
                                      .parent = parent_of(bodies, i),
                                      .function = SIGNATURE_NONE };
        count_rounds(g, &bodies[i], l, innermost, i);
    }
    for (uint32_t k = 0; good && k < s->n_blocks; k++)
        if (innermost[last[k]] != SIGNATURE_NONE)
            s->blocks[k].loop = innermost[last[k]];
    free(headers);
    free(innermost);
    return good;
}

bool loops_find(struct signature *s)
{
    struct graph g;
    struct reverse r = { NULL, NULL };
    struct body *bodies = NULL;
    uint32_t n = 0, *last = calloc(s->n_blocks + (size_t)1, sizeof *last);
    bool good = graph_make(&g, s, last) && walk_all(&g) && reverse_make(&r, &g) &&
                (bodies = find_bodies(&g, &r, &n)) != NULL;

    if (good) {
        s->loops = calloc(n + (size_t)1, sizeof *s->loops);
        good = s->loops != NULL;
    }
    good = good && take_loops(s, &g, bodies, n, last);
    for (uint32_t i = 0; bodies && i < n; i++)
        free(bodies[i].bits);
    free(bodies);
    free(last);
    free(r.first);
    free(r.from);
    graph_free(&g);
    return good;
}
