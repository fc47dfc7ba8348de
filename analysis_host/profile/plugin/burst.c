/* Samples: bursts of blocks and accesses in order. */
#include "burst.h"
#include "noted.h"
#include <stdlib.h>
#include <string.h>

static void *grown(void *rows, uint32_t *room, size_t size)
{
    *room = *room * 2 + 1024;
    rows = realloc(rows, *room * size);
    if (!rows)
        give_up("not enough memory");
    return rows;
}

/* Keeps no more memory than the burst takes. */
static void close_burst(struct collect_thread *t)
{
    struct collect_burst *b = t->burst;
    void *events = realloc(b->events, (b->row.n_events + (size_t)1) * sizeof *b->events);
    void *accesses = realloc(b->accesses, (b->row.n_accesses + (size_t)1) * sizeof *b->accesses);

    b->events = events ? events : b->events;
    b->accesses = accesses ? accesses : b->accesses;
    t->burst = NULL;
}

/* Drops every second burst of each thread that is not in it, and doubles the distance. */
static void thin_out(struct collect *c)
{
    bool odd[COLLECT_THREADS] = { false };
    uint32_t n = 0;

    for (uint32_t i = 0; i < c->n_bursts; i++) {
        bool open = false;
        for (unsigned k = 0; k < COLLECT_THREADS && !open; k++)
            open = c->thread[k] && c->thread[k]->burst == &c->bursts[i];
        bool *second = &odd[c->bursts[i].row.thread % COLLECT_THREADS], drop = *second && !open;
        *second = !*second;
        if (drop) {
            free(c->bursts[i].events);
            free(c->bursts[i].accesses);
            continue;
        }
        for (unsigned k = 0; k < COLLECT_THREADS && open; k++)
            if (c->thread[k] && c->thread[k]->burst == &c->bursts[i])
                c->thread[k]->burst = &c->bursts[n];
        c->bursts[n++] = c->bursts[i];
    }
    c->n_bursts = n;
    c->every *= 2;
}

/* At the start all is followed, and then the samples alone. */
static uint32_t weight_of(const struct collect *c, const struct collect_thread *t)
{
    uint64_t each = t->instructions < c->rules.whole ? c->rules.burst : c->every;

    return (uint32_t)((3 * each + c->rules.burst / 2) / c->rules.burst);
}

/* Where branches are learnt for the next burst: a fourth of the way, so long that histories are
 * known again and tables know what the program does now. */
static uint64_t learn_at(const struct collect *c, const struct collect_thread *t)
{
    enum { PART = 4, LEAST = 50000 };
    uint64_t ahead = c->every / PART > LEAST ? c->every / PART : LEAST;

    return t->next_burst > ahead ? t->next_burst - ahead : 0;
}

static void open_burst(struct collect *c, struct collect_thread *t)
{
    if (c->n_bursts >= c->rules.most_bursts)
        thin_out(c);
    if (c->n_bursts >= c->rules.most_bursts + COLLECT_THREADS) /* all are open */
        return;
    t->burst = &c->bursts[c->n_bursts++];
    *t->burst = (struct collect_burst){ .row = { .at = t->instructions, .thread = t->number } };
    t->next_burst = t->instructions + c->every;
    t->learn_at = learn_at(c, t);
    t->weight = weight_of(c, t);
}

/* Instructions warm a model up until WARM of them ran; a burst from the start of the program counts
 * from its first. */
static void count_warm(const struct collect *c, struct collect_burst *b)
{
    if (b->row.at > 0 && b->row.instructions <= c->rules.warm)
        b->row.warm = b->row.instructions;
}

void burst_block(struct collect *c, struct collect_thread *t, struct collect_block *block,
                 unsigned code_distance, unsigned code_page)
{
    if (t->burst && t->burst->row.instructions >= c->rules.burst)
        close_burst(t);
    if (!t->burst && t->instructions >= t->next_burst)
        open_burst(c, t);
    struct collect_burst *b = t->burst;
    if (!b)
        return;
    if (b->row.n_events == b->events_room)
        b->events = grown(b->events, &b->events_room, sizeof *b->events);
    b->events[b->row.n_events++] =
        (struct signature_event){ .block = block->number,
                                  .code_distance = (uint8_t)code_distance,
                                  .code_page = (uint8_t)code_page };
    b->row.instructions += block->n;
    count_warm(c, b);
}

void burst_settle(struct collect_burst *b, bool taken, uint8_t missed)
{
    if (b->row.n_events == 0)
        return;
    b->events[b->row.n_events - 1].taken = taken;
    b->events[b->row.n_events - 1].missed = missed;
}

void burst_round(struct collect_burst *b)
{
    if (b->row.n_events)
        b->events[b->row.n_events - 1].repeats++;
}

/* Makes A longer where NEXT goes on in its line. */
static bool joins(struct signature_access *a, const struct signature_access *next,
                  unsigned line_shift)
{
    if (a->instruction != next->instruction || a->store != next->store ||
        a->address >> line_shift != next->address >> line_shift)
        return false;
    uint64_t end = a->address + a->bytes, next_end = next->address + next->bytes;
    uint64_t start = next->address < a->address ? next->address : a->address;
    a->bytes = (uint16_t)((next_end > end ? next_end : end) - start);
    a->address = start;
    return true;
}

void burst_access(struct collect_burst *b, const struct signature_access *access,
                  unsigned line_shift)
{
    if (b->row.n_events == 0)
        return;
    struct signature_event *e = &b->events[b->row.n_events - 1];
    for (uint32_t back = 1; back <= 2 && back <= e->n_accesses; back++)
        if (joins(&b->accesses[b->row.n_accesses - back], access, line_shift))
            return;
    if (e->n_accesses == UINT16_MAX) /* a repeated instruction over 2 MiB and more */
        return;
    if (b->row.n_accesses == b->accesses_room)
        b->accesses = grown(b->accesses, &b->accesses_room, sizeof *b->accesses);
    b->accesses[b->row.n_accesses++] = *access;
    e->n_accesses++;
}
