/* Virtual threads: coroutines on contexts with a clock each. */
#define _GNU_SOURCE
#include "hal/thread.h"
#include "board.h"
#include "hal/console.h"
#include "threads.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
    SLACK_16THS = 512 * SIM_16THS, /* how far a context may run ahead of the others */
    STACK_BYTES = 256 * 1024,
    SWITCH_CYCLES = 1000, /* what the operating system takes to switch threads */
    UNSEEN_CYCLES = 2,
    PAUSE_CYCLES = 8,
};

#define NEVER UINT64_MAX

/* A thread is ready, or waits for a join or at a barrier. */
struct thread {
    struct thread *next; /* in the list of all */
    bool ready, done;
    bool anywhere; /* the scheduler may move it */
    unsigned context;
    uint64_t since_16ths;  /* not before this clock */
    uint64_t turn;         /* ready threads of a context take turns by it */
    const void *waits_for; /* a thread or a barrier; NULL: for nothing */
    bool born;
    jmp_buf where;
    ucontext_t birth;
    void *stack;
    hal_thread_fn *fn;
    void *arg;
};

struct context {
    struct sim_model *model;
    struct thread *running;
    uint64_t slice_end_16ths;
};

static struct thread main_thread = { .ready = true, .born = true };
static struct thread *threads = &main_thread, *now = &main_thread;
static struct context *contexts;
static unsigned n_contexts;
static uint64_t turns;
static bool woken; /* a thread became ready since contexts without one looked for one */

uint64_t sim_threads_due_16ths = NEVER;
static uint64_t next_clock_16ths =
    NEVER; /* of the context whose clock is next after the running one */

static const struct sim_machine *machine(void)
{
    return &sim_board()->machine;
}

static uint64_t slice_16ths(void)
{
    return machine()->timeslot_ns * machine()->mhz / 1000 * SIM_16THS;
}

/* Models of N contexts after the first into ALL. 0, or -1 without memory; then none is left. */
static int join_all(struct sim_model **all, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        all[i] = sim_model_join(all, i);
        if (all[i])
            continue;
        while (--i > 0)
            sim_model_free(all[i]);
        return -1;
    }
    return 0;
}

static void start_others(void);

/* The contexts, made when the first thread starts: until then there is one. 0, or -1 without
 * memory. */
static int make_contexts(void)
{
    unsigned n = (unsigned)machine()->cores;

    if (contexts)
        return 0;
    struct context *made = calloc(n, sizeof *made);
    struct sim_model **all = calloc(n, sizeof *all);
    if (made && all) {
        all[0] = sim_board()->model;
        if (join_all(all, n) == 0) {
            contexts = made;
            n_contexts = n;
        }
    }
    for (unsigned i = 0; i < n_contexts; i++)
        contexts[i].model = all[i];
    free(all);
    if (!contexts) {
        free(made);
        return -1;
    }
    contexts[0].running = &main_thread;
    contexts[0].slice_end_16ths =
        slice_16ths() > 0 ? sim_model_clock_16ths(contexts[0].model) + slice_16ths() : NEVER;
    start_others();
    return 0;
}

/* ---- who runs ---- */

/* A thread moves only where the system moves threads, and only away from a context that another
 * has. */
static bool may_run_on(const struct thread *t, unsigned context)
{
    const struct thread *other = contexts[t->context].running;

    if (!t->ready || t->done)
        return false;
    return t->context == context || (t->anywhere && machine()->scheduler == SIM_MIGRATING &&
                                     other && other != t && other->ready);
}

static bool runs_elsewhere(const struct thread *t, unsigned context)
{
    for (unsigned i = 0; i < n_contexts; i++)
        if (i != context && contexts[i].running == t)
            return true;
    return false;
}

/* The thread that has waited longest for CONTEXT; its running one only where KEEP. */
static struct thread *next_for(unsigned context, bool keep)
{
    struct thread *best = NULL;

    for (struct thread *t = threads; t; t = t->next) {
        if (!may_run_on(t, context) || runs_elsewhere(t, context))
            continue;
        if (t == contexts[context].running && keep)
            return t;
        if (!best || t->turn < best->turn)
            best = t;
    }
    return best;
}

static void put_on(unsigned context, struct thread *t)
{
    struct context *c = &contexts[context];

    if (t != c->running && slice_16ths() > 0)
        sim_model_compute(c->model, SWITCH_CYCLES);
    sim_model_wait_until(c->model, t->since_16ths);
    c->running = t;
    t->context = context;
    t->turn = ++turns;
    c->slice_end_16ths =
        slice_16ths() > 0 ? sim_model_clock_16ths(c->model) + slice_16ths() : NEVER;
}

/* Gives CONTEXT a thread if it has none that is ready, or the next one when its slice is over. */
static void fill(unsigned context)
{
    struct context *c = &contexts[context];
    bool over = c->running && sim_model_clock_16ths(c->model) >= c->slice_end_16ths;
    bool stuck = !c->running || !c->running->ready || c->running->done;

    if ((!over && !stuck) || (!c->running && !woken))
        return;
    if (over && !stuck) {
        c->running->turn = ++turns;
        c->running->since_16ths = sim_model_clock_16ths(c->model);
        woken = true; /* others may take it */
    }
    struct thread *t = next_for(context, false);
    if (!t) {
        c->running = NULL;
        return;
    }
    put_on(context, t);
}

/* Returns the context with work whose clock is the earliest; N_CONTEXTS: none. */
static unsigned hindmost(void)
{
    unsigned best = n_contexts;

    for (unsigned i = 0; i < n_contexts; i++) {
        fill(i);
        if (contexts[i].running &&
            (best == n_contexts || sim_model_clock_16ths(contexts[i].model) <
                                       sim_model_clock_16ths(contexts[best].model)))
            best = i;
    }
    return best;
}

/* How far context BEST may run: to the slack beyond the next one, or to the end of its slice. */
static uint64_t due_of(unsigned best)
{
    uint64_t end = contexts[best].slice_end_16ths;

    next_clock_16ths = NEVER;
    for (unsigned i = 0; i < n_contexts; i++) {
        uint64_t clock = sim_model_clock_16ths(contexts[i].model);

        if (i != best && contexts[i].running && clock < next_clock_16ths)
            next_clock_16ths = clock;
    }
    return next_clock_16ths < end - SLACK_16THS ? next_clock_16ths + SLACK_16THS : end;
}

/* Not inlined: what the caller keeps in registers must not live across _setjmp(). */
static __attribute__((noipa)) void resume(struct thread *t)
{
    struct thread *last = now;

    now = t;
    if (last == t || _setjmp(last->where) != 0)
        return;
    if (t->born)
        _longjmp(t->where, 1);
    t->born = true;
    setcontext(&t->birth);
}

static unsigned busy_contexts(void)
{
    unsigned n = 0;

    for (unsigned i = 0; i < n_contexts; i++)
        n += contexts[i].running != NULL;
    return n;
}

void sim_threads_yield(void)
{
    unsigned best = hindmost();

    woken = false;
    if (best == n_contexts) {
        hal_console_complain("simulated board: every thread waits for another one");
        hal_console_exit(1);
    }
    sim_model_busy(contexts[best].model, busy_contexts());
    sim_board_now.model = contexts[best].model;
    sim_threads_due_16ths = due_of(best);
    resume(contexts[best].running);
}

void sim_threads_strict_point(void)
{
    if (sim_threads_due_16ths == NEVER)
        return;
    uint64_t clock = sim_model_clock_16ths(sim_board_now.model);
    if (clock >= sim_threads_due_16ths || clock > next_clock_16ths)
        sim_threads_yield();
}

void sim_threads_unseen(void)
{
    if (sim_threads_due_16ths == NEVER)
        return;
    sim_model_compute(sim_board_now.model, UNSEEN_CYCLES);
    sim_threads_strict_point();
}

void sim_threads_unmap(uint64_t at_bytes, uint64_t n_bytes)
{
    for (unsigned i = 0; i < n_contexts; i++)
        sim_model_forget(contexts[i].model, at_bytes, n_bytes);
}

void sim_threads_flush(uint64_t at_bytes, uint64_t n_bytes)
{
    for (unsigned level = 0; level < sim_board()->machine.n_caches; level++) {
        if (!contexts)
            sim_model_flush(sim_board()->model, level, at_bytes, n_bytes);
        for (unsigned i = 0; contexts && i < n_contexts; i++)
            sim_model_flush(contexts[i].model, level, at_bytes, n_bytes);
    }
}

const struct sim_model *sim_threads_model(unsigned i)
{
    if (!contexts)
        return i == 0 ? sim_board()->model : NULL;
    return i < n_contexts ? contexts[i].model : NULL;
}

/* ---- waiting ---- */

static void wake(struct thread *t, uint64_t clock_16ths)
{
    t->waits_for = NULL;
    t->ready = true;
    if (t->since_16ths < clock_16ths)
        t->since_16ths = clock_16ths;
    woken = true;
}

static void wake_all(const void *waited_for, uint64_t clock_16ths)
{
    for (struct thread *t = threads; t; t = t->next)
        if (t->waits_for == waited_for && !t->done)
            wake(t, clock_16ths);
}

static void wait_for(const void *something)
{
    now->waits_for = something;
    now->ready = false;
    now->since_16ths = sim_model_clock_16ths(sim_board_now.model);
    sim_threads_yield();
}

static void live(void)
{
    now->fn(now->arg);
    now->done = true;
    now->ready = false;
    wake_all(now, sim_model_clock_16ths(sim_board_now.model));
    sim_threads_yield(); /* does not come back */
}

/* ---- the port ---- */

unsigned hal_thread_contexts(void)
{
    return (unsigned)machine()->cores;
}

enum hal_thread_status hal_thread_pin(unsigned context)
{
    if (context >= machine()->cores)
        return HAL_THREAD_NO_CONTEXT;
    if (now->context == context)
        return HAL_THREAD_OK;
    if (make_contexts() != 0)
        return HAL_THREAD_FAILED;
    contexts[now->context].running = NULL;
    now->context = context;
    now->since_16ths = sim_model_clock_16ths(sim_board_now.model);
    woken = true;
    sim_threads_yield();
    return HAL_THREAD_OK;
}

static unsigned threads_on(unsigned context)
{
    unsigned n = 0;

    for (const struct thread *t = threads; t; t = t->next)
        n += !t->done && t->context == context;
    return n;
}

/* Threads on the core of CONTEXT: the contexts that it shares any unit with. */
static unsigned threads_beside(unsigned context)
{
    uint64_t by = machine()->shared_by > machine()->float_shared_by ? machine()->shared_by
                                                                    : machine()->float_shared_by;
    unsigned first = (unsigned)(context / by * by), n = 0;

    for (unsigned i = first; i < first + by && i < n_contexts; i++)
        n += threads_on(i);
    return n;
}

/* Where systems begin a thread: on the emptiest core, and there on the emptiest context. */
static unsigned emptiest(void)
{
    unsigned best = 0, least = UINT32_MAX;

    for (unsigned i = 0; i < n_contexts; i++) {
        unsigned load = threads_beside(i) * 4096 + threads_on(i);

        if (load < least) {
            best = i;
            least = load;
        }
    }
    return best;
}

/* Returns whether the machine runs a thread on CONTEXT now; *WHERE: on which to begin. */
static enum hal_thread_status place(unsigned context, unsigned *where)
{
    if (context == HAL_THREAD_ANY && slice_16ths() > 0) {
        *where = machine()->scheduler == SIM_PACKING ? 0 : emptiest();
        return HAL_THREAD_OK;
    }
    if (context >= n_contexts)
        return HAL_THREAD_NO_CONTEXT;
    *where = context;
    return slice_16ths() == 0 && threads_on(context) > 0 ? HAL_THREAD_BUSY : HAL_THREAD_OK;
}

/* getcontext() may return twice as far as the compiler knows; here it never does. */
static __attribute__((noipa)) int take_context(ucontext_t *birth)
{
    return getcontext(birth);
}

static struct thread *make_thread(hal_thread_fn *fn, void *arg)
{
    struct thread *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t->stack == MAP_FAILED || take_context(&t->birth) != 0) {
        free(t);
        return NULL;
    }
    t->fn = fn;
    t->arg = arg;
    t->birth.uc_stack.ss_sp = t->stack;
    t->birth.uc_stack.ss_size = STACK_BYTES;
    t->birth.uc_link = NULL;
    makecontext(&t->birth, live, 0);
    return t;
}

/* A program of somebody else's: it computes for ever. */
static void compete(void *arg)
{
    enum { PIECE_CYCLES = 256 };

    (void)arg;
    for (;;) {
        sim_model_compute(sim_board_now.model, PIECE_CYCLES);
        sim_threads_point(sim_board_now.model);
    }
}

/* The machine's other programs, where a system would begin them. */
static void start_others(void)
{
    for (uint64_t i = 0; i < machine()->others; i++) {
        struct thread *t = make_thread(compete, NULL);

        if (!t)
            return;
        t->context = emptiest();
        t->anywhere = true;
        t->ready = true;
        t->next = threads;
        threads = t;
        woken = true;
    }
}

enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg)
{
    unsigned where;

    if (make_contexts() != 0)
        return HAL_THREAD_FAILED;
    enum hal_thread_status status = place(context, &where);
    struct thread *t = status == HAL_THREAD_OK ? make_thread(fn, arg) : NULL;
    if (!t)
        return status == HAL_THREAD_OK ? HAL_THREAD_FAILED : status;
    t->context = where;
    t->anywhere = context == HAL_THREAD_ANY;
    t->next = threads;
    threads = t;
    thread->port[0] = (uintptr_t)t;
    wake(t, sim_model_clock_16ths(sim_board_now.model));
    sim_threads_yield();
    return HAL_THREAD_OK;
}

void hal_thread_join(struct hal_thread *thread)
{
    struct thread *t = (struct thread *)thread->port[0];
    struct thread **link = &threads;

    while (!t->done)
        wait_for(t);
    while (*link != t)
        link = &(*link)->next;
    *link = t->next;
    for (unsigned i = 0; i < n_contexts; i++)
        if (contexts[i].running == t)
            contexts[i].running = NULL;
    munmap(t->stack, STACK_BYTES);
    free(t);
}

void hal_thread_pause(void)
{
    sim_model_compute(sim_board()->model, PAUSE_CYCLES);
    sim_threads_strict_point();
}

void hal_barrier_wait(struct hal_barrier *barrier)
{
    uint64_t clock = sim_model_clock_16ths(sim_board()->model);

    if (++barrier->arrived < barrier->n) {
        wait_for(barrier);
        return;
    }
    for (struct thread *t = threads; t; t = t->next)
        if (t->waits_for == barrier && t->since_16ths > clock)
            clock = t->since_16ths;
    barrier->arrived = 0;
    barrier->phase++;
    wake_all(barrier, clock);
    sim_model_wait_until(sim_board_now.model, clock);
    if (n_contexts > 0)
        sim_threads_yield();
}
