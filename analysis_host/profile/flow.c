/* The ideal dataflow graph of the samples. */
#include "finish.h"
#include <stdlib.h>
#include <string.h>

/* Edges of the folded dataflow graph, while they are counted. */
struct flow_edges {
    struct flow_sum *sums; /* hashed */
    uint32_t room, n;
    bool failed; /* no memory */
};

/* ---- Edges of a folded dataflow graph in a hash table ---- */

enum { FIRST_ROOM = 4096 };

struct flow_sum {
    uint32_t producer, consumer;
    uint64_t count, distance; /* count 0: free */
    uint8_t memory;
};

static bool flow_edges_begin(struct flow_edges *e)
{
    *e = (struct flow_edges){ .room = FIRST_ROOM };
    e->sums = calloc(e->room, sizeof *e->sums);
    return e->sums != NULL;
}

static void flow_edges_end(struct flow_edges *e)
{
    free(e->sums);
    e->sums = NULL;
}

static struct flow_sum *place_of(struct flow_sum *sums, uint32_t room, uint32_t producer,
                                 uint32_t consumer, bool memory)
{
    uint64_t key = (uint64_t)producer << 33 | (uint64_t)consumer << 1 | memory;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);

    while (sums[at].count && (sums[at].producer != producer || sums[at].consumer != consumer ||
                              sums[at].memory != memory))
        at = (at + 1) & (room - 1);
    return &sums[at];
}

static void grow(struct flow_edges *e)
{
    struct flow_sum *sums = calloc(2 * (size_t)e->room, sizeof *sums);

    if (!sums) {
        e->failed = true;
        return;
    }
    for (uint32_t i = 0; i < e->room; i++)
        if (e->sums[i].count)
            *place_of(sums, 2 * e->room, e->sums[i].producer, e->sums[i].consumer,
                      e->sums[i].memory) = e->sums[i];
    free(e->sums);
    e->sums = sums;
    e->room *= 2;
}

/* CONSUMER used what PRODUCER made DISTANCE instructions before. */
static void flow_edges_add(struct flow_edges *e, uint32_t producer, uint32_t consumer, bool memory,
                           uint32_t distance)
{
    if (e->failed)
        return;
    struct flow_sum *sum = place_of(e->sums, e->room, producer, consumer, memory);
    if (sum->count == 0) {
        *sum = (struct flow_sum){ .producer = producer, .consumer = consumer, .memory = memory };
        e->n++;
    }
    sum->count++;
    sum->distance += distance;
    if (e->n > e->room / 2)
        grow(e);
}

static int by_consumer(const void *a, const void *b)
{
    const struct signature_flow *x = a, *y = b;

    if (x->consumer != y->consumer)
        return x->consumer < y->consumer ? -1 : 1;
    if (x->producer != y->producer)
        return x->producer < y->producer ? -1 : 1;
    return x->memory - y->memory;
}

/* Fills flow[] of S, sorted by consumer. Returns false without memory, also where an edge found
 * none. */
static bool flow_edges_take(const struct flow_edges *e, struct signature *s)
{
    s->flow = calloc(e->n + (size_t)1, sizeof *s->flow);
    if (!s->flow || e->failed)
        return false;
    for (uint32_t i = 0; i < e->room; i++)
        if (e->sums[i].count)
            s->flow[s->n_flow++] = (struct signature_flow){ .producer = e->sums[i].producer,
                                                            .consumer = e->sums[i].consumer,
                                                            .count = e->sums[i].count,
                                                            .distance = e->sums[i].distance,
                                                            .memory = e->sums[i].memory };
    qsort(s->flow, s->n_flow, sizeof *s->flow, by_consumer);
    return true;
}

enum { WORD = 8, WORDS = 1 << 16, MOST_WORDS = 8, REGISTERS = 128, LATELY = 4096 };

/* Who made a value, when, and how deep in its kernel's graph. */
struct made {
    uint32_t code, position, depth, kernel;
};

/* A word of memory that was written in this burst. */
struct word {
    uint64_t address; /* / WORD */
    uint32_t burst;   /* + 1 */
    struct made made;
};

/* Sums of a kernel. */
struct kernel_sums {
    uint64_t instructions; /* in this burst */
    uint32_t depth;        /* of its graph in this burst */
    double width, all;     /* of all bursts: weighted width, instructions */
};

struct walk {
    struct signature *s;
    struct flow_edges edges;
    struct made registers[REGISTERS];
    struct word *words;
    uint32_t *kernel_of; /* of each block, or NONE */
    struct kernel_sums *sums;
    uint32_t burst, position;
};

static struct word *word_at(struct walk *w, uint64_t address)
{
    uint32_t at = (uint32_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 48) % WORDS;

    for (uint32_t tries = 0; tries < 16; tries++) {
        struct word *word = &w->words[(at + tries) % WORDS];
        if (word->burst != w->burst + 1 || word->address == address)
            return word;
    }
    return &w->words[at]; /* crowded: the word there is forgotten */
}

/* The instruction at CODE uses what MADE tells. Returns how deep that lies in the graph of KERNEL.
 */
static uint32_t use(struct walk *w, uint32_t code, uint32_t kernel, const struct made *made,
                    bool memory)
{
    if (made->code == SIGNATURE_NONE)
        return 0;
    flow_edges_add(&w->edges, made->code, code, memory, w->position - made->position);
    return made->kernel == kernel ? made->depth : 0;
}

static uint32_t deeper(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t use_registers(struct walk *w, uint32_t code, uint32_t kernel)
{
    const struct signature_instruction *c = &w->s->code[code];
    uint32_t depth = 0;

    for (unsigned i = 0; i < c->n_reads; i++)
        depth = deeper(depth, use(w, code, kernel, &w->registers[c->reads[i]], false));
    for (unsigned i = 0; i < c->n_addresses && c->idiom != IDIOM_STACK; i++)
        depth = deeper(depth, use(w, code, kernel, &w->registers[c->addresses[i]], false));
    return depth;
}

static unsigned words_of(const struct signature_access *a)
{
    uint64_t n = (a->address + a->bytes + WORD - 1) / WORD - a->address / WORD;

    return n < MOST_WORDS ? (unsigned)n : MOST_WORDS;
}

static uint32_t use_memory(struct walk *w, uint32_t code, uint32_t kernel,
                           const struct signature_access *a)
{
    uint32_t depth = 0;

    for (unsigned i = 0; i < words_of(a); i++) {
        const struct word *word = word_at(w, a->address / WORD + i);
        if (word->burst == w->burst + 1 && word->address == a->address / WORD + i)
            depth = deeper(depth, use(w, code, kernel, &word->made, true));
    }
    return depth;
}

static void make_memory(struct walk *w, const struct signature_access *a, const struct made *made)
{
    for (unsigned i = 0; i < words_of(a); i++)
        *word_at(w, a->address / WORD + i) =
            (struct word){ a->address / WORD + i, w->burst + 1, *made };
}

/* What is pushed and popped does not chain on the stack pointer. */
static void make_registers(struct walk *w, uint32_t code, const struct made *made)
{
    const struct signature_instruction *c = &w->s->code[code];

    for (unsigned i = 0; i < c->n_writes; i++) {
        bool pointer = false;
        for (unsigned k = 0; k < c->n_addresses; k++)
            pointer = pointer || c->addresses[k] == c->writes[i];
        if (!pointer || c->idiom != IDIOM_STACK)
            w->registers[c->writes[i]] = *made;
    }
}

/* One instruction with its N accesses. */
static void step(struct walk *w, uint32_t code, uint32_t kernel, const struct signature_access *a,
                 uint32_t n)
{
    uint32_t depth = use_registers(w, code, kernel);

    for (uint32_t i = 0; i < n; i++)
        if (!a[i].store)
            depth = deeper(depth, use_memory(w, code, kernel, &a[i]));
    struct made made = { code, w->position++, depth + 1, kernel };
    make_registers(w, code, &made);
    for (uint32_t i = 0; i < n; i++)
        if (a[i].store)
            make_memory(w, &a[i], &made);
    if (kernel == SIGNATURE_NONE)
        return;
    w->sums[kernel].instructions++;
    w->sums[kernel].depth = deeper(w->sums[kernel].depth, made.depth);
}

/* A block. Returns its accesses. */
static uint32_t run_event(struct walk *w, const struct signature_event *e,
                          const struct signature_access *a)
{
    const struct signature_block *b = &w->s->blocks[e->block];
    uint32_t at = 0;

    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t n = 0;
        while (at + n < e->n_accesses && a[at + n].instruction == i)
            n++;
        step(w, b->first + i, w->kernel_of[e->block], a + at, n);
        at += n;
    }
    return e->n_accesses;
}

static void end_burst(struct walk *w)
{
    for (uint32_t i = 0; i < w->s->n_kernels; i++) {
        struct kernel_sums *k = &w->sums[i];
        if (k->depth)
            k->width += (double)k->instructions * (double)k->instructions / k->depth;
        k->all += (double)k->instructions;
        k->instructions = 0;
        k->depth = 0;
    }
}

static void run_burst(struct walk *w, const struct signature_burst *b)
{
    const struct signature_access *a = w->s->accesses + b->first_access;

    for (unsigned i = 0; i < REGISTERS; i++)
        w->registers[i].code = SIGNATURE_NONE;
    w->position = 0;
    for (uint32_t i = 0; i < b->n_events; i++)
        a += run_event(w, &w->s->events[b->first_event + i], a);
    end_burst(w);
    w->burst++;
}

static bool walk_begin(struct walk *w, struct signature *s)
{
    *w = (struct walk){ .s = s,
                        .words = calloc(WORDS, sizeof *w->words),
                        .kernel_of = calloc(s->n_blocks + (size_t)1, sizeof *w->kernel_of),
                        .sums = calloc(s->n_kernels + (size_t)1, sizeof *w->sums) };
    if (!w->words || !w->kernel_of || !w->sums || !flow_edges_begin(&w->edges))
        return false;
    for (uint32_t i = 0; i < s->n_blocks; i++)
        w->kernel_of[i] = SIGNATURE_NONE;
    for (uint32_t k = 0; k < s->n_kernels; k++)
        for (uint32_t i = 0; i < s->kernels[k].n_blocks; i++)
            w->kernel_of[s->kernels[k].blocks[i]] = k;
    return true;
}

/* Kernel of each instruction, by the first block of a kernel that has it. */
static uint32_t *kernels_of_code(const struct signature *s)
{
    uint32_t *of = calloc(s->n_code + (size_t)1, sizeof *of);

    for (uint32_t i = 0; of && i < s->n_code; i++)
        of[i] = SIGNATURE_NONE;
    for (uint32_t k = 0; of && k < s->n_kernels; k++)
        for (uint32_t i = 0; i < s->kernels[k].n_blocks; i++) {
            const struct signature_block *b = &s->blocks[s->kernels[k].blocks[i]];
            for (uint32_t c = b->first; c < b->first + b->n; c++)
                of[c] = of[c] == SIGNATURE_NONE ? k : of[c];
        }
    return of;
}

/* Operands of an instruction that something was seen to make. */
static unsigned operands_of(const struct signature_instruction *c, bool memory)
{
    return (unsigned)c->n_reads + (c->idiom == IDIOM_STACK ? 0U : c->n_addresses) + memory;
}

/* Stability and reuse of each kernel, from the rows of flow[], which are sorted by consumer. */
static void take_flow(struct signature *s, const uint32_t *kernel_of_code)
{
    for (uint32_t k = 0; k < s->n_kernels; k++) {
        uint64_t rows = 0, operands = 0, uses = 0;
        double distance = 0;
        for (uint32_t i = 0; i < s->n_flow;) {
            uint32_t code = s->flow[i].consumer;
            bool memory = false, in = kernel_of_code[code] == k;
            for (; i < s->n_flow && s->flow[i].consumer == code; i++) {
                memory = memory || s->flow[i].memory;
                rows += in;
                uses += in ? s->flow[i].count : 0;
                distance += in ? (double)s->flow[i].distance : 0;
            }
            operands += in ? operands_of(&s->code[code], memory) : 0;
        }
        s->kernels[k].stability = operands ? (double)rows / (double)operands : 0;
        s->kernels[k].reuse = uses ? distance / (double)uses : 0;
    }
}

/* Mean stack distance of a kernel's accesses in bytes, and the lines that it was the first to
 * touch. */
static void take_memory(struct signature *s, const uint32_t *kernel_of_code)
{
    for (uint32_t k = 0; k < s->n_kernels; k++) {
        double sum = 0, count = 0;
        uint64_t lines = 0;
        for (uint32_t i = 0; i < s->n_memory; i++) {
            const struct signature_memory *m = &s->memory[i];
            if (kernel_of_code[m->instruction] != k)
                continue;
            lines += m->lines;
            for (unsigned g = 0; g < SIGNATURE_GROUPS; g++) {
                double middle =
                    (double)(signature_distance_least(g) + signature_distance_least(g + 1)) / 2;
                sum += (double)m->distance[g] * middle;
                count += (double)m->distance[g];
            }
        }
        s->kernels[k].reuse_bytes = count > 0 ? sum / count * s->line_bytes : 0;
        s->kernels[k].volume_bytes = lines * s->line_bytes;
    }
}

/* A line that a kernel touched. */
struct touched {
    uint32_t kernel;
    uint64_t line;
};

static int by_kernel(const void *a, const void *b)
{
    const struct touched *x = a, *y = b;

    if (x->kernel != y->kernel)
        return x->kernel < y->kernel ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Lines that kernels touched lately, by their last bits: most are touched again soon. */
struct lately {
    struct touched line[LATELY];
};

/* Returns true where it is new, and keeps it. */
static bool is_new(struct lately *lately, struct touched line)
{
    struct touched *place = &lately->line[(line.line ^ line.kernel) % LATELY];
    bool new = place->line != line.line || place->kernel != line.kernel;

    *place = line;
    return new;
}

/* All lines that kernels touched in the samples, one after the other, many of them once; N is set.
 * NULL without memory. */
static struct touched *touched_lines(const struct walk *w, size_t *n)
{
    const struct signature *s = w->s;
    struct touched *lines = calloc(s->n_accesses + (size_t)1, sizeof *lines);
    struct lately *lately = calloc(1, sizeof *lately);
    const struct signature_access *a = s->accesses;

    *n = 0;
    for (unsigned i = 0; lately && i < LATELY; i++)
        lately->line[i].kernel = SIGNATURE_NONE;
    for (uint32_t i = 0; lines && lately && i < s->n_events; i++)
        for (uint32_t k = 0; k < s->events[i].n_accesses; k++, a++) {
            struct touched line = { w->kernel_of[s->events[i].block], a->address / s->line_bytes };
            if (line.kernel != SIGNATURE_NONE && is_new(lately, line))
                lines[(*n)++] = line;
        }
    free(lately);
    if (lines)
        qsort(lines, *n, sizeof *lines, by_kernel);
    return lines;
}

/* What a kernel touched in samples may be more than what it was the first to touch. */
static bool take_volume(struct signature *s, const struct walk *w)
{
    size_t n, first = 0;
    uint64_t distinct = 0;
    struct touched *lines = touched_lines(w, &n);

    for (size_t i = 0; lines && i < n; i++) {
        if (i == first || lines[i].line != lines[i - 1].line)
            distinct++;
        if (i + 1 < n && lines[i + 1].kernel == lines[i].kernel)
            continue;
        struct signature_kernel *k = &s->kernels[lines[i].kernel];
        if (distinct * s->line_bytes > k->volume_bytes)
            k->volume_bytes = distinct * s->line_bytes;
        first = i + 1;
        distinct = 0;
    }
    bool good = lines != NULL;
    free(lines);
    return good;
}

static void take_sums(struct signature *s, const struct walk *w)
{
    for (uint32_t k = 0; k < s->n_kernels; k++) {
        double width = w->sums[k].all > 0 ? w->sums[k].width / w->sums[k].all : 0;
        double mean = s->n_bursts ? w->sums[k].all / s->n_bursts : 0;
        s->kernels[k].parallel = mean > 0 ? width / mean : 0;
    }
}

bool flow_find(struct signature *s)
{
    struct walk w;
    uint32_t *of = kernels_of_code(s);
    bool good = walk_begin(&w, s) && of;

    for (uint32_t i = 0; good && i < s->n_bursts; i++)
        run_burst(&w, &s->bursts[i]);
    good = good && flow_edges_take(&w.edges, s);
    if (good) {
        take_sums(s, &w);
        take_flow(s, of);
        take_memory(s, of);
        good = take_volume(s, &w);
    }
    flow_edges_end(&w.edges);
    free(w.words);
    free(w.kernel_of);
    free(w.sums);
    free(of);
    return good;
}
