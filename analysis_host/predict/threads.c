/* Threads as fluids: each goes on at the speed that the number of running threads leaves it, until
 * its next row of the signature; rows tell which thread waits for which. */
#include "threads.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the system takes to begin a thread, and to wake one that sleeps, in times of its shortest
 * call. No probe measures them: docs/design/prediction.md. */
#define CREATE_CALLS 100
#define WAKE_CALLS   70

enum { SPEEDS = 3 };

/* Where something happens in a thread: it comes to a row of its own, or to what another waits for.
 */
struct stop {
    uint64_t at;
    uint32_t row; /* of sync[] */
    bool mark;    /* it is another thread's row, which waits for this one to be here */
    bool last;    /* the thread ends */
};

/* One of the program's threads. */
struct runner {
    struct stop *stop; /* by AT; of all_stops */
    size_t n, next;    /* NEXT: that it comes to */
    uint64_t at;       /* of the last */
    double ready; /* time from which it may run; INFINITY: it waits for a row, or has not begun */
    double since; /* when it began to wait */
    bool ended;
    double left;                                   /* of the way to NEXT, from 1 to 0 */
    double cycles[SPEEDS];                         /* of the way to NEXT, by speed */
    const struct core_model_burst **burst[SPEEDS]; /* of this thread, in order */
    size_t n_bursts[SPEEDS], burst_at[SPEEDS];
};

struct composition {
    const struct signature *s;
    const struct threads_bursts *of;
    const struct threads_system *system;
    size_t n_of;
    unsigned contexts;
    double call, wake, create, handover;
    struct runner *runner;
    struct stop *stops;
    bool *reached; /* by row: the thread that it waits for is there */
    const struct core_model_burst **bursts;
    double scale[SPEEDS]; /* so that all instructions take what the program does */
    double mean[SPEEDS];  /* cycles an instruction */
    double now, processor;
    unsigned most;
};

/* ---- what instructions take ---- */

/* Middle between the burst of NUMBER and the next of its thread, in instructions. */
static double border(const struct signature *s, const struct core_model_burst *a,
                     const struct core_model_burst *b)
{
    return ((double)s->bursts[a->number].at + (double)s->bursts[b->number].at) / 2;
}

/* Cycles from instruction FROM to END of R at SPEED, each as in the nearest burst. Calls come in
 * the order of instructions. */
static double cycles_of(const struct composition *c, struct runner *r, unsigned speed, double from,
                        double end)
{
    double cycles = 0;

    if (r->n_bursts[speed] == 0)
        return c->mean[speed] * (end - from);
    while (from < end) {
        size_t i = r->burst_at[speed];
        const struct core_model_burst *b = r->burst[speed][i];
        bool last = i + 1 == r->n_bursts[speed];
        double until = last ? end : fmin(end, border(c->s, b, r->burst[speed][i + 1]));
        if (until > from) {
            cycles += (until - from) * b->cycles / b->instructions;
            from = until;
        }
        r->burst_at[speed] += from < end;
    }
    return cycles * c->scale[speed];
}

static void reset_bursts(struct composition *c)
{
    for (uint32_t t = 0; t < c->s->n_thread; t++)
        memset(c->runner[t].burst_at, 0, sizeof c->runner[t].burst_at);
}

/* The bursts of each thread, side by side. */
static void sort_bursts(struct composition *c)
{
    const struct core_model_burst **to = c->bursts;

    for (unsigned v = 0; v < c->n_of; v++)
        for (uint32_t t = 0; t < c->s->n_thread; t++) {
            struct runner *r = &c->runner[t];
            r->burst[v] = to;
            for (size_t i = 0; i < c->of[v].bursts->n_bursts; i++) {
                const struct core_model_burst *b = &c->of[v].bursts->burst[i];
                if (c->s->bursts[b->number].thread == t && b->instructions > 0)
                    *to++ = b;
            }
            r->n_bursts[v] = (size_t)(to - r->burst[v]);
        }
}

/* What is between bursts is not as they are on the whole: so that all takes what was predicted. */
static void scale_speeds(struct composition *c)
{
    for (unsigned v = 0; v < c->n_of; v++) {
        double all = 0;
        c->mean[v] = c->of[v].cycles_a_program / fmax(1, (double)c->s->instructions);
        c->scale[v] = 1;
        for (uint32_t t = 0; t < c->s->n_thread; t++) {
            const struct signature_thread *one = &c->s->thread[t];
            all += cycles_of(c, &c->runner[t], v, (double)one->first,
                             (double)(one->first + one->instructions));
        }
        c->scale[v] = all > 0 ? c->of[v].cycles_a_program / all : 1;
    }
    reset_bursts(c);
}

/* ---- stops ---- */

/* What a row does comes before what others wait for there: they wait for what it stored. */
static int by_place(const void *a, const void *b)
{
    const struct stop *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->last != y->last)
        return x->last ? 1 : -1;
    if (x->mark != y->mark)
        return x->mark ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool waits(const struct signature_sync *row)
{
    return row->kind >= SYNC_AFTER && row->kind <= SYNC_WAIT;
}

static void add_stop(struct runner *r, struct stop stop)
{
    if (r->stop != NULL)
        r->stop[r->n] = stop;
    r->n++;
}

static void add_stops(struct composition *c)
{
    for (uint32_t i = 0; i < c->s->n_sync; i++) {
        const struct signature_sync *row = &c->s->sync[i];
        add_stop(&c->runner[row->thread],
                 (struct stop){ row->at, i, false, row->kind == SYNC_END });
        if (waits(row))
            add_stop(&c->runner[row->by], (struct stop){ row->by_at, i, true, false });
    }
}

static void make_stops(struct composition *c)
{
    struct stop *to = c->stops;

    add_stops(c);
    for (uint32_t t = 0; t < c->s->n_thread; t++) {
        c->runner[t].stop = to;
        to += c->runner[t].n;
        c->runner[t].n = 0;
    }
    add_stops(c);
    for (uint32_t t = 0; t < c->s->n_thread; t++)
        qsort(c->runner[t].stop, c->runner[t].n, sizeof *c->stops, by_place);
}

/* ---- going on ---- */

/* What the system does on the way to STOP costs the same at any speed. */
static double system_of(const struct composition *c, const struct stop *stop)
{
    const struct signature_sync *row = &c->s->sync[stop->row];

    if (stop->mark)
        return 0;
    return row->pages * c->system->page + row->calls * c->system->call +
           (double)row->bytes * c->system->byte;
}

/* R sets out for its next stop. */
static void set_out(struct composition *c, struct runner *r)
{
    r->ended = r->ended || r->next == r->n;
    if (r->ended)
        return;
    const struct stop *stop = &r->stop[r->next];
    uint64_t to = stop->at > r->at ? stop->at : r->at;

    for (unsigned v = 0; v < c->n_of; v++)
        r->cycles[v] = cycles_of(c, r, v, (double)r->at, (double)to) + system_of(c, stop);
    r->at = to;
    r->left = 1;
}

static bool runs(const struct composition *c, const struct runner *r)
{
    return !r->ended && r->ready <= c->now;
}

/* Cycles that the whole way of R takes while RUNNING threads could run. */
static double way_of(const struct composition *c, const struct runner *r, unsigned running)
{
    unsigned busy = running < c->contexts ? running : c->contexts, v = 0;

    while (v + 1 < c->n_of && c->of[v + 1].running <= busy)
        v++;
    double cycles = r->cycles[v];
    if (v + 1 < c->n_of && c->of[v].running < busy) {
        double share =
            (double)(busy - c->of[v].running) / (double)(c->of[v + 1].running - c->of[v].running);
        cycles += share * (r->cycles[v + 1] - r->cycles[v]);
    }
    return cycles * running / busy;
}

/* The row that R comes to at its stop. Returns false where it waits there. */
static bool pass_row(struct composition *c, struct runner *r, uint32_t number)
{
    const struct signature_sync *row = &c->s->sync[number];

    switch (row->kind) {
    case SYNC_CREATE:
        c->runner[row->by].ready = c->now + c->create;
        return true;
    case SYNC_END:
        r->ended = true;
        return true;
    case SYNC_AFTER:
    case SYNC_SPIN:
    case SYNC_WAIT:
        r->ready = c->reached[number] ? r->ready : INFINITY;
        r->since = c->now;
        return c->reached[number];
    default:
        return true;
    }
}

/* A thread is where row NUMBER waits for it. */
static void reach(struct composition *c, uint32_t number)
{
    const struct signature_sync *row = &c->s->sync[number];
    struct runner *r = &c->runner[row->thread];

    c->reached[number] = true;
    if (r->ended || !isinf(r->ready) || r->next == r->n || r->left > 0 || r->stop[r->next].mark ||
        r->stop[r->next].row != number)
        return;
    /* The system does not put a thread to sleep whose wait is over before it comes to that. */
    bool sleeps = row->kind != SYNC_SPIN && c->now - r->since > c->call;
    r->ready = c->now + (sleeps ? c->wake : c->handover);
    r->next++;
    set_out(c, r);
}

static void arrive(struct composition *c, struct runner *r)
{
    r->left = 0;
    while (!r->ended && r->left <= 0) {
        const struct stop *stop = &r->stop[r->next];
        if (stop->mark)
            reach(c, stop->row);
        else if (!pass_row(c, r, stop->row))
            return;
        r->next++;
        set_out(c, r);
        double way = r->ended ? 1 : r->cycles[0];
        r->left = way > 0 ? r->left : 0;
    }
}

/* Where rows wait for each other in a circle, as they do for want of exact places, the first of
 * them goes on. Returns false where none waits. */
static bool untie(struct composition *c)
{
    struct runner *first = NULL;

    for (uint32_t t = 0; t < c->s->n_thread; t++) {
        struct runner *r = &c->runner[t];
        if (r->ended || !isinf(r->ready) || r->left > 0 || r->next == r->n)
            continue;
        if (first == NULL || r->stop[r->next].row < first->stop[first->next].row)
            first = r;
    }
    if (first == NULL)
        return false;
    first->ready = c->now;
    first->next++;
    set_out(c, first);
    return true;
}

/* Returns how long nothing changes, and *RUNNING threads can run; INFINITY: nothing changes any
 * more. */
static double until_next(const struct composition *c, unsigned *running)
{
    double least = INFINITY;

    *running = 0;
    for (uint32_t t = 0; t < c->s->n_thread; t++)
        *running += runs(c, &c->runner[t]);
    for (uint32_t t = 0; t < c->s->n_thread; t++) {
        const struct runner *r = &c->runner[t];
        if (runs(c, r))
            least = fmin(least, r->left * way_of(c, r, *running));
        else if (!r->ended && isfinite(r->ready))
            least = fmin(least, r->ready - c->now);
    }
    return least;
}

static void step(struct composition *c, double time, unsigned running)
{
    unsigned busy = running < c->contexts ? running : c->contexts;
    double before = c->now;

    c->now += time;
    c->processor += time * busy;
    c->most = running > c->most ? running : c->most;
    for (uint32_t t = 0; t < c->s->n_thread; t++) {
        struct runner *r = &c->runner[t];
        if (r->ended || r->ready > before)
            continue;
        double way = way_of(c, r, running), left = r->left * way - time;
        if (left <= 1e-6 * (1 + c->now * 1e-6))
            arrive(c, r);
        else
            r->left = left / way;
    }
}

static void run(struct composition *c)
{
    unsigned running;

    for (uint32_t t = 0; t < c->s->n_thread; t++) {
        c->runner[t].ready = t == 0 ? c->system->start : INFINITY;
        c->runner[t].at = c->s->thread[t].first;
        set_out(c, &c->runner[t]);
    }
    for (;;) {
        double time = until_next(c, &running);
        if (isfinite(time))
            step(c, time, running);
        else if (!untie(c))
            break;
    }
    c->processor += c->system->start;
}

/* ---- all of it ---- */

static bool make_room(struct composition *c)
{
    size_t bursts = 1;

    for (size_t v = 0; v < c->n_of; v++)
        bursts += c->of[v].bursts->n_bursts;
    c->runner = calloc(c->s->n_thread, sizeof *c->runner);
    c->stops = calloc(2 * (size_t)c->s->n_sync + 1, sizeof *c->stops);
    c->reached = calloc(c->s->n_sync + (size_t)1, sizeof *c->reached);
    c->bursts = calloc(bursts, sizeof *c->bursts);
    return c->runner != NULL && c->stops != NULL && c->reached != NULL && c->bursts != NULL;
}

bool threads_compose(struct threads_time *to, const struct signature *s, const struct machine *m,
                     const struct threads_bursts *of, size_t n, const struct threads_system *system,
                     unsigned contexts)
{
    struct composition c = { .s = s,
                             .of = of,
                             .system = system,
                             .n_of = n < SPEEDS ? n : SPEEDS,
                             .contexts = contexts > 0 ? contexts : 1,
                             .call = m->number[MACHINE_OS_SYSCALL].value,
                             .wake = WAKE_CALLS * m->number[MACHINE_OS_SYSCALL].value,
                             .create = CREATE_CALLS * m->number[MACHINE_OS_SYSCALL].value,
                             .handover = m->handover };
    bool made = make_room(&c);

    if (made) {
        make_stops(&c);
        sort_bursts(&c);
        scale_speeds(&c);
        run(&c);
        *to = (struct threads_time){ .threads = s->n_thread,
                                     .contexts = c.contexts,
                                     .cycles = c.now,
                                     .processor = c.processor,
                                     .most = c.most };
    }
    free(c.runner);
    free(c.stops);
    free(c.reached);
    free(c.bursts);
    return made;
}
