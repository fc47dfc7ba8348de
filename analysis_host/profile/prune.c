/* Folds code that no sample has into sums of loops. */
#include "finish.h"
#include <stdlib.h>
#include <string.h>

enum {
    OWN_ROW = 1000,    /* an instruction with so large a part of all accesses keeps its row */
    MOST_FLOW = 65536, /* rows of dataflow */
    FEW_PAGES = 5,     /* groups of distances below 32 pages: a small first TLB */
    FEW_WAYS = 2,      /* of the largest number of sets: a second TLB */
    SUMS = 4,          /* of the accesses of a loop */
};

/* New numbers of what is kept, NONE of what is dropped. */
struct fold {
    struct signature *s;
    uint32_t *block, *code, *function;
    uint32_t *loop_of_code; /* by old numbers; a loop that sums are kept of, or n_loops */
    uint32_t *loop;         /* of each loop the one around it, or itself, that a sample has */
};

static uint32_t *all_none(size_t n)
{
    uint32_t *numbers = malloc((n + 1) * sizeof *numbers);

    for (size_t i = 0; numbers && i <= n; i++)
        numbers[i] = SIGNATURE_NONE;
    return numbers;
}

static bool fold_begin(struct fold *f, struct signature *s)
{
    *f = (struct fold){ .s = s,
                        .block = all_none(s->n_blocks),
                        .code = all_none(s->n_code),
                        .function = all_none(s->n_functions),
                        .loop_of_code = all_none(s->n_code),
                        .loop = all_none(s->n_loops) };
    s->rest = calloc(s->n_loops + (size_t)1, sizeof *s->rest);
    return f->block && f->code && f->function && f->loop_of_code && f->loop && s->rest;
}

static void fold_end(struct fold *f)
{
    free(f->block);
    free(f->code);
    free(f->function);
    free(f->loop_of_code);
    free(f->loop);
}

static uint32_t renumbered(const uint32_t *numbers, uint32_t old)
{
    return old == SIGNATURE_NONE ? SIGNATURE_NONE : numbers[old];
}

/* Numbers what of N is marked, from 0 on. */
static void number_marked(uint32_t *numbers, uint32_t n)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++)
        if (numbers[i] != SIGNATURE_NONE)
            numbers[i] = kept++;
}

/* A loop's parent stands before it. */
static void find_loops(struct fold *f)
{
    const struct signature *s = f->s;

    for (uint32_t i = 0; i < s->n_events; i++) {
        uint32_t loop = s->blocks[s->events[i].block].loop;
        if (loop != SIGNATURE_NONE)
            f->loop[loop] = loop;
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        if (f->loop[i] == SIGNATURE_NONE)
            f->loop[i] = renumbered(f->loop, s->loops[i].parent);
}

/* The row of sums for what is in LOOP: the last is for what is outside of all. */
static uint32_t sums_of(const struct fold *f, uint32_t loop)
{
    uint32_t around = renumbered(f->loop, loop);

    return around == SIGNATURE_NONE ? f->s->n_loops : around;
}

/* Where functions and loops begin, of blocks that may go. */
static void note_addresses(struct signature *s)
{
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        uint64_t address = signature_address(s, s->blocks[i].first);
        struct signature_function *in =
            s->blocks[i].function < s->n_functions ? &s->functions[s->blocks[i].function] : NULL;
        if (in && (in->address == 0 || address < in->address))
            in->address = address;
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        s->loops[i].address = signature_address(s, s->blocks[s->loops[i].header].first);
}

/* Numbers blocks of samples, the code that is in them, and functions that they or loops are in. */
static void number_kept(struct fold *f)
{
    const struct signature *s = f->s;

    for (uint32_t i = 0; i < s->n_events; i++)
        f->block[s->events[i].block] = 0;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        for (uint32_t k = b->first; k < b->first + b->n; k++) {
            f->loop_of_code[k] = sums_of(f, b->loop);
            if (f->block[i] != SIGNATURE_NONE)
                f->code[k] = 0;
        }
        if (f->block[i] != SIGNATURE_NONE && b->function != SIGNATURE_NONE)
            f->function[b->function] = 0;
    }
    for (uint32_t i = 0; i < s->n_loops; i++)
        if (s->loops[i].function != SIGNATURE_NONE)
            f->function[s->loops[i].function] = 0;
    number_marked(f->block, s->n_blocks);
    number_marked(f->code, s->n_code);
    number_marked(f->function, s->n_functions);
}

/* Sums of loops, and of what is outside of all. */
static void sum_rest(struct fold *f)
{
    struct signature *s = f->s;

    for (uint32_t i = 0; i <= s->n_loops; i++)
        s->rest[i].loop = i < s->n_loops ? i : SIGNATURE_NONE;
    for (uint32_t i = 0; i < s->n_blocks; i++) {
        const struct signature_block *b = &s->blocks[i];
        struct signature_rest *r = &s->rest[sums_of(f, b->loop)];
        if (f->block[i] != SIGNATURE_NONE)
            continue;
        r->blocks++;
        r->instructions += b->n;
        r->executed += b->executions * b->n + b->repeats;
    }
    for (uint32_t i = 0; i <= s->n_loops; i++)
        if (s->rest[i].blocks)
            s->rest[s->n_rest++] = s->rest[i];
}

static void add_histogram(uint64_t *to, const uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += from[i];
}

static void add_row(struct signature_memory *to, const struct signature_memory *from)
{
    to->count += from->count;
    to->cold += from->cold;
    to->cold_pages += from->cold_pages;
    to->strided += from->strided;
    to->lines += from->lines;
    add_histogram(to->distance, from->distance, SIGNATURE_GROUPS);
    add_histogram(to->page_distance, from->page_distance, SIGNATURE_GROUPS);
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        add_histogram(to->depth[k], from->depth[k], SIGNATURE_DEEP + 1);
        add_histogram(to->page_depth[k], from->page_depth[k], SIGNATURE_DEEP + 1);
    }
}

static uint64_t count_accesses(const struct signature *s)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < s->n_memory; i++)
        all += s->memory[i].count;
    return all;
}

/* A page that a first TLB has by its distance may be gone from the second by the ways of its set,
 * or the other way round. Boards take the more of each row: rows of either kind are summed apart,
 * as the more of a sum would not be the sum of what is more. */
static bool is_bound_by_ways(const struct signature_memory *m)
{
    uint64_t near = 0, kept = 0;

    for (unsigned i = 0; i < FEW_PAGES; i++)
        near += m->page_distance[i];
    for (unsigned i = 0; i < FEW_WAYS; i++)
        kept += m->page_depth[SIGNATURE_SETS - 1][i];
    return near > kept;
}

/* Rows that stay come first, then those of loops, loads before stores. */
static bool fold_memory(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t n_sums = SUMS * (s->n_loops + 1), kept = 0;
    struct signature_memory *sums = calloc(n_sums, sizeof *sums);
    uint64_t all = count_accesses(s);

    if (!sums)
        return false;
    for (uint32_t i = 0; i < s->n_memory; i++) {
        struct signature_memory *m = &s->memory[i];
        uint32_t loop = f->loop_of_code[m->instruction];
        m->loop = loop < s->n_loops ? loop : SIGNATURE_NONE;
        m->instruction = f->code[m->instruction];
        if (m->instruction != SIGNATURE_NONE && m->count >= all / OWN_ROW)
            s->memory[kept++] = *m;
        else
            add_row(&sums[SUMS * loop + 2U * m->store + is_bound_by_ways(m)], m);
    }
    for (uint32_t i = 0; i < n_sums; i++) {
        if (sums[i].count == 0)
            continue;
        sums[i].instruction = SIGNATURE_NONE;
        sums[i].loop = i / SUMS < s->n_loops ? i / SUMS : SIGNATURE_NONE;
        sums[i].store = i % SUMS / 2;
        s->memory[kept++] = sums[i]; /* of at least one row that did not stay */
    }
    s->n_memory = kept;
    free(sums);
    return true;
}

static bool fold_writebacks(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t *row_of = all_none(s->n_loops), kept = 0;

    if (!row_of)
        return false;
    for (uint32_t i = 0; i < s->n_writebacks; i++) {
        struct signature_writebacks d = s->writebacks[i];
        uint32_t loop = f->loop_of_code[d.instruction], *row = &row_of[loop];
        d.loop = loop < s->n_loops ? loop : SIGNATURE_NONE;
        d.instruction = SIGNATURE_NONE;
        if (*row == SIGNATURE_NONE) {
            s->writebacks[kept] = d;
            *row = kept++;
            continue;
        }
        for (unsigned k = 0; k < SIGNATURE_SETS; k++)
            add_histogram(s->writebacks[*row].ways[k], d.ways[k], SIGNATURE_DEEP);
    }
    s->n_writebacks = kept;
    free(row_of);
    return true;
}

static void fold_edges(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_edges; i++) {
        struct signature_edge e = s->edges[i];
        e.from = f->block[e.from];
        e.to = f->block[e.to];
        if (e.from != SIGNATURE_NONE && e.to != SIGNATURE_NONE)
            s->edges[kept++] = e;
    }
    s->n_edges = kept;
}

static int most_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x > y ? -1 : x < y;
}

/* Which rows of dataflow stay: those used more often than LEAST, and the first TIES used as often.
 */
struct flow_limit {
    uint64_t least;
    uint32_t ties;
};

/* Returns false without memory. */
static bool limit_flow(const struct signature *s, struct flow_limit *limit)
{
    *limit = (struct flow_limit){ 0, 0 };
    if (s->n_flow <= MOST_FLOW)
        return true;
    uint64_t *counts = malloc(s->n_flow * sizeof *counts);
    if (!counts)
        return false;
    for (uint32_t i = 0; i < s->n_flow; i++)
        counts[i] = s->flow[i].count;
    qsort(counts, s->n_flow, sizeof *counts, most_first);
    limit->least = counts[MOST_FLOW - 1];
    for (uint32_t i = MOST_FLOW; i-- > 0 && counts[i] == limit->least;)
        limit->ties++;
    free(counts);
    return true;
}

/* The rows that were used most stay. Dataflow was found in samples, whose code stays. */
static bool fold_flow(struct fold *f)
{
    struct signature *s = f->s;
    struct flow_limit limit;
    uint32_t kept = 0;

    if (!limit_flow(s, &limit))
        return false;
    for (uint32_t i = 0; i < s->n_flow; i++) {
        struct signature_flow row = s->flow[i];
        row.producer = f->code[row.producer];
        row.consumer = f->code[row.consumer];
        bool tie = row.count == limit.least && limit.ties > 0;
        limit.ties -= tie;
        if (row.count > limit.least || tie)
            s->flow[kept++] = row;
    }
    s->n_flow = kept;
    return true;
}

static void fold_kernels(struct fold *f)
{
    for (uint32_t i = 0; i < f->s->n_kernels; i++) {
        struct signature_kernel *k = &f->s->kernels[i];
        uint32_t kept = 0;
        for (uint32_t b = 0; b < k->n_blocks; b++)
            if (f->block[k->blocks[b]] != SIGNATURE_NONE)
                k->blocks[kept++] = f->block[k->blocks[b]];
        k->n_blocks = kept;
    }
}

static void fold_functions(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_functions; i++)
        if (f->function[i] != SIGNATURE_NONE) {
            s->functions[kept++] = s->functions[i];
        } else {
            free(s->functions[i].name);
            free(s->functions[i].object);
        }
    s->n_functions = kept;
    for (uint32_t i = 0; i < s->n_loops; i++) {
        s->loops[i].function = renumbered(f->function, s->loops[i].function);
        s->loops[i].header = renumbered(f->block, s->loops[i].header);
    }
}

/* Blocks stay whole, so that their code lies together. */
static void fold_blocks(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_blocks; i++) {
        struct signature_block b = s->blocks[i];
        if (f->block[i] == SIGNATURE_NONE)
            continue;
        b.first = f->code[b.first];
        b.function = renumbered(f->function, b.function);
        s->blocks[kept++] = b;
    }
    s->n_blocks = kept;
    for (uint32_t i = 0; i < s->n_events; i++)
        s->events[i].block = f->block[s->events[i].block];
}

static void fold_code(struct fold *f)
{
    struct signature *s = f->s;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_code; i++)
        if (f->code[i] != SIGNATURE_NONE) {
            s->code[kept] = s->code[i];
            memset(s->code[kept++].bytes, 0, SIGNATURE_BYTES);
        }
    s->n_code = kept;
}

bool prune_signature(struct signature *s)
{
    struct fold f;
    bool good = fold_begin(&f, s);

    if (good) {
        note_addresses(s);
        find_loops(&f);
        number_kept(&f);
        sum_rest(&f);
        good = fold_memory(&f) && fold_writebacks(&f) && fold_flow(&f);
    }
    if (good) {
        fold_edges(&f);
        fold_kernels(&f);
        fold_functions(&f);
        fold_blocks(&f);
        fold_code(&f);
    }
    fold_end(&f);
    return good;
}
