/* One pass over the instructions of a burst: when each is dispatched, starts, ends and retires. */
#include "core_model.h"
#include "cause.h"
#include "core_parts.h"
#include "levels.h"
#include "micro.h"
#include "policy/scheduler.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names of causes ---- */

static const char *const names[CAUSES] = {
    [CAUSE_WIDTH] = "width",     [CAUSE_DEPENDENCE] = "dependence",
    [CAUSE_UNIT] = "unit",       [CAUSE_CACHE_1] = "cache.1",
    [CAUSE_CACHE_2] = "cache.2", [CAUSE_CACHE_3] = "cache.3",
    [CAUSE_CACHE_4] = "cache.4", [CAUSE_MEMORY] = "memory",
    [CAUSE_TLB] = "tlb",         [CAUSE_BRANCH] = "branch",
    [CAUSE_CODE] = "code",       [CAUSE_STORES] = "stores",
    [CAUSE_SYSTEM] = "system",
};

const char *cause_name(enum cause cause)
{
    return names[cause];
}

enum {
    REGISTERS_MOST = 256,
    STORES_MOST = 256, /* stores of which it is known whether they have left */
    LINES = 1024,      /* places for lines on their way */
    WORDS = 4096,      /* places for what was stored */
    FETCH_AHEAD = 48,  /* operations that are fetched before they are dispatched */
    WORD_BYTES = 4,    /* less is handed on by no register */
    WORDS_MOST = 16,   /* of one access */
    LEARNT = 48,       /* loads in turn that one store's word came to */
    NO_REGISTER = 255,
    COMBINING_MOST = 8,
    JUMPS = 1024,     /* indirect ones that are told apart */
    STREAM_PAGES = 5, /* groups of page distances below 32 */
};

/* Miss status holding registers of a level: when each is free again. */
struct mshrs {
    unsigned n;
    double free_at[MSHRS_MOST];
};

/* Entries of an enum micro_queue, free in the order in which dispatch takes them. */
struct queue {
    unsigned entries; /* QUEUE_MOST: any number */
    uint64_t n;       /* taken so far */
    double free_at[QUEUE_MOST];
    uint8_t due_to[QUEUE_MOST]; /* enum cause: what an entry that is not free waits for */
};

/* The last store to a word. */
struct stored {
    uint64_t word, address, number; /* NUMBER: stores before it */
    double at;
    uint32_t instruction;
    uint16_t bytes;
    bool vector, on_stack;
};

/* Memory dependence prediction by store sets (Chrysos and Emer, 1998), of one instruction. Loads of
 * a SET read what its stores wrote; a set has the number of one of its instructions, 0 is none. */
struct store_set {
    uint64_t stored;      /* as a set: stores until its last one, itself included */
    uint32_t set, streak; /* STREAK: loads in turn that took what was stored last in the set */
};

/* Last target of an indirect branch; SEVERAL: it had another target before. */
struct jump {
    uint32_t at, target; /* AT: the instruction after it; 0: none */
    bool several;
};

struct core {
    const struct signature *signature;
    const struct machine *machine;
    const struct micro *micro;
    struct store_set *store_set; /* of each instruction, as MICRO */
    const struct levels *levels;
    unsigned predictor, indirect; /* of conditional branches, of indirect jumps */
    uint8_t stack_pointer;
    struct calendar unit[UNITS], bandwidth[MACHINE_CACHES + 1];
    double booked[UNITS];                   /* cycles, of all operations so far */
    struct mshrs mshrs[MACHINE_CACHES + 1]; /* the first: of all misses of L1 */
    double ready[REGISTERS_MOST];
    uint8_t domain[REGISTERS_MOST]; /* that made what is in it */
    struct queue queue[QUEUES];
    double drained[STORES_MOST]; /* of the last stores */
    struct {
        uint64_t line;
        double at;
    } coming[LINES];
    struct stored stored[WORDS];          /* by word of 4 bytes */
    uint64_t predicted[STORE_PAIRS_MOST]; /* loads, the last one first */
    struct recent_fills fills;
    struct recent_targets targets;
    struct jump jump[JUMPS];
    struct scheduler scheduler[2]; /* integer, floating-point and vector operations */
    double per_slot;               /* cycles that an operation takes of the front end */
    double taken_per_line;         /* branches that are taken, of each line of code */
    double fetched;       /* cycles of a jump to code as far as that of the block that runs */
    uint64_t code_line;   /* of the instruction before */
    bool jumped;          /* it was a branch that was taken */
    unsigned returns;     /* that the return stack knows */
    double hold, hold_fp; /* cycles that an operation keeps its place after it started */
    double dispatch, fetch, taken_at, redirect, retire, last_start, drain;
    double part_free;                   /* when the next load may take a part of what was stored */
    uint64_t n_stores;                  /* so far */
    uint64_t combining[COMBINING_MOST]; /* lines of the last stores, the last one first */
    uint32_t random;
    struct core_model_place *place; /* of the block that runs; NULL: warming up */
};

/* Times of one instruction, and what it waits for. */
struct timing {
    double dispatch, address, start, end;
    enum cause dispatched;           /* why no earlier */
    double level_cycles, tlb_cycles; /* of its end: beyond cache 1 */
    unsigned level;
    bool loaded, busy, waited; /* WAITED for operands that are no address */
};

static float chance(struct core *s)
{
    s->random = s->random * 1664525 + 1013904223;
    return (float)(s->random >> 8) * 0x1p-24F;
}

/* ---- front end ---- */

/* Lines of B beyond the first cache: the line that a jump leads to costs what the board takes to
 * jump to such lines, the lines after it what straight code does, less what fetching its bytes
 * takes from any cache. The line in which the block before ended is there. */
static void fetch_lines(struct core *s, const struct signature_event *e,
                        const struct signature_block *b)
{
    static const enum machine_parameter jump[] = { MACHINE_FETCH_LATENCY_2, MACHINE_FETCH_LATENCY_3,
                                                   MACHINE_FETCH_LATENCY_MEMORY };
    static const enum machine_parameter straight[] = { MACHINE_FETCH_STRAIGHT_2,
                                                       MACHINE_FETCH_STRAIGHT_3,
                                                       MACHINE_FETCH_STRAIGHT_MEMORY };
    const struct machine *m = s->machine;
    uint64_t bytes = (uint64_t)m->line_bytes, before = s->code_line;
    uint64_t first = s->signature->code[b->first].address / bytes;

    s->fetched = 0;
    s->code_line = s->signature->code[b->first + b->n - 1].address / bytes;
    unsigned level =
        e->code_distance > 0 ? levels_of_code(s->levels, e->code_distance, chance(s)) : 0;
    if (level == 0)
        return;
    unsigned which = level >= m->levels || level > 2 ? 2 : level - 1;
    double lines = (double)(s->code_line - first) + (first == before ? 0 : 1);
    double each =
        m->number[straight[which]].value - m->line_bytes / m->number[MACHINE_FETCH_BYTES].value;

    s->fetched = m->number[jump[which]].value;
    if (s->jumped && first != before) {
        s->fetch += s->fetched;
        lines--;
    }
    s->fetch += lines * fmax(0, each);
}

static void begin_block(struct core *s, const struct signature_event *e,
                        const struct signature_block *b)
{
    double behind = s->dispatch - FETCH_AHEAD * s->per_slot;

    if (s->fetch < behind)
        s->fetch = behind;
    if (s->fetch < s->taken_at)
        s->fetch = s->taken_at;
    fetch_lines(s, e, b);
}

/* ---- queues ---- */

/* When Q has an entry, not before AT; *WHY is what it waits for. */
static double queue_room(const struct queue *q, double at, enum cause *why)
{
    unsigned oldest = (unsigned)((q->n - q->entries) % QUEUE_MOST);

    if (q->entries >= QUEUE_MOST || q->n < q->entries || q->free_at[oldest] <= at)
        return at;
    *why = (enum cause)q->due_to[oldest];
    return q->free_at[oldest];
}

/* An entry of Q is taken until AT. */
static void queue_take(struct queue *q, double at, enum cause why)
{
    q->free_at[q->n % QUEUE_MOST] = at;
    q->due_to[q->n % QUEUE_MOST] = (uint8_t)why;
    q->n++;
}

/* When and why operation I leaves the front end. */
static void dispatch(struct core *s, const struct micro *i, struct timing *p)
{
    double at = s->dispatch + (double)i->slots * s->per_slot;

    p->dispatched = CAUSE_WIDTH;
    s->fetch += i->length / s->machine->number[MACHINE_FETCH_BYTES].value;
    if (s->redirect > at) {
        at = s->redirect;
        p->dispatched = CAUSE_BRANCH;
    }
    if (s->fetch > at) {
        p->dispatched = at > s->redirect ? CAUSE_CODE : p->dispatched;
        at = s->fetch;
    }
    for (unsigned left = i->queues; left != 0; left &= left - 1)
        at = queue_room(&s->queue[__builtin_ctz(left)], at, &p->dispatched);
    double room = i->waits ? scheduler_dispatch(&s->scheduler[i->vector], at) : at;
    if (room > at) {
        at = room;
        p->dispatched = CAUSE_DEPENDENCE;
    }
    p->dispatch = s->dispatch = at;
}

/* ---- units ---- */

/* Books one of the units of B from AT on: the one that is free first, of several the one that has
 * done least. Returns when the operation starts. */
static double book(struct core *s, const struct booking *b, double at)
{
    unsigned best = UNITS;
    double start = INFINITY;

    for (uint64_t left = b->units; left != 0; left &= left - 1) {
        unsigned u = (unsigned)__builtin_ctzll(left);
        double room = calendar_room(&s->unit[u], at);

        if (best == UNITS || room < start || (room <= start && s->booked[u] < s->booked[best])) {
            best = u;
            start = room;
        }
    }
    if (best == UNITS)
        return at;
    s->booked[best] += b->cycles;
    return calendar_book(&s->unit[best], at, b->cycles);
}

/* ---- loads ---- */

static double latest(const struct core *s, const uint8_t *registers, unsigned n, double at)
{
    for (unsigned i = 0; i < n; i++)
        at = s->ready[registers[i]] > at ? s->ready[registers[i]] : at;
    return at;
}

/* Allocates the MSHR that is free first; returns when, not before AT. */
static double allocate_mshr(struct mshrs *mshrs, double at, double latency)
{
    unsigned first = 0;

    for (unsigned i = 1; i < mshrs->n; i++)
        if (mshrs->free_at[i] < mshrs->free_at[first])
            first = i;
    if (mshrs->free_at[first] > at)
        at = mshrs->free_at[first];
    mshrs->free_at[first] = at + latency;
    return at;
}

static double move_line(struct core *s, unsigned level, double at, double times)
{
    double rate = s->machine->level[level].bytes_per_cycle;

    if (rate <= 0)
        return at;
    double interval = times * s->machine->line_bytes / rate;
    return calendar_book(&s->bandwidth[level], at, interval);
}

static bool is_prefetched(const struct signature_access *a)
{
    return (a->flags & (ACCESS_STREAM | ACCESS_STRIDE)) != 0 && a->page_distance < STREAM_PAGES;
}

/* When a line is there that LEVEL serves and that is asked for at AT. */
static double bring_line(struct core *s, const struct signature_access *a, unsigned level,
                         double at)
{
    const struct machine *m = s->machine;
    double near = m->level[0].latency;
    double latency = a->flags & ACCESS_HANDOVER ? m->handover : m->level[level].latency;

    if (is_prefetched(a)) {
        double moved = move_line(s, level, at, 1);
        return moved + near + m->number[MACHINE_PREFETCH_LATENCY].value;
    }
    at = allocate_mshr(&s->mshrs[0], allocate_mshr(&s->mshrs[level], at, latency), latency);
    return move_line(s, level, at, 1) + latency;
}

static void note_access(struct core *s, const struct signature_access *a, unsigned level)
{
    if (s->place == NULL)
        return;
    s->place->served[level]++;
    s->place->streamed += level > 0 && is_prefetched(a);
}

/* Places at a constant from the stack pointer are known before the address is. */
static bool on_stack(const struct core *s, const struct micro *i)
{
    return i->n_addresses == 1 && i->addresses[0] == s->stack_pointer;
}

static uint64_t last_word(const struct signature_access *a)
{
    uint64_t last = (a->address + (a->bytes > 0 ? a->bytes - 1U : 0)) / WORD_BYTES;
    uint64_t most = a->address / WORD_BYTES + WORDS_MOST - 1;

    return last < most ? last : most;
}

/* Puts a load and the store that it read from into one store set. */
static void merge_store_sets(struct store_set *load, struct store_set *store, uint32_t set)
{
    if (load->set == 0 && store->set == 0)
        load->set = store->set = set;
    else if (store->set == 0 || (load->set != 0 && load->set < store->set))
        store->set = load->set;
    else
        load->set = store->set;
}

/* Whether store NUMBER, counted from 1, is still on its way to the cache at AT. */
static bool in_flight(const struct core *s, uint64_t number, double at)
{
    return number > 0 && number + STORES_MOST > s->n_stores &&
           s->drained[(number - 1) % STORES_MOST] > at;
}

/* Whether NUMBER is among the first MOST (at least 1) of RECENT, in front of which it is put. */
static bool put_in_front(uint64_t *recent, unsigned most, uint64_t number)
{
    unsigned i = 0;

    while (i + 1 < most && recent[i] != number)
        i++;
    bool found = recent[i] == number;
    memmove(&recent[1], &recent[0], i * sizeof *recent);
    recent[0] = number;
    return found;
}

/* Whether the store that I loads from, which is learnt, is one of the last that the core predicts:
 * others that are learnt take its place. */
static bool keeps_pair(struct core *s, const struct micro *i)
{
    double pairs = s->machine->number[MACHINE_STORE_FORWARD_PAIRS].value;

    return pairs >= STORE_PAIRS_MOST ||
           put_in_front(s->predicted, (unsigned)fmax(1, pairs), (uint64_t)(i - s->micro) + 1);
}

/* Some processors learn which stores a load takes its word from (store sets: Chrysos and Emer,
 * 1998; memory cloaking: Moshovos and Sohi, 1997), whatever registers name the place, and unlearn
 * it as soon as it was not the last of them that is on its way. Returns whether I knew at AT that
 * it would take what FROM stored; NULL: nothing that is known of. */
static bool predicts_store(struct core *s, const struct micro *i, const struct stored *from,
                           double at)
{
    struct store_set *load = &s->store_set[i - s->micro];
    bool coming = from != NULL && in_flight(s, from->number + 1, at);

    if (coming && (load->set == 0 || load->set != s->store_set[from->instruction].set))
        merge_store_sets(load, &s->store_set[from->instruction], (uint32_t)(i - s->micro) + 1);
    if (load->set == 0)
        return false;
    uint64_t last = s->store_set[load->set - 1].stored;
    if (coming && last == from->number + 1)
        load->streak++;
    else if (in_flight(s, last, at))
        load->streak = 0;
    return coming && load->streak > LEARNT;
}

/* Whether a register hands on what FROM stored to load A of I. Vectors, another place, fewer bytes
 * than a word's, and what I computes with, unless I itself stores it again, come by way of the
 * queue of stores. */
static bool is_renamed(const struct stored *from, const struct micro *i,
                       const struct signature_access *a)
{
    return !i->vector && !from->vector && a->address == from->address && a->bytes <= from->bytes &&
           (i->stores > 0 || (a->bytes >= WORD_BYTES && (i->op == OP_LOAD || i->op == OP_MOVE)));
}

/* Cycles from store FROM to load A of it by I, which KNOWS the store or does not. */
static double forward_cycles(struct core *s, const struct stored *from, const struct micro *i,
                             const struct signature_access *a, bool knows)
{
    const struct machine *m = s->machine;
    double latency = m->number[MACHINE_STORE_FORWARD_LATENCY].value;

    if (is_renamed(from, i, a) && from->on_stack && on_stack(s, i))
        return m->number[MACHINE_STORE_FORWARD_STACK].value;
    if (is_renamed(from, i, a) && knows)
        return keeps_pair(s, i) ? m->number[MACHINE_STORE_FORWARD_PREDICTED].value : latency;
    return fmax(latency, m->number[MACHINE_STORE_FORWARD_FP].value -
                             m->number[MACHINE_BYPASS_FP_LOAD].value);
}

/* When a load, whose address is KNOWN then, has what it takes a part of from store FROM: it waits
 * until that has left for the cache, which is in order, after all that is before it. */
static double failed_forward(const struct core *s, const struct stored *from, double known)
{
    double at = from->at;

    if (in_flight(s, from->number + 1, known))
        at = fmax(at, s->drained[from->number % STORES_MOST]);
    return at + s->machine->number[MACHINE_STORE_FORWARD_FAILED].value;
}

static bool overlaps(const struct stored *from, const struct signature_access *a)
{
    return a->address < from->address + from->bytes && from->address < a->address + a->bytes;
}

static bool holds(const struct stored *from, const struct signature_access *a)
{
    return a->address >= from->address && a->address + a->bytes <= from->address + from->bytes;
}

/* When load A of instruction I, whose address is KNOWN then, may have what was stored before; 0:
 * nothing was, or long ago. */
static double forwarded_at(struct core *s, const struct micro *i, const struct signature_access *a,
                           double known)
{
    const struct stored *first = &s->stored[a->address / WORD_BYTES % WORDS], *part = NULL;
    bool knows = predicts_store(s, i, first->word == a->address / WORD_BYTES ? first : NULL, known);
    double at = 0;

    for (uint64_t word = a->address / WORD_BYTES; word <= last_word(a); word++) {
        const struct stored *from = &s->stored[word % WORDS];
        if (from->word != word || from->at <= 0 || !overlaps(from, a))
            continue;
        if (holds(from, a))
            at = fmax(at, from->at + forward_cycles(s, from, i, a, knows));
        else if (part == NULL || from->at > part->at)
            part = from;
    }
    return part == NULL ? at : fmax(at, failed_forward(s, part, known));
}

/* The level that serves A; a line of another core's comes as slowly as one from memory. */
static unsigned level_of(const struct core *s, const struct signature_access *a, float chance_of_it)
{
    const struct machine *m = s->machine;
    unsigned level = levels_of(s->levels, a, chance_of_it);

    if (a->flags & ACCESS_HANDOVER)
        return m->levels;
    return a->flags & ACCESS_OTHERS && level < m->own_levels ? m->own_levels : level;
}

/* When the data of load A is there, whose address is known at AT. */
static double load(struct core *s, const struct micro *i, const struct signature_access *a,
                   double at, struct timing *p)
{
    const struct machine *m = s->machine;
    uint64_t line = a->address / (uint64_t)m->line_bytes;
    float u = chance(s);
    unsigned level = level_of(s, a, u);
    double wait = levels_translation(s->levels, a, u), end;
    double free_at = book(s, &i->load, at);

    p->busy |= free_at > at;
    note_access(s, a, level);
    at = free_at + wait;
    end = level == 0 ? at + m->level[0].latency : bring_line(s, a, level, at);
    if (level > 0) {
        recent_fills_note(&s->fills, line, at);
        s->coming[line % LINES].line = line;
        s->coming[line % LINES].at = end;
    } else if (s->coming[line % LINES].line == line && s->coming[line % LINES].at > end) {
        end = s->coming[line % LINES].at;
    }
    end = fmax(end, forwarded_at(s, i, a, at));
    if ((a->flags & ACCESS_CONTENDED) && i->op == OP_ATOMIC)
        end += m->contended - m->number[MACHINE_ATOMIC_LATENCY].value;
    if (end > p->end) {
        p->end = end;
        p->level = level;
        p->tlb_cycles = wait;
        p->level_cycles = level == 0 ? 0 : end - at - m->level[0].latency;
        p->loaded = true;
    }
    return end;
}

/* ---- stores ---- */

static void note_store(struct core *s, const struct micro *i, const struct signature_access *a,
                       double at)
{
    for (uint64_t word = a->address / WORD_BYTES; word <= last_word(a); word++)
        s->stored[word % WORDS] = (struct stored){ .word = word,
                                                   .address = a->address,
                                                   .at = at,
                                                   .bytes = a->bytes,
                                                   .number = s->n_stores,
                                                   .instruction = (uint32_t)(i - s->micro),
                                                   .vector = i->vector,
                                                   .on_stack = on_stack(s, i) };
    uint32_t set = s->store_set[i - s->micro].set;
    if (set > 0)
        s->store_set[set - 1].stored = s->n_stores + 1;
}

/* When the line that a store asked for at ASKED is there as the store leaves at LEAVES. Where so
 * many lines come into its set that it is gone by then, it is fetched again, and all later stores
 * wait: from LEVEL, where the store itself asked for it, and else beside the loads that bring such
 * lines. What comes in after ASKED is not known yet: as much as before. */
static double keep_line(struct core *s, uint64_t line, unsigned level, double asked, double leaves)
{
    const struct machine *m = s->machine;

    if (!recent_fills_evicted(&s->fills, line, asked - (leaves - asked)))
        return leaves;
    recent_fills_note(&s->fills, line, leaves);
    return leaves +
           (level > 0 ? m->level[level].latency : m->number[MACHINE_STORE_EVICTED_LINE].value);
}

/* Whether one of the last stores went to LINE, which is the last from now on: they leave for the
 * cache together. */
static bool combines(struct core *s, uint64_t line)
{
    double lines = s->machine->number[MACHINE_STORE_COMBINING_LINES].value;

    return put_in_front(s->combining, (unsigned)fmax(1, fmin(COMBINING_MOST, lines)), line);
}

/* A store whose address is known at ADDRESS and its data at AT leaves for the cache in order, after
 * it retired. */
static void store(struct core *s, const struct micro *i, const struct signature_access *a,
                  double address, double at)
{
    const struct machine *m = s->machine;
    uint64_t line = a->address / (uint64_t)m->line_bytes;
    double interval =
        m->number[combines(s, line) ? MACHINE_STORE_RTHROUGHPUT : MACHINE_STORE_NEW_LINE].value;
    float u = chance(s);
    unsigned level = level_of(s, a, u);

    address = book(s, &i->store, address);
    at = fmax(at, address);
    note_store(s, i, a, at);
    note_access(s, a, level);
    if (level > 0) { /* its line comes in, and goes out again some time */
        recent_fills_note(&s->fills, line, address);
        double each = m->level[level].latency / m->level[level].mlp;
        interval = is_prefetched(a) ? interval : fmax(interval, each);
        at = fmax(at, move_line(s, level, at, 2));
    }
    if ((a->flags & ACCESS_CONTENDED) && i->op != OP_ATOMIC)
        s->dispatch += m->false_sharing;
    s->drain = keep_line(s, line, level, address, fmax(fmax(s->drain + interval, s->retire), at));
    s->drained[s->n_stores++ % STORES_MOST] = s->drain;
    queue_take(&s->queue[QUEUE_STORES], s->drain, CAUSE_STORES);
}

/* ---- an instruction ---- */

/* When what I reads is there. Floating-point additions, and other floating-point operations, wait
 * longer for each other than for their own kind. */
static double operands(const struct core *s, const struct micro *i, double at)
{
    double more = s->machine->number[MACHINE_BYPASS_ADD_TO_MUL].value;

    for (unsigned k = 0; k < i->n_reads; k++) {
        unsigned from = s->domain[i->reads[k]];
        bool crosses = from != i->domain && from != DOMAIN_OTHER && i->domain != DOMAIN_OTHER;
        at = fmax(at, s->ready[i->reads[k]] + (crosses ? more : 0));
    }
    return at;
}

static void execute(struct core *s, const struct micro *i, struct timing *p, double loaded)
{
    struct scheduler *queue = i->waits ? &s->scheduler[i->vector] : NULL;
    double entered = queue != NULL ? scheduler_enter(queue, p->dispatch) : p->dispatch;
    double ready = operands(s, i, fmax(entered, loaded));

    p->waited = ready > loaded && ready > p->dispatch;
    if (s->machine->in_order && ready < s->last_start)
        ready = s->last_start;
    p->start = book(s, &i->unit, book(s, &i->group, ready));
    p->busy |= p->start > ready;
    s->last_start = p->start;
    p->end = p->start + (double)i->latency;
    if (queue == NULL)
        return;
    double until = p->start + (i->vector ? s->hold_fp : s->hold);
    for (unsigned n = i->slots > 1 ? 2 : 1; n > 0; n--) /* each operation has its place */
        scheduler_issue(queue, entered, until);
}

/* What the wait before the step's own part is due to. */
static enum cause main_cause(const struct timing *p)
{
    if (p->waited)
        return CAUSE_DEPENDENCE;
    if (p->address > p->dispatch)
        return p->loaded ? CAUSE_CACHE_1 : CAUSE_DEPENDENCE;
    return p->busy ? CAUSE_UNIT : p->dispatched;
}

static double charge(struct core_model_place *place, enum cause cause, double cycles, double left)
{
    double paid = cycles < left ? cycles : left;

    if (place != NULL && paid > 0)
        place->cycles[cause] += paid;
    return paid > 0 ? left - paid : left;
}

static enum cause level_cause(const struct core *s, unsigned level)
{
    return level >= s->machine->levels ? CAUSE_MEMORY : (enum cause)(CAUSE_CACHE_1 + level);
}

static void retire(struct core *s, const struct micro *i, const struct timing *p)
{
    double step = p->end - s->retire, left = step;
    enum cause cause = main_cause(p);

    if (step > 0) {
        s->retire = p->end;
        left = charge(s->place, level_cause(s, p->level), p->level_cycles, left);
        left = charge(s->place, CAUSE_TLB, p->tlb_cycles, left);
        charge(s->place, cause, left, left);
        if (p->level_cycles > p->tlb_cycles)
            cause = level_cause(s, p->level);
    }
    if (s->place != NULL)
        s->place->instructions++;
    for (unsigned all = i->queues & ~(1U << QUEUE_STORES); all != 0; all &= all - 1)
        queue_take(&s->queue[__builtin_ctz(all)], s->retire, cause); /* stores leave later */
}

/* Runs instruction I, whose accesses are A to END. */
static struct timing run_instruction(struct core *s, const struct micro *i,
                                     const struct signature_access *a,
                                     const struct signature_access *end)
{
    struct timing p = { 0 };
    double address, loaded = 0;

    dispatch(s, i, &p);
    address = latest(s, i->addresses, i->n_addresses, p.dispatch);
    if (s->machine->in_order)
        address = fmax(address, s->last_start);
    p.address = address;
    for (const struct signature_access *at = a; at < end; at++)
        if (!at->store)
            loaded = fmax(loaded, load(s, i, at, address, &p) + (double)i->load_more);
    execute(s, i, &p, loaded);
    for (const struct signature_access *at = a; at < end; at++)
        if (at->store)
            store(s, i, at, address, fmax(p.end, address));
    uint8_t domain = i->moves && i->n_reads == 1 ? s->domain[i->reads[0]] : i->domain;
    for (unsigned r = 0; r < i->n_writes; r++) {
        s->ready[i->writes[r]] = p.end;
        s->domain[i->writes[r]] = domain;
    }
    retire(s, i, &p);
    return p;
}

/* ---- blocks and bursts ---- */

/* Cycles from a branch of kind END that is taken to the next that is. */
static double until_next_taken(const struct machine *m, unsigned end)
{
    double taken = m->number[MACHINE_TAKEN_BRANCH].value;
    bool pairs = end == END_CALL || end == END_CALL_INDIRECT || end == END_RETURN;

    return pairs ? fmax(taken, m->number[MACHINE_CALL_RETURN].value / 2) : taken;
}

static bool is_branch(unsigned end)
{
    return end != END_CUT && end != END_SYSCALL;
}

/* Cycles that the taken branch at the end of E costs more as the branch target buffer does not hold
 * it: as many others were taken since it was the last time as the lines of code have between. The
 * time of a line that comes from a cache has such a miss in it. */
static double btb_miss(const struct core *s, const struct signature_event *e)
{
    unsigned group = e->code_distance < SIGNATURE_GROUPS ? e->code_distance : SIGNATURE_GROUPS;
    double others = (double)signature_distance_least(group) * s->taken_per_line, cycles = 0;

    for (unsigned n = 0; n < s->machine->btbs; n++)
        cycles += others >= s->machine->btb[n].entries ? s->machine->btb[n].penalty : 0;
    return fmax(0, cycles - s->fetched);
}

/* The block that NEXT begins is where the indirect jump at the end of B goes. A processor that
 * learns few targets of a jump in turn guesses those wrong that it has not kept. */
static bool misses_target(struct core *s, const struct signature_event *e,
                          const struct signature_event *next, const struct signature_block *b)
{
    double places = s->machine->number[MACHINE_INDIRECT_TARGETS].value;

    if (e->missed >> s->indirect & 1)
        return true;
    if (next == NULL || places < 2 || places >= RECENT_TARGETS_MOST)
        return false;
    unsigned depth = recent_targets_note(&s->targets, b->first + b->n - 1,
                                         s->signature->blocks[next->block].first);
    return (double)chance(s) >= recent_targets_right(places, depth);
}

/* Notes where the indirect jump at the end of B goes, which NEXT begins. Returns true when it has
 * gone to several places: it does not become fast again by going to one of them for a while. */
static bool has_multiple_targets(struct core *s, const struct signature_event *next,
                                 const struct signature_block *b)
{
    uint32_t at = b->first + b->n, target = s->signature->blocks[next->block].first;
    struct jump *jump = &s->jump[at % JUMPS];

    jump->several = jump->at == at && (jump->several || jump->target != target);
    jump->at = at;
    jump->target = target;
    return jump->several;
}

/* Whether the return at the end of B goes where it went last; notes where it goes, which NEXT
 * begins. */
static bool goes_back_again(struct core *s, const struct signature_event *next,
                            const struct signature_block *b)
{
    if (next == NULL)
        return false;
    uint32_t at = b->first + b->n, target = s->signature->blocks[next->block].first;
    struct jump *jump = &s->jump[at % JUMPS];
    bool again = jump->at == at && jump->target == target;

    jump->at = at;
    jump->target = target;
    return again;
}

/* A return takes its address from the return stack, where calls put theirs on top of the last ones:
 * deeper returns than it has entries are predicted as other indirect branches are, by their last
 * target. A burst begins with a full stack. */
static bool misses_return(struct core *s, const struct signature_event *next,
                          const struct signature_block *b)
{
    if (s->machine->number[MACHINE_RETURN_STACK_ENTRIES].value >= QUEUE_MOST)
        return false;
    bool again = goes_back_again(s, next, b);
    if (s->returns == 0)
        return !again;
    s->returns--;
    return false;
}

/* Instructions after a branch that ends at END and was mispredicted are fetched PENALTY later. */
static void mispredict(struct core *s, double end, double penalty)
{
    if (s->place != NULL)
        s->place->misses++;
    s->redirect = fmax(s->redirect, end + penalty - 1);
    s->fetch = fmax(s->fetch, s->redirect);
}

/* NEXT: the event after E; NULL: the burst ends. */
static void end_block(struct core *s, const struct signature_event *e,
                      const struct signature_event *next, const struct signature_block *b,
                      const struct timing *p)
{
    const struct machine *m = s->machine;

    if (!is_branch(b->end))
        return;
    book(s, &s->micro[b->first + b->n - 1].branch, p->start);
    if (e->taken)
        s->taken_at = fmax(s->taken_at, s->fetch - 1) + until_next_taken(m, b->end) +
                      (b->end == END_RETURN ? 0 : btb_miss(s, e));
    if (s->place != NULL)
        s->place->branches += b->end == END_CONDITIONAL || b->end == END_INDIRECT;
    if (b->end == END_RETURN && misses_return(s, next, b)) {
        mispredict(s, p->end, m->number[MACHINE_INDIRECT_PENALTY].value);
        return;
    }
    s->returns += (b->end == END_CALL || b->end == END_CALL_INDIRECT) &&
                  (double)s->returns < m->number[MACHINE_RETURN_STACK_ENTRIES].value;
    bool indirect = b->end == END_INDIRECT || b->end == END_CALL_INDIRECT;
    if (indirect && next != NULL && has_multiple_targets(s, next, b))
        s->taken_at += m->number[MACHINE_INDIRECT_MULTI_TARGET].value;
    if (indirect ? !misses_target(s, e, next, b) : (e->missed >> s->predictor & 1) == 0)
        return;
    mispredict(s, p->end,
               m->number[indirect ? MACHINE_INDIRECT_PENALTY : MACHINE_BRANCH_PENALTY].value);
}

/* The rounds of a repeated instruction are one long move. */
static void repeat(struct core *s, const struct signature_event *e, uint64_t bytes)
{
    double cycles = (double)bytes / s->machine->number[MACHINE_REP_MOVS_BYTES].value;

    if (e->repeats == 0)
        return;
    s->dispatch += cycles;
    s->retire = fmax(s->retire, s->dispatch);
    charge(s->place, CAUSE_UNIT, cycles, cycles);
}

static const struct signature_access *run_block(struct core *s, const struct signature_event *e,
                                                const struct signature_event *following,
                                                const struct signature_access *a)
{
    const struct signature_block *b = &s->signature->blocks[e->block];
    const struct signature_access *end = a + e->n_accesses, *next = a;
    struct timing last = { 0 };
    uint64_t repeated = 0;

    begin_block(s, e, b);
    s->jumped = e->taken;
    for (uint32_t i = 0; i < b->n; i++) {
        const struct micro *micro = &s->micro[b->first + i];
        for (next = a; next < end && next->instruction == i;)
            repeated += e->repeats > 0 && next->store ? next++->bytes : (next++, 0U);
        if (micro->op == OP_REPEAT && e->repeats > 0)
            a = next;
        last = run_instruction(s, micro, a, next);
        a = next;
    }
    repeat(s, e, repeated);
    end_block(s, e, following, b, &last);
    return end;
}

static struct core_model_place *place_of(struct core_model *r, const struct signature *s,
                                         uint32_t block)
{
    uint32_t loop = s->blocks[block].loop;

    return &r->place[loop < s->n_loops ? loop : s->n_loops];
}

/* Everything before is over when a burst begins. */
static double begin_burst(struct core *s)
{
    double now = ceil(fmax(s->retire, fmax(s->drain, s->dispatch))) + 1;

    for (unsigned i = 0; i < REGISTERS_MOST; i++)
        s->ready[i] = now;
    s->dispatch = s->fetch = s->taken_at = s->redirect = s->retire = s->last_start = s->drain = now;
    for (unsigned k = 0; k < QUEUES; k++)
        s->queue[k].n = 0;
    s->returns = (unsigned)s->machine->number[MACHINE_RETURN_STACK_ENTRIES].value;
    s->place = NULL;
    s->code_line = UINT64_MAX;
    s->jumped = true;
    return now;
}

static struct core_model_burst run_burst(struct core *s, struct core_model *r, uint32_t number)
{
    const struct signature_burst *burst = &s->signature->bursts[number];
    const struct signature_event *e = &s->signature->events[burst->first_event];
    const struct signature_access *a = &s->signature->accesses[burst->first_access];
    uint64_t done = 0;
    double begin = begin_burst(s);

    for (uint32_t i = 0; i < burst->n_events; i++, e++) {
        bool warm = done < burst->warm;
        s->place = warm ? NULL : place_of(r, s->signature, e->block);
        a = run_block(s, e, i + 1 < burst->n_events ? e + 1 : NULL, a);
        done += s->signature->blocks[e->block].n;
        if (warm)
            begin = s->retire;
    }
    return (struct core_model_burst){ number, s->retire - begin,
                                      done > burst->warm ? (double)(done - burst->warm) : 0 };
}

static void make_mshrs(struct mshrs *mshrs, double n)
{
    mshrs->n = n < 1 ? 1 : n > MSHRS_MOST ? MSHRS_MOST : (unsigned)n;
    memset(mshrs->free_at, 0, sizeof mshrs->free_at);
}

/* Branches that are taken in the bursts of S, of each line of code that runs there: those that
 * blocks begin and end in. 1 without memory. */
static double taken_per_line(const struct signature *s)
{
    enum { PLACES = 1 << 20 };
    uint8_t *lines = calloc(PLACES, 1), *taken = calloc(s->n_blocks + 1, 1);
    double n_lines = 0, n_taken = 0;

    for (uint32_t i = 0; lines != NULL && taken != NULL && i < s->n_events; i++) {
        uint32_t block = s->events[i].block;
        const struct signature_block *b = &s->blocks[block];
        uint64_t ends[] = { s->code[b->first].address, s->code[b->first + b->n - 1].address };

        for (unsigned k = 0; k < 2; k++) {
            uint8_t *line = &lines[ends[k] / s->line_bytes % PLACES];
            n_lines += *line == 0;
            *line = 1;
        }
        n_taken += s->events[i].taken && taken[block] == 0;
        taken[block] |= s->events[i].taken;
    }
    free(lines);
    free(taken);
    return n_lines > 0 ? n_taken / n_lines : 1;
}

/* The number of the stack pointer among the registers of ISA. */
static uint8_t stack_pointer_of(const char *isa)
{
    static const struct {
        const char *isa;
        uint8_t number;
    } known[] = {
        { "x86_64", 4 }, { "i386", 4 }, { "arm", 13 }, { "aarch64", 31 }, { "riscv64", 2 }
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].isa, isa) == 0)
            return known[i].number;
    return NO_REGISTER - 1;
}

/* Which of the bank learns indirect jumps in an order as long as M does: the first knows the last
 * target alone. One that keeps several targets of a jump knows them by the way that leads there. */
static unsigned predictor_of_order(const struct machine *m)
{
    double period = m->number[MACHINE_INDIRECT_HISTORY].value;
    unsigned least = m->number[MACHINE_INDIRECT_TARGETS].value >= 2 ? 1 : 0;

    return period < 16 ? least : period < 512 ? 1 : period < 8192 ? 2 : 3;
}

/* Makes a queue of ALL places, of which FETCH_AHEAD were seen to work beside a row of operations of
 * LATENCY. As two rows overlapped there, so many more had started and kept their places still.
 * Returns how long they keep them. */
static double make_scheduler(struct scheduler *w, const struct machine *m, double ahead, double all,
                             double latency)
{
    double hold = fmin(m->number[MACHINE_SCHEDULER_HOLD].value, fmax(0, all - ahead) * latency / 2);

    scheduler_make(w, ahead + 2 * hold / latency, all);
    return hold;
}

static void make_state(struct core *s, const struct signature *signature,
                       const struct levels *levels, unsigned predictor)
{
    static const enum machine_parameter entries[QUEUES] = {
        [QUEUE_ROB] = MACHINE_ROB_ENTRIES,
        [QUEUE_LOADS] = MACHINE_LOAD_QUEUE_ENTRIES,
        [QUEUE_STORES] = MACHINE_STORE_QUEUE_ENTRIES,
        [QUEUE_INT_REGISTERS] = MACHINE_INT_REGISTERS,
        [QUEUE_VECTOR_REGISTERS] = MACHINE_VECTOR_REGISTERS,
        [QUEUE_BRANCHES] = MACHINE_BRANCHES_IN_FLIGHT,
    };
    const struct machine *m = levels->machine;

    s->signature = signature;
    s->machine = m;
    s->levels = levels;
    s->predictor = predictor;
    s->indirect = predictor_of_order(m);
    s->stack_pointer = stack_pointer_of(signature->isa);
    s->taken_per_line = m->btbs > 0 ? taken_per_line(signature) : 1;
    s->per_slot = 1 / fmax(0.1, m->number[MACHINE_ISSUE_WIDTH].value);
    for (unsigned k = 0; k < QUEUES; k++)
        s->queue[k].entries = (unsigned)fmin(QUEUE_MOST, fmax(1, m->number[entries[k]].value));
    s->random = 1;
    s->hold = make_scheduler(&s->scheduler[0], m, m->number[MACHINE_SCHEDULER_INT_DEPTH].value,
                             m->number[MACHINE_SCHEDULER_INT_ENTRIES].value,
                             fmax(1, m->cost[OP_ADD][TYPE_I64][0].latency));
    s->hold_fp = make_scheduler(&s->scheduler[1], m, m->number[MACHINE_SCHEDULER_FP_DEPTH].value,
                                m->number[MACHINE_SCHEDULER_FP_ENTRIES].value,
                                fmax(1, m->cost[OP_FADD][TYPE_F32][0].latency));
    recent_fills_make(&s->fills, m);
    for (unsigned i = 0; i < UNITS; i++)
        calendar_clear(&s->unit[i]);
    for (unsigned n = 0; n <= m->levels; n++) {
        calendar_clear(&s->bandwidth[n]);
        make_mshrs(&s->mshrs[n], n == 0 ? m->number[MACHINE_MSHRS].value : m->level[n].mlp);
    }
}

/* Standard error of cycles per instruction over the N bursts of EACH, as a share of the MEAN: from
 * how much neighbours differ, as bursts are taken at equal distances, and what changes slowly in
 * the course of a program is in all of them (Wolter, "Introduction to Variance Estimation",
 * systematic samples). */
static double error_of(const struct core_model_burst *each, size_t n, double mean)
{
    double sum = 0, instructions = 0, before = 0;
    size_t used = 0;

    for (size_t i = 0; i < n; i++)
        if (each[i].instructions > 0) {
            double off = each[i].cycles - mean * each[i].instructions;
            sum += used > 0 ? (off - before) * (off - before) / 2 : 0;
            before = off;
            instructions += each[i].instructions;
            used++;
        }
    if (used < 2 || mean <= 0)
        return 1;
    return sqrt(sum / (double)(used - 1) * (double)used) / (mean * instructions);
}

/* Burst number I of N that are replayed is a fourth one. */
static bool is_fourth(uint32_t i, uint32_t n)
{
    return n < 3 ? i + 1 == n : i % 4 == 2;
}

static void run_bursts(struct core *state, struct core_model *r, unsigned stride,
                       enum core_model_bursts which)
{
    const struct signature *s = state->signature;
    uint32_t most = signature_strided(s, stride);
    struct core_model_burst *each = r->burst;
    size_t n = 0;

    for (uint32_t i = 0; i < most; i++) {
        if (which == CORE_MODEL_FOURTH && !is_fourth(i, most))
            continue;
        each[n] = run_burst(state, r, signature_strided_at(s, stride, i));
        r->cycles += each[n].cycles;
        r->instructions += each[n].instructions;
        r->fourth += is_fourth(i, most) ? each[n].cycles : 0;
        n++;
    }
    r->n_bursts = n;
    r->sampling_error = error_of(each, n, r->cycles / fmax(1, r->instructions));
}

int core_model_replay(struct core_model *r, const struct signature *s, const struct levels *levels,
                      unsigned predictor, unsigned stride, enum core_model_bursts which)
{
    struct core *state = calloc(1, sizeof *state);
    struct micro *micro = micro_make(s, levels->machine);
    struct store_set *past = calloc(s->n_code + 1, sizeof *past);

    *r = (struct core_model){ .n_places = s->n_loops + 1 };
    r->place = calloc(r->n_places, sizeof *r->place);
    r->burst = calloc(s->n_bursts + 1, sizeof *r->burst);
    bool made =
        state != NULL && r->burst != NULL && micro != NULL && past != NULL && r->place != NULL;
    if (made) {
        make_state(state, s, levels, predictor);
        state->micro = micro;
        state->store_set = past;
        run_bursts(state, r, stride, which);
    } else {
        core_model_free(r);
    }
    free(state);
    free(micro);
    free(past);
    return made ? 0 : -1;
}

void core_model_free(struct core_model *r)
{
    free(r->place);
    free(r->burst);
    *r = (struct core_model){ 0 };
}
