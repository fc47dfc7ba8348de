/* Accesses to memory: distances, depths in sets, streams; or the last touch of each line alone. */
#include "burst.h"
#include "collect.h"
#include "noted.h"
#include "thread.h"
#include <stdlib.h>
#include <string.h>

enum {
    STREAM_PAGES = 5,   /* group of distances from 32 pages on: no stream goes on so late */
    STREAM_STEP = 2,    /* lines */
    STRIDE_MOST = 2048, /* bytes */
};

/* Depths of a page in the sets of pages; DEPTH is all 0. */
static void touch_page_sets(struct set_ways *sets, uint64_t page, uint8_t depth[SIGNATURE_SETS])
{
    uint32_t evicted;

    for (unsigned i = 0; i < SIGNATURE_SETS; i++) {
        depth[i] = (uint8_t)set_touch(sets, signature_page_sets[i], page, &evicted);
        if (depth[i] == 0) /* the last of its set is the last of each part of the set */
            return;
        sets += signature_page_sets[i];
    }
}

/* The line of tag EVICTED goes from a set of lines at the same place of their pages to those that
 * it does not keep; returns the depth of the line that comes in, whose tag is TAG. */
static unsigned touch_deep(struct stack **deep, uint32_t tag, uint32_t evicted)
{
    if (!*deep && !(*deep = stack_new()))
        give_up("not enough memory");
    unsigned group = stack_exchange(*deep, tag, evicted);
    return group == SIGNATURE_COLD ? SIGNATURE_DEEP : SIGNATURE_DEEPER + group;
}

/* The first lines of the sets that LINE is in, from those of signature_line_sets[FROM] on, are
 * stored to. */
static void make_dirty(struct set_clean *clean, unsigned from, uint64_t line)
{
    for (unsigned i = from; i < SIGNATURE_SETS; i++) {
        clean[line & (signature_line_sets[i] - 1)].ways[0] = 0;
        clean += signature_line_sets[i];
    }
}

static void count_writebacks(struct access_counts *counts, unsigned sets, unsigned ways,
                             uint32_t weight)
{
    if (!counts->writebacks && !(counts->writebacks = calloc(1, sizeof *counts->writebacks)))
        give_up("not enough memory");
    for (; ways; ways &= ways - 1)
        counts->writebacks->ways[sets][__builtin_ctz(ways)] += weight;
}

/* Depths of a line in the sets of lines; DEPTH is all 0. MET: of who is counted, or NULL. */
static void touch_line_sets(struct collect_thread *t, unsigned lines_of_page, uint64_t line,
                            bool store, struct access_counts *counts, uint8_t depth[SIGNATURE_SETS])
{
    struct set_ways *sets = t->line_sets;
    struct set_clean *clean = t->line_clean;

    for (unsigned i = 0; i < SIGNATURE_SETS; i++) {
        unsigned n = signature_line_sets[i];
        uint32_t evicted = 0;
        unsigned at = set_touch(sets, n, line, &evicted);
        if (at == 0) { /* the last of its set is the last of each part of the set */
            if (store)
                make_dirty(clean, i, line);
            return;
        }
        unsigned dirty = store && counts ? set_writebacks(&clean[line & (n - 1)], at) : 0;
        if (dirty)
            count_writebacks(counts, i, dirty, t->weight);
        set_clean_touch(&clean[line & (n - 1)], at, store);
        if (evicted && n == lines_of_page)
            at = touch_deep(&t->deep[line & (n - 1)], set_tag(n, line), evicted);
        depth[i] = (uint8_t)at;
        sets += n;
        clean += n;
    }
}

static struct page_stream *stream_of(struct collect_thread *t, uint32_t page)
{
    if (page >= t->n_streams) {
        uint32_t n = page * 2 + 64;
        struct page_stream *streams = realloc(t->streams, n * sizeof *streams);
        if (!streams)
            give_up("not enough memory");
        memset(streams + t->n_streams, 0, (n - t->n_streams) * sizeof *streams);
        t->streams = streams;
        t->n_streams = n;
    }
    return &t->streams[page];
}

/* Returns true when LINE goes on where its page's lines were going, for the second time. The line
 * that the page is at goes nowhere: where it was evicted since, nothing fetches it ahead. */
static bool follows(struct page_stream *s, uint64_t line)
{
    int64_t step = (int64_t)(line - s->line);

    if (step == 0)
        return false;
    bool on = (step == 1 || step == STREAM_STEP) && s->step >= 0;
    bool back = (step == -1 || step == -STREAM_STEP) && s->step <= 0;
    s->line = line;
    s->times = on || back ? (uint8_t)(s->times < 2 ? s->times + 1 : 2) : 0;
    s->step = (int8_t)(on ? 1 : back ? -1 : 0);
    return s->times >= 2;
}

/* A page that a system call wrote to is no page of zeros. */
static bool was_filled(struct collect_thread *t, uint64_t page)
{
    uint32_t node;

    return t->filled && stack_touch(t->filled, page, &node) != SIGNATURE_COLD;
}

/* Another thread touched PAGE before. */
static bool is_of_others(const struct collect *c, const struct collect_thread *t, uint64_t page)
{
    for (unsigned i = 0; i < c->processors; i++)
        if (c->thread[i] && c->thread[i] != t &&
            stack_peek(c->thread[i]->pages, page) != SIGNATURE_COLD)
            return true;
    return false;
}

/* PAGE is touched for the first time. */
static void begin_page(const struct collect *c, struct collect_thread *t, uint64_t page,
                       struct page_stream *s, bool store)
{
    if (is_of_others(c, t, page)) {
        t->pages_of_others++;
        s->only_read = false;
        return;
    }
    s->only_read = !store && !was_filled(t, page);
    t->pages_read += s->only_read;
}

/* Something is stored in a page. */
static void store_in_page(struct collect_thread *t, struct page_stream *s)
{
    t->pages_copied += s->only_read;
    s->only_read = false;
}

/* Touches the page, if it is not the one touched last, and tells whether LINE is in a stream. */
static bool touch_page(struct collect *c, struct collect_thread *t, uint64_t line,
                       struct signature_access *a)
{
    uint64_t page = a->address >> c->rules.page_shift;

    if (page + 1 != t->page) {
        a->page_distance = (uint8_t)stack_touch(t->pages, page, &t->page_number);
        touch_page_sets(t->page_sets, page, a->page_depth);
        t->page = page + 1;
    }
    struct page_stream *s = stream_of(t, t->page_number);
    if (a->page_distance == SIGNATURE_COLD)
        begin_page(c, t, page, s, a->store);
    else if (a->store)
        store_in_page(t, s);
    return follows(s, line) && a->page_distance < STREAM_PAGES;
}

/* The instruction's stride repeats. */
static bool strides(struct collect_side *side, uint64_t address, uint32_t weight)
{
    int64_t stride = (int64_t)(address - side->last_address);
    bool same = stride == side->stride;

    side->last_address = address;
    side->stride = stride;
    side->strided += same ? weight : 0;
    if (side->most_stride == stride) {
        side->votes++;
    } else if (side->votes == 0) {
        side->most_stride = stride;
        side->votes = 1;
    } else {
        side->votes--;
    }
    return same && stride < STRIDE_MOST && stride > -STRIDE_MOST;
}

static void count_depths(struct counts_pool *p, struct access_counts *counts, unsigned from,
                         const uint8_t depth[SIGNATURE_SETS], uint32_t weight)
{
    for (unsigned i = 0; i < SIGNATURE_SETS; i++) {
        unsigned at = depth[i] < SIGNATURE_DEEP ? depth[i] : SIGNATURE_DEEP;
        counts_add_to(p, counts, from + at * COUNTS_DEPTH_SETS + i, weight);
    }
}

/* The first touch of a line, or a page, counts in any part of the run. */
static void count_cold(struct collect_instruction *instruction, const struct signature_access *a)
{
    instruction->cold[a->store] += a->distance == SIGNATURE_COLD;
    instruction->cold_pages[a->store] += a->page_distance == SIGNATURE_COLD;
}

/* Counts an access to another line than the one touched last, but what was cold. SAME_PAGE: to the
 * page touched last. */
static void count_access(struct counts_pool *p, struct access_counts *counts,
                         const struct signature_access *a, bool same_page, uint32_t weight)
{
    if (same_page) {
        counts->same_page += weight;
    } else if (a->page_distance != SIGNATURE_COLD) {
        counts_add_to(p, counts, COUNTS_PAGE_DISTANCE + a->page_distance, weight);
        count_depths(p, counts, COUNTS_PAGE_DEPTH, a->page_depth, weight);
    }
    if (a->distance == SIGNATURE_COLD)
        return;
    counts_add_to(p, counts, COUNTS_DISTANCE + a->distance, weight);
    if (a->depth[0] == 0)
        counts->first_of_set += weight;
    else
        count_depths(p, counts, COUNTS_DEPTH, a->depth, weight);
}

/* How far back the touch of LINE by another thread is, or COLD. */
static unsigned distance_of_others(const struct collect *c, const struct collect_thread *t,
                                   uint64_t line)
{
    unsigned least = SIGNATURE_COLD;

    for (unsigned i = 0; i < c->processors; i++)
        if (c->thread[i] && c->thread[i] != t) {
            unsigned distance = stack_peek(c->thread[i]->lines, line);
            least = distance < least ? distance : least;
        }
    return least;
}

/* A line that is not the one touched last. */
static void touch_line(struct collect *c, struct collect_thread *t, uint64_t line,
                       struct access_counts *counts, struct signature_access *a)
{
    uint32_t number;

    a->distance = (uint8_t)stack_touch(t->lines, line, &number);
    if (a->distance == SIGNATURE_COLD) {
        a->distance = (uint8_t)distance_of_others(c, t, line);
        a->flags |= a->distance == SIGNATURE_COLD ? 0 : ACCESS_OTHERS;
    }
    touch_line_sets(t, 1U << (c->rules.page_shift - c->rules.line_shift), line, a->store, counts,
                    a->depth);
    if (touch_page(c, t, line, a))
        a->flags |= ACCESS_STREAM;
    t->line = line + 1;
    t->line_stored = a->store;
}

static void touch_same_line(struct collect_thread *t, uint64_t line, bool store)
{
    if (store && !t->line_stored) {
        make_dirty(t->line_clean, 0, line);
        store_in_page(t, &t->streams[t->page_number]);
    }
    t->line_stored |= store;
}

/* Returns true for a further part of a vector, or of a repeated instruction, within LINE, which
 * SIDE touched last. */
static bool is_part(const struct collect *c, const struct collect_thread *t,
                    struct collect_side *side, uint64_t line)
{
    bool part = side->last_event == t->events && side->last_address >> c->rules.line_shift == line;

    side->last_event = t->events;
    return part;
}

static void touch(struct collect *c, struct collect_thread *t,
                  struct collect_instruction *instruction, struct signature_access *a)
{
    struct collect_side *side = &instruction->side[a->store];
    uint64_t line = a->address >> c->rules.line_shift, page = t->page;

    bool part = is_part(c, t, side, line);

    if (!part && strides(side, a->address, t->weight))
        a->flags |= ACCESS_STRIDE;
    instruction->count[a->store] += !part;
    if (line + 1 == t->line) {
        touch_same_line(t, line, a->store);
        side->same += part ? 0 : t->weight;
    } else {
        if (!side->counts)
            side->counts = counts_new();
        touch_line(c, t, line, side->counts, a);
        count_cold(instruction, a);
        if (!part)
            count_access(&c->counts_pool, side->counts, a, page == t->page, t->weight);
    }
    if (t->burst) {
        a->flags |= t->takes;
        a->instruction = instruction->index;
        burst_access(t->burst, a, c->rules.line_shift);
    }
}

__attribute__((noinline)) static void follow(struct collect *c, struct collect_thread *t,
                                             struct collect_instruction *instruction, bool store,
                                             uint64_t address, unsigned n_bytes)
{
    uint64_t line = UINT64_C(1) << c->rules.line_shift;

    while (n_bytes > 0) {
        uint64_t left = line - (address & (line - 1));
        unsigned here = n_bytes < left ? n_bytes : (unsigned)left;
        struct signature_access a = { .address = address, .bytes = (uint16_t)here, .store = store };
        touch(c, t, instruction, &a);
        address += here;
        n_bytes -= here;
    }
}

static void settle_line(void *ctx, const struct noted_touch *noted, void *first)
{
    struct catching_up *up = ctx;
    struct signature_access a = { .address = noted->key << up->c->rules.line_shift,
                                  .store = noted->stored_first };

    touch_line(up->c, up->t, noted->key, NULL, &a);
    if (noted->stored) /* a page that was read first is touched twice */
        touch_same_line(up->t, noted->key, true);
    count_cold(first, &a);
}

__attribute__((noinline)) void access_catch_up(struct collect *c, struct collect_thread *t)
{
    struct catching_up up = { c, t };

    noted_settle(&t->noted_lines, settle_line, &up);
    t->noted_line = 0;
}

/* Notes a touch of LINE, and counts it, if it is no further part of a vector. */
static void note(struct collect *c, struct collect_thread *t,
                 struct collect_instruction *instruction, bool store, uint64_t line)
{
    struct collect_side *side = &instruction->side[store];
    bool same_line = line + 1 == t->noted_line, part = false;

    if (t->block->end.repeats) { /* loads and stores take turns */
        part = is_part(c, t, side, line);
        side->last_address = line << c->rules.line_shift;
    } else if (same_line)
        part = t->noted_by == side && t->noted_event == t->events;
    instruction->count[store] += !part;
    t->noted_by = side;
    t->noted_event = t->events;
    if (same_line) {
        t->noted_lines.touch[t->noted_index].stored |= store;
        return;
    }
    uint32_t *index = line_map_number(&t->noted_numbers, line);
    bool room = noted_touch(&t->noted_lines, index, line, store, instruction);
    t->noted_line = line + 1;
    t->noted_index = *index;
    if (!room)
        access_catch_up(c, t);
}

/* An access as collect_accessed() has it, where notes are taken and it lies in one line: all that
 * most accesses need. Returns false where more is to be done, and nothing is. */
static inline bool note_quickly(struct collect_thread *t, struct collect_instruction *instruction,
                                bool store, uint64_t line)
{
    struct collect_side *side = &instruction->side[store];
    uint32_t index = t->noted_index;

    if (line + 1 == t->noted_line) {
        bool part = t->noted_by == side && t->noted_event == t->events;
        instruction->count[store] += !part;
        t->noted_lines.touch[index].stored |= store;
    } else {
        const uint32_t *known = line_map_known(&t->noted_numbers, line);
        if (!known || !noted_touch_again(&t->noted_lines, *known, line, store))
            return false;
        instruction->count[store]++;
        t->noted_line = line + 1;
        t->noted_index = *known;
    }
    t->noted_by = side;
    t->noted_event = t->events;
    return true;
}

bool collect_accessed_quickly(struct collect *c, unsigned thread,
                              struct collect_instruction *instruction, bool store, uint64_t address,
                              unsigned n_bytes)
{
    struct collect_thread *t = c->thread[thread];
    uint64_t line = address >> c->rules.line_shift;

    return t->notes && c->on && (address + n_bytes - 1) >> c->rules.line_shift == line &&
           note_quickly(t, instruction, store, line);
}

void collect_accessed(struct collect *c, unsigned thread, struct collect_instruction *instruction,
                      bool store, uint64_t address, unsigned n_bytes)
{
    struct collect_thread *t = c->thread[thread];

    if (!c->on)
        return;
    if (t->round) /* which has a block of its own, that counts as none */
        instruction = &t->block->instruction[t->block->n - 1];
    if (t->follows) {
        follow(c, t, instruction, store, address, n_bytes);
        return;
    }
    uint64_t last = (address + n_bytes - 1) >> c->rules.line_shift;
    for (uint64_t line = address >> c->rules.line_shift; line <= last; line++)
        note(c, t, instruction, store, line);
}
