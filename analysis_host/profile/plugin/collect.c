/* Blocks that are translated and run: counts, successors, branches, distances of code. */
#include "collect.h"
#include "burst.h"
#include "noted.h"
#include "thread.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCKS = 4096 };

static void *cleared(size_t n, size_t size)
{
    void *p = calloc(n, size);

    if (!p)
        give_up("not enough memory");
    return p;
}

void collect_begin(struct collect *c, const struct collect_rules *rules, enum signature_isa isa)
{
    memset(c, 0, sizeof *c);
    c->rules = *rules;
    c->isa = isa;
    c->every = rules->every;
    c->blocks_room = FIRST_BLOCKS;
    c->blocks = cleared(c->blocks_room, sizeof(struct collect_block *));
    c->end = &c->first;
    c->bursts = cleared(rules->most_bursts + (size_t)COLLECT_THREADS, sizeof *c->bursts);
    c->on = true;
}

static size_t hash_of(uint64_t address, unsigned n, size_t room)
{
    return (size_t)((address + n) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);
}

static void grow_blocks(struct collect *c)
{
    size_t room = c->blocks_room * 2;
    struct collect_block **blocks = cleared(room, sizeof(struct collect_block *));

    for (struct collect_block *b = c->first; b; b = b->next) {
        struct collect_block **slot = &blocks[hash_of(b->address, b->n, room)];
        b->same_hash = *slot;
        *slot = b;
    }
    free(c->blocks);
    c->blocks = blocks;
    c->blocks_room = room;
}

/* Code that has changed makes another block. */
static bool is_same(const struct collect_block *b, const struct collect_instruction *first,
                    unsigned n)
{
    if (b->address != first->address || b->n != n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (b->instruction[i].length != first[i].length ||
            memcmp(b->instruction[i].bytes, first[i].bytes, first[i].length) != 0)
            return false;
    return true;
}

/* Thumb code begins each 32-bit instruction with a half from 0xe800; that all of a block of A32
 * look so is rare. */
static bool is_thumb(const struct collect_instruction *first, unsigned n)
{
    bool all = true;

    for (unsigned i = 0; i < n; i++) {
        if (first[i].length == 2 || first[i].address & 2)
            return true;
        all = all && first[i].bytes[1] >= 0xe8;
    }
    return all;
}

static void set_ends(struct collect_block *b, enum signature_isa isa)
{
    for (unsigned i = 0; i < b->n; i++) {
        const struct collect_instruction *insn = &b->instruction[i];
        struct instruction_end e = instruction_end(isa, insn->bytes, insn->length);
        b->spins |= instruction_spins(isa, insn->bytes, insn->length);
        b->clock_reads = (uint16_t)(b->clock_reads + e.reads_time);
        b->cpu_asks = (uint16_t)(b->cpu_asks + e.asks_cpu);
        if (i + 1 == b->n)
            b->end = e;
    }
}

static struct collect_block *new_block(struct collect *c, const struct collect_instruction *first,
                                       unsigned n, char *host)
{
    size_t size = sizeof(struct collect_block) + n * sizeof(struct collect_instruction);
    struct collect_block *b = aligned_alloc(COLLECT_LINE, size);

    if (!b)
        give_up("not enough memory");
    memset(b, 0, sizeof *b);
    b->number = c->n_blocks++;
    b->n = (uint16_t)n;
    b->address = first->address;
    b->last_address = first[n - 1].address;
    b->after = b->last_address + first[n - 1].length;
    b->host = host;
    for (unsigned i = 0; i < n; i++) {
        b->instruction[i] = first[i];
        b->instruction[i].index = (uint16_t)i;
    }
    b->thumb = c->isa == ISA_ARM && is_thumb(first, n);
    set_ends(b, b->thumb ? ISA_THUMB : c->isa);
    *c->end = b;
    c->end = &b->next;
    return b;
}

struct collect_block *collect_block_of(struct collect *c, const struct collect_instruction *first,
                                       unsigned n, char *host)
{
    struct collect_block **slot = &c->blocks[hash_of(first->address, n, c->blocks_room)];

    for (struct collect_block *b = *slot; b; b = b->same_hash)
        if (is_same(b, first, n))
            return b;
    if (c->n_blocks > c->blocks_room) {
        grow_blocks(c);
        slot = &c->blocks[hash_of(first->address, n, c->blocks_room)];
    }
    struct collect_block *b = new_block(c, first, n, host);
    b->same_hash = *slot;
    *slot = b;
    return b;
}

void collect_thread_begins(struct collect *c, unsigned thread)
{
    c->n_threads++;
    if (thread >= COLLECT_THREADS)
        give_up("more than 4096 threads at once");
    struct collect_thread *t = c->thread[thread];
    if (t) { /* its processor was another's, which has ended */
        t->number = c->n_threads - 1;
        t->block = NULL;
        return;
    }
    t = cleared(1, sizeof *t);
    t->number = c->n_threads - 1;
    if (thread >= c->processors)
        c->processors = thread + 1;
    memset(t->line_clean, SIGNATURE_DEEP, sizeof t->line_clean);
    t->lines = stack_new();
    t->pages = stack_new();
    t->code_lines = stack_new();
    t->code_pages = stack_new();
    t->bank = predictor_new();
    if (!t->lines || !t->pages || !t->code_lines || !t->code_pages || !t->bank)
        give_up("not enough memory");
    c->thread[thread] = t;
}

/* Counts that B came after A. Beyond the first successors the rarest gives way. */
static void count_successor(struct collect_block *a, struct collect_block *b)
{
    unsigned least = 0;

    for (unsigned i = 0; i < COLLECT_SUCCESSORS; i++) {
        if (a->successor[i].block == b || !a->successor[i].block) {
            a->successor[i].block = b;
            a->successor[i].count++;
            return;
        }
        if (a->successor[i].count < a->successor[least].count)
            least = i;
    }
    a->successor[least].block = b;
    a->successor[least].count = 1;
}

/* Lets the bank foretell where A's end led. Returns which were wrong. */
__attribute__((noinline)) static uint8_t
foretell(struct collect_thread *t, const struct collect_block *a, bool taken, uint64_t to)
{
    switch (a->end.end) {
    case END_CONDITIONAL:
        return predictor_branch(t->bank, a->last_address, taken, to);
    case END_INDIRECT:
    case END_CALL_INDIRECT:
        return predictor_indirect(t->bank, a->last_address, to);
    case END_JUMP:
    case END_CALL:
    case END_RETURN:
        predictor_path(t->bank, to);
        return 0;
    default:
        return 0;
    }
}

/* The end of the block that ran last is known now: it led to TO. */
static void settle_end(struct collect_thread *t, struct collect_block *to)
{
    struct collect_block *a = t->block;
    bool taken = a->after != to->address;
    bool learns = t->follows || t->instructions >= t->learn_at;
    uint8_t missed = learns ? foretell(t, a, taken, to->address) : 0;

    a->taken += taken;
    for (unsigned i = 0; missed >> i; i++)
        a->missed[i] += missed >> i & 1;
    count_successor(a, to);
    if (t->burst)
        burst_settle(t->burst, taken, missed);
}

static unsigned farther(unsigned a, unsigned b)
{
    return a > b ? a : b; /* cold is the largest */
}

/* Touches the lines of code from the first to the last byte of B. */
static unsigned touch_code(struct collect_thread *t, const struct collect_block *b, unsigned shift)
{
    uint64_t line = b->address >> shift, last = (b->after - 1) >> shift;
    unsigned distance = 0;
    uint32_t node;

    if (line + 1 == t->code_line)
        line++;
    for (; line <= last; line++) {
        distance = farther(distance, stack_touch(t->code_lines, line, &node));
        t->code_line = line + 1;
    }
    return distance;
}

static unsigned touch_code_page(struct collect_thread *t, const struct collect_block *b,
                                unsigned shift)
{
    uint64_t page = b->address >> shift;
    uint32_t node;

    if (page + 1 == t->code_page)
        return 0;
    t->code_page = page + 1;
    return stack_touch(t->code_pages, page, &node);
}

/* A round more of a repeated instruction: QEMU runs it as a block of its own, or again with what
 * comes before it. */
static bool is_round(const struct collect_thread *t, const struct collect_block *block)
{
    return t->block && t->block->end.repeats && block->address == t->block->last_address &&
           block->n == 1;
}

static void settle_block(void *ctx, const struct noted_touch *noted, void *block)
{
    struct catching_up *up = ctx;

    (void)noted;
    touch_code(up->t, block, up->c->rules.line_shift);
    touch_code_page(up->t, block, up->c->rules.page_shift);
}

__attribute__((noinline)) static void catch_up(struct collect *c, struct collect_thread *t)
{
    struct catching_up up = { c, t };

    noted_settle(&t->noted_blocks, settle_block, &up);
    access_catch_up(c, t);
}

void collect_catch_up(struct collect *c)
{
    for (unsigned i = 0; i < COLLECT_THREADS; i++)
        if (c->thread[i])
            catch_up(c, c->thread[i]);
}

void collect_catch_up_thread(struct collect *c, unsigned thread)
{
    catch_up(c, c->thread[thread]);
}

uint64_t collect_own_pages(const struct collect *c, unsigned thread)
{
    return stack_lines(c->thread[thread]->pages) - c->thread[thread]->pages_of_others;
}

/* BLOCK begins, and all that it accesses is followed, as far as its sample goes. */
__attribute__((noinline)) static void follow_block(struct collect *c, struct collect_thread *t,
                                                   struct collect_block *block)
{
    unsigned distance = touch_code(t, block, c->rules.line_shift);
    unsigned page = touch_code_page(t, block, c->rules.page_shift);

    burst_block(c, t, block, distance, page);
    t->follows = t->burst || t->instructions < c->rules.whole;
}

static void note_block(struct collect *c, struct collect_thread *t, struct collect_block *block)
{
    if (!noted_touch(&t->noted_blocks, &block->note, (uintptr_t)block, false, block))
        catch_up(c, t);
}

void collect_ran(struct collect *c, unsigned thread, struct collect_block *block)
{
    struct collect_thread *t = c->thread[thread];

    t->notes = false;
    if (!c->on)
        return;
    t->round = is_round(t, block);
    if (t->round) {
        t->block->repeats++;
        if (t->burst)
            burst_round(t->burst);
        return;
    }
    if (t->block)
        settle_end(t, block);
    t->block = block;
    t->events++;
    block->executions++;
    if (!t->follows && t->instructions >= t->next_burst) {
        catch_up(c, t);
        t->follows = true;
    }
    if (t->follows)
        follow_block(c, t, block);
    else
        note_block(c, t, block);
    t->notes = !t->follows && !block->end.repeats;
    t->instructions += block->n;
}

static struct collect_call *call_of(struct collect *c, int64_t number)
{
    return &c->call[(uint64_t)number < COLLECT_CALLS ? (uint64_t)number : COLLECT_CALLS - 1];
}

void collect_called(struct collect *c, unsigned thread, int64_t number, uint64_t fills,
                    bool into_file)
{
    c->thread[thread]->filling = fills;
    c->thread[thread]->into_file = into_file;
    if (c->on)
        call_of(c, number)->count++;
}

/* The system writes to N_BYTES at ADDRESS. */
static void fill(struct collect_thread *t, uint64_t address, uint64_t n_bytes, unsigned shift)
{
    uint32_t node;

    if (!t->filled && !(t->filled = stack_new()))
        give_up("not enough memory");
    for (uint64_t page = address >> shift; page <= (address + n_bytes - 1) >> shift; page++)
        (void)stack_touch(t->filled, page, &node);
}

void collect_moved(struct collect *c, unsigned thread, int64_t number, uint64_t n_bytes)
{
    struct collect_thread *t = c->thread[thread];

    if (t->filling) {
        access_catch_up(c, t); /* what was touched before was no filled page */
        fill(t, t->filling, n_bytes, c->rules.page_shift);
    }
    if (!c->on)
        return;
    call_of(c, number)->bytes += n_bytes;
    if (t->into_file)
        t->file_bytes += n_bytes;
}

void collect_worked(struct collect *c, enum signature_work work, uint64_t units)
{
    if (!c->on)
        return;
    c->works[work].count++;
    c->works[work].units += units;
}

static void forget_block(struct collect_block *b)
{
    b->executions = b->repeats = b->taken = 0;
    memset(b->missed, 0, sizeof b->missed);
    memset(b->successor, 0, sizeof b->successor);
    for (unsigned i = 0; i < b->n; i++)
        for (unsigned store = 0; store < 2; store++) {
            counts_free(b->instruction[i].side[store].counts);
            b->instruction[i].side[store] = (struct collect_side){ 0 };
            b->instruction[i].count[store] = 0;
            b->instruction[i].cold[store] = b->instruction[i].cold_pages[store] = 0;
        }
}

void collect_restart(struct collect *c)
{
    collect_catch_up(c);
    for (struct collect_block *b = c->first; b; b = b->next)
        forget_block(b);
    counts_pool_free(&c->counts_pool);
    for (uint32_t i = 0; i < c->n_bursts; i++) {
        free(c->bursts[i].events);
        free(c->bursts[i].accesses);
    }
    c->n_bursts = 0;
    c->every = c->rules.every;
    for (unsigned i = 0; i < COLLECT_THREADS; i++)
        if (c->thread[i]) {
            c->thread[i]->burst = NULL;
            c->thread[i]->instructions = c->thread[i]->next_burst = c->thread[i]->learn_at = 0;
            c->thread[i]->block = NULL;
            c->thread[i]->follows = false;
            c->thread[i]->file_bytes = 0;
        }
    memset(c->call, 0, sizeof c->call);
    memset(c->works, 0, sizeof c->works);
}

static void free_thread(struct collect_thread *t)
{
    stack_free(t->lines);
    stack_free(t->pages);
    stack_free(t->code_lines);
    stack_free(t->code_pages);
    if (t->filled)
        stack_free(t->filled);
    for (unsigned i = 0; i < DEEP_SETS; i++)
        if (t->deep[i])
            stack_free(t->deep[i]);
    line_map_free(&t->noted_numbers);
    noted_free(&t->noted_lines);
    noted_free(&t->noted_blocks);
    free(t->streams);
    free(t->bank);
    free(t);
}

void collect_free(struct collect *c)
{
    collect_restart(c);
    for (struct collect_block *b = c->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    for (unsigned i = 0; i < COLLECT_THREADS; i++)
        if (c->thread[i])
            free_thread(c->thread[i]);
    free(c->blocks);
    free(c->bursts);
    memset(c, 0, sizeof *c);
}

struct collect_sums collect_sums(const struct collect *c)
{
    struct collect_sums sums = { 0 };

    for (unsigned i = 0; i < COLLECT_THREADS; i++) {
        const struct collect_thread *t = c->thread[i];
        if (!t)
            continue;
        sums.instructions += t->instructions;
        sums.lines += stack_lines(t->lines);
        sums.pages += collect_own_pages(c, i);
        sums.pages_read += t->pages_read;
        sums.pages_copied += t->pages_copied;
        sums.file_bytes += t->file_bytes;
        sums.code_lines += stack_lines(t->code_lines);
        sums.code_pages += stack_lines(t->code_pages);
    }
    return sums;
}
