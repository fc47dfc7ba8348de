/* From the replayed bursts to the whole program. */
#include "prediction.h"
#include "analysis/parallel.h"
#include "interval.h"
#include "levels.h"
#include "rows.h"
#include "say.h"
#include "signature/system_calls.h"
#include "whole_run.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First touches of pages, and system calls by what they do: most take as long as the shortest,
 * those that read, write, look up, open or list files longer, and those that change the map of
 * memory far longer. */

enum { USUAL_PAGE_BYTES = 4096 };

/* An entry of a folder: 19 bytes before its name, a zero after it, and up to a whole number of
 * eights. */
#define ENTRY_BYTES 32

/* What all calls did. */
struct done {
    struct signature_works works[SIGNATURE_WORKS];
    double calls, bytes;
};

static double page_bytes(const struct machine *m)
{
    return m->page_bytes > 0 ? m->page_bytes : USUAL_PAGE_BYTES;
}

static void add_calls(struct done *d, const struct signature *s)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        d->calls += (double)s->calls[i].count;
        d->bytes += (double)s->calls[i].bytes;
    }
}

static bool is_counted(const struct signature *s)
{
    for (unsigned w = 0; w < SIGNATURE_WORKS; w++)
        if (s->works[w].count > 0)
            return true;
    return false;
}

/* Older signatures have numbers of calls alone: what opens is taken to succeed, what reads to read
 * a file, and as many calls as can be fill a page of one. */
static void guess_works(struct done *d, const struct machine *m, const struct signature *s)
{
    enum signature_isa isa = isa_called(s->isa);
    uint64_t pages = (uint64_t)ceil((double)s->file_bytes / page_bytes(m));

    for (uint32_t i = 0; i < s->n_calls; i++) {
        enum signature_work work = work_of_call(isa, s->calls[i].number);
        if (work < SIGNATURE_WORKS)
            d->works[work].count += s->calls[i].count;
    }
    uint64_t writes = d->works[WORK_WRITE].count;
    d->works[WORK_WRITE].count = 0; /* most write to no file */
    d->works[WORK_GROW] = (struct signature_works){ pages < writes ? pages : writes, pages };
}

static struct done work_of(const struct machine *m, const struct signature *s)
{
    struct done d = { .calls = 0 };

    add_calls(&d, s);
    if (is_counted(s))
        memcpy(d.works, s->works, sizeof d.works);
    else
        guess_works(&d, m, s);
    return d;
}

/* Cycles in which calls copied BYTES; in caches that the kernel finds full of other things. */
static double copying(const struct machine *m, double bytes)
{
    double rate = m->level[m->levels].bytes_per_cycle;

    return rate > 0 ? fmax(0, bytes) / rate : 0;
}

/* Calls that take as long as the shortest. A file that is opened is closed, and that is counted
 * with it, whether the program does so or its end. */
static double short_calls(const struct done *d)
{
    double n = d->calls;
    uint64_t opened = d->works[WORK_OPEN].count, closed = d->works[WORK_CLOSE].count;

    for (unsigned w = 0; w < SIGNATURE_WORKS; w++)
        n -= (double)d->works[w].count;
    return fmax(0, n) + (double)(closed > opened ? closed - opened : 0);
}

/* Pages that nobody had before, a page or more a call; their bytes are copied with that. */
static double growing(const struct machine *m, const struct done *d)
{
    double calls = (double)d->works[WORK_GROW].count, pages = (double)d->works[WORK_GROW].units;

    return m->number[MACHINE_OS_APPEND].value * calls +
           m->number[MACHINE_OS_APPEND_BULK].value * fmax(0, pages - calls);
}

static double system_call_cycles(const struct machine *m, const struct done *d)
{
    static const struct {
        enum signature_work work;
        enum machine_parameter number;
    } each[] = {
        { WORK_READ, MACHINE_OS_READ },
        { WORK_LIST, MACHINE_OS_READ },
        { WORK_WRITE, MACHINE_OS_WRITE },
        { WORK_FIND, MACHINE_OS_STAT },
        { WORK_OPEN, MACHINE_OS_OPEN_CLOSE },
        { WORK_MAP, MACHINE_OS_MMAP_MUNMAP },
        { WORK_CHANGE, MACHINE_OS_PAGE_FAULT_ANONYMOUS },
    };
    double call = m->number[MACHINE_OS_SYSCALL].value, cycles = call * short_calls(d);

    for (unsigned i = 0; i < sizeof each / sizeof *each; i++)
        cycles +=
            fmax(call, m->number[each[i].number].value) * (double)d->works[each[i].work].count;
    cycles += m->number[MACHINE_OS_READDIR].value * (double)d->works[WORK_LIST].units / ENTRY_BYTES;
    return cycles + growing(m, d) +
           copying(m, d->bytes - (double)d->works[WORK_GROW].units * page_bytes(m));
}

/* Cycles of first touches of data. A page that is read first and stored in later is of zeros that
 * all share until then; one that is never stored in is mostly of a file, and costs what another
 * does. */
static double touching(const struct machine *m, const struct signature *s)
{
    double twice = m->number[MACHINE_OS_PAGE_FAULT_ZERO_PAGE].value +
                   m->number[MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE].value;

    return m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].value * (double)(s->pages - s->pages_copied) +
           twice * (double)s->pages_copied;
}

double system_cycles(const struct machine *m, const struct signature *s)
{
    if (!m->os || m->serial)
        return 0;
    const struct done done = work_of(m, s);
    return touching(m, s) + m->number[MACHINE_OS_PAGE_FAULT_FILE].value * (double)s->code_pages +
           system_call_cycles(m, &done);
}

/* What system_cycles() are, by page, call and byte. */
static struct threads_system system_parts(const struct machine *m, const struct signature *s)
{
    struct threads_system parts = { 0 };

    if (!m->os || m->serial)
        return parts;
    const struct done done = work_of(m, s);
    double copied = copying(m, done.bytes), calls = system_call_cycles(m, &done);
    parts.page = touching(m, s) / fmax(1, (double)s->pages);
    parts.byte = fmin(copied, calls) / fmax(1, done.bytes);
    parts.call = fmax(0, calls - copied) / fmax(1, done.calls);
    parts.start = m->number[MACHINE_OS_PAGE_FAULT_FILE].value * (double)s->code_pages;
    return parts;
}

/* Standard errors on both sides between which 90 of 100 means of samples lie. */
#define NINE_OF_TEN 1.645

enum { FEW_BURSTS = 8, MANY_THREADS = 1024 };

void prediction_problem(struct prediction *p, bool doubted, const char *format, ...)
{
    va_list values;

    p->doubted |= doubted;
    if (p->n_problems == PREDICTION_PROBLEMS)
        return;
    va_start(values, format);
    vsnprintf(p->problem[p->n_problems++], PREDICTION_WORDS, format, values);
    va_end(values);
}

unsigned prediction_predictor(const struct board *b)
{
    return b->machine.predictor;
}

static bool fits_isa(const struct board *b, const struct signature *s)
{
    return strcmp(b->isa, "sim") == 0 || strcmp(b->isa, s->isa) == 0;
}

static int refuse(const struct board *b, const struct signature *s, const char *file)
{
    if (!fits_isa(b, s))
        return say(SAY_NOTHING, file, "is of a program for %s; the board of %s is %s", s->isa,
                   b->file, b->isa);
    if (s->instructions == 0)
        return say(SAY_NOTHING, file, "holds no instruction: the program did not run");
    if (s->n_bursts == 0 && !b->machine.serial)
        return say(SAY_NOTHING, file, "holds no burst to replay");
    return 0;
}

/* Names what the program did that no prediction knows. */
static void doubt_program(struct prediction *p)
{
    const struct signature *s = p->signature;

    if (s->ended != 0)
        prediction_problem(p, true, "signal %d ended the program: its time until then is predicted",
                           s->ended);
    if (s->exec)
        prediction_problem(p, true,
                           "the program became another one (exec), which is not predicted");
    if (s->forks > 0)
        prediction_problem(p, true, "the program started %u process%s, which %s not predicted",
                           s->forks, s->forks == 1 ? "" : "es", s->forks == 1 ? "is" : "are");
    if (s->threads > MANY_THREADS)
        prediction_problem(p, true, "%u threads: their instructions are added up as one thread's",
                           s->threads);
    else if (s->threads > 1 && p->threads.threads == 0)
        prediction_problem(p, true,
                           "%u threads: processor time is predicted, not the time that passes",
                           s->threads);
    if (signature_waits(s) > 0)
        prediction_problem(p, true,
                           "the program reads the clock or sleeps %llu times: it may run otherwise "
                           "on the board, and sleep is not predicted",
                           (unsigned long long)signature_waits(s));
    if (s->cpu_asks > SIGNATURE_USUAL_ASKS)
        prediction_problem(p, true,
                           "the program asks %llu times which processor it runs on (cpuid): it may "
                           "choose other code on the board",
                           (unsigned long long)s->cpu_asks);
}

static void doubt_sample(struct prediction *p)
{
    if (p->board->machine.serial)
        return;
    if (p->signature->n_bursts < FEW_BURSTS)
        prediction_problem(p, true, "%u burst%s: too few to tell how far they differ",
                           p->signature->n_bursts, p->signature->n_bursts == 1 ? "" : "s");
    if (!p->fitted)
        prediction_problem(
            p, true,
            "unfitted: no kernels of this board are known, so that what no probe measures "
            "has usual values, and the interval is that of other boards");
}

static void doubt_board(struct prediction *p)
{
    const struct machine *m = &p->board->machine;

    if (m->serial)
        prediction_problem(p, false,
                           "a simulated board: each instruction takes a cycle there, and nothing "
                           "but memory is told apart");
    if (log_is_emulated(&p->board->log.run))
        prediction_problem(p, true,
                           "the board was emulated: its times, and this one, mean nothing");
    if (m->hz <= 0)
        prediction_problem(p, true, "the log tells no frequency: cycles alone are predicted");
    if (p->signature->line_bytes != (uint32_t)m->line_bytes)
        prediction_problem(p, true,
                           "the signature counts lines of %u bytes; the board's have %.0f "
                           "(profile --line=%.0f)",
                           p->signature->line_bytes, m->line_bytes, m->line_bytes);
    if (m->number[MACHINE_OS_PAGE_FAULT_ANONYMOUS].source == MACHINE_ASSUMED &&
        p->system_cycles > 0.02 * p->cycles)
        prediction_problem(
            p, false,
            "first touches of %llu pages and system calls have usual times: the log has none",
            (unsigned long long)p->signature->pages);
}

static void scale(struct prediction *p, const struct core_model *b)
{
    double times = b->instructions > 0 ? (double)p->signature->instructions / b->instructions : 0;

    if (p->board->machine.serial)
        times = 1;
    p->cycles = b->cycles * times;
    p->sampling_error = p->board->machine.serial ? 0 : b->sampling_error;
    for (size_t i = 0; i < b->n_places; i++) {
        for (unsigned c = 0; c < CAUSES; c++)
            p->cause[c] += b->place[i].cycles[c] * times;
        for (unsigned level = 0; level <= p->board->machine.levels; level++)
            p->served[level] += b->place[i].served[level] * times;
    }
}

/* The core as its neighbour leaves it, and some of the bursts on it. */
struct shared {
    struct machine machine;
    struct levels levels; /* those of the board, which the neighbour leaves alone */
    const struct signature *signature;
    unsigned predictor;
    struct core_model bursts; /* empty where they were not replayed */
};

static void replay_shared(void *data)
{
    struct shared *s = data;

    if (s->machine.hz > 0 && machine_share(&s->machine))
        (void)core_model_replay(&s->bursts, s->signature, &s->levels, s->predictor,
                                signature_stride(s->signature, SIGNATURE_REPLAYED),
                                CORE_MODEL_FOURTH);
}

static void start_shared(struct shared *s, struct parallel *beside, const struct prediction *p,
                         const struct levels *levels)
{
    s->machine = p->board->machine;
    s->levels = *levels;
    s->levels.machine = &s->machine;
    s->signature = p->signature;
    s->predictor = p->predictor;
    s->bursts = (struct core_model){ 0 };
    parallel_start(beside, replay_shared, s);
}

/* What the program takes beside a neighbour on the core: some of the bursts, which took ALONE
 * cycles, tell how much more. */
static void share_core(struct prediction *p, double alone, const struct core_model *beside)
{
    if (p->seconds > 0 && alone > 0 && beside->fourth > 0)
        p->shared_seconds =
            (p->cycles * fmax(1, beside->fourth / alone) + p->system_cycles) / p->board->machine.hz;
}

/* Returns how far 90 of 100 such programs are off, as a logarithm, but for sampling: as the kernels
 * are, if there are enough of them. */
static double model_error(struct prediction *p, const struct fit *f, const struct database *d)
{
    struct interval_errors errors;

    interval_usual(&errors);
    p->fitted = f != NULL && f->n >= FIT_FEWEST && interval_of_kernels(&errors, d);
    double off = interval_of_rows(&errors, p->row, p->n_rows);
    if (!p->fitted)
        return off;
    fit_compare(&p->like, f, d, p->cause);
    if (p->like.unlike)
        prediction_problem(p, true,
                           "unlike anything measured on the board, so the interval is wide");
    return p->like.unlike ? fmax(off, log(f->worst_high)) : off;
}

/* Errors of the model, of the sample, and of sizes of caches have nothing to do with each other:
 * squares add up. Bursts sample what the program's own instructions take, and not the system. */
static void bound(struct prediction *p, const struct fit *f, const struct database *d,
                  const struct levels *levels)
{
    double all = fmax(1, p->cycles + p->system_cycles);
    double sampling = NINE_OF_TEN * fmin(1, p->sampling_error) * p->cycles / all;
    double sizes = log1p(edges_error(levels, p->signature, p->cause) / all);
    double off = hypot(hypot(model_error(p, f, d), sampling), sizes);

    p->low = p->board->machine.serial ? 0.99 : exp(-off);
    p->high = p->board->machine.serial ? 1.01 : exp(off);
    if (p->board->machine.hz > 0)
        p->seconds = (p->cycles + p->system_cycles) / p->board->machine.hz;
}

/* What the program's kernels are like, and how contexts would share them. */
static void compare_kernels(struct prediction *p, const struct database *d)
{
    if (d == NULL || d->n == 0)
        return;
    paper_make(&p->paper, p->signature, d, NULL);
    p->shared = 1 - p->paper.outside;
    p->n_contexts = contexts_speedups(p->contexts, p->board, d, p->cause);
}

/* mSpeedUP of the kernels that match, where they were timed on several contexts. */
static void take_matches(struct prediction *p)
{
    struct contexts_speedup of[CONTEXTS_MOST];
    struct kernels k;
    size_t n = 0;

    if (kernels_read(&k, &p->board->log.run, "kernels", METHOD_ROBUST) == 0)
        n = contexts_of_matches(of, &k, &p->paper);
    kernels_free(&k);
    if (n == 0)
        return;
    memcpy(p->contexts, of, sizeof of);
    p->n_contexts = n;
}

int prediction_by_paper(struct prediction *p, const struct database *d, const char *only,
                        const char *file)
{
    if (only != NULL && p->paper.cycles > 0)
        paper_make(&p->paper, p->signature, d, only);
    if (only != NULL && d->n > 0 && p->paper.cycles <= 0)
        return say(SAY_USAGE, "--like", "%s has timed no kernel %.60s", p->board->file, only);
    if (p->paper.cycles <= 0)
        return say(SAY_NOTHING, file,
                   "--method=paper compares with kernels of the board, and %s has none "
                   "(profile --kernels)",
                   p->board->file);
    p->by_paper = true;
    take_matches(p);
    p->cycles = p->paper.cycles;
    p->system_cycles = 0;
    p->low = p->high = p->shared_seconds = 0;
    p->seconds = p->board->machine.hz > 0 ? p->cycles / p->board->machine.hz : 0;
    return 0;
}

/* Fills in what the program takes alone, by BURSTS, which the caller frees. Returns 0, or the exit
 * status after a message. */
static int predict_alone(struct prediction *p, const char *file, const struct levels *levels,
                         struct core_model *bursts)
{
    const struct board *b = p->board;
    const struct signature *s = p->signature;

    if ((b->machine.serial
             ? whole_run(bursts, s, levels)
             : core_model_replay(bursts, s, levels, p->predictor,
                                 signature_stride(s, SIGNATURE_REPLAYED), CORE_MODEL_ALL)) != 0)
        return say(SAY_NOTHING, file, "out of memory");
    if (bursts->instructions <= 0)
        return say(SAY_NOTHING, file, "counts %llu instructions, and none of its %s ran",
                   (unsigned long long)s->instructions, b->machine.serial ? "blocks" : "bursts");
    scale(p, bursts);
    p->cause[CAUSE_SYSTEM] = p->system_cycles = system_cycles(&b->machine, s);
    int status = rows_make(p, bursts);
    return status == 0 ? 0 : say(SAY_NOTHING, file, "out of memory");
}

enum { SPEEDS = 3 };

/* Too large for a stack. */
struct room {
    struct levels levels;
    struct shared shared;
    struct parallel beside;
    struct core_model bursts[SPEEDS]; /* alone, with every core busy, with every context busy */
    struct machine busy;
    struct levels busy_levels;
};

/* Replays the bursts once more while RUNNING hardware threads run, and adds that to OF. */
static bool add_speed(struct prediction *p, struct room *room, unsigned running,
                      struct threads_bursts *of, size_t n)
{
    const struct machine *m = &p->board->machine;
    unsigned cores = running < m->cores ? running : m->cores;
    struct core_model *bursts = &room->bursts[n];

    room->busy = *m;
    machine_busy(&room->busy, running);
    if (running > cores)
        (void)machine_share(&room->busy);
    levels_make(&room->busy_levels, &room->busy, p->signature);
    if (core_model_replay(bursts, p->signature, &room->busy_levels, p->predictor,
                          signature_stride(p->signature, SIGNATURE_REPLAYED), CORE_MODEL_ALL) != 0)
        return false;
    double slower = room->busy.hz > 0 ? m->hz / room->busy.hz : 1;
    double cycles = bursts->cycles / fmax(1, bursts->instructions);
    of[n] = (struct threads_bursts){ running, cycles * slower * (double)p->signature->instructions,
                                     bursts };
    return true;
}

/* When the program's threads run, and how long it takes then. */
static bool predict_threads(struct prediction *p, struct room *room)
{
    const struct signature *s = p->signature;
    const struct machine *m = &p->board->machine;
    struct threads_bursts of[SPEEDS] = { { 1, p->cycles, &room->bursts[0] } };
    const struct threads_system system = system_parts(m, s);
    unsigned most = s->n_thread < m->contexts ? s->n_thread : m->contexts;
    unsigned cores = most < m->cores ? most : m->cores;
    size_t n = 1;

    if (s->n_thread < 2 || s->n_thread > MANY_THREADS || s->n_sync == 0)
        return true;
    if (!m->serial && cores > 1) {
        if (!add_speed(p, room, cores, of, n))
            return false;
        n++;
    }
    if (!m->serial && most > cores) {
        if (!add_speed(p, room, most, of, n))
            return false;
        n++;
    }
    bool made = threads_compose(&p->threads, s, m, of, n, &system, m->contexts);
    p->threads.hz = m->hz;
    return made;
}

static int make(struct prediction *p, struct room *room, const char *file, const struct fit *f,
                const struct database *d)
{
    p->predictor = prediction_predictor(p->board);
    levels_make(&room->levels, &p->board->machine, p->signature);
    start_shared(&room->shared, &room->beside, p, &room->levels);
    int status = predict_alone(p, file, &room->levels, &room->bursts[0]);
    parallel_end(&room->beside);
    if (status == 0) {
        bound(p, f, d, &room->levels);
        share_core(p, room->bursts[0].fourth, &room->shared.bursts);
        if (!predict_threads(p, room))
            status = say(SAY_NOTHING, file, "out of memory");
    }
    core_model_free(&room->shared.bursts);
    for (unsigned i = 0; i < SPEEDS; i++)
        core_model_free(&room->bursts[i]);
    if (status != 0)
        return status;
    compare_kernels(p, d);
    doubt_program(p);
    doubt_sample(p);
    doubt_board(p);
    return 0;
}

int prediction_make(struct prediction *p, const struct board *b, const struct signature *s,
                    const char *file, const struct fit *f, const struct database *d)
{
    int status = refuse(b, s, file);

    *p = (struct prediction){ .board = b, .signature = s };
    if (status != 0)
        return status;
    struct room *room = calloc(1, sizeof *room);
    status = room != NULL ? make(p, room, file, f, d) : say(SAY_NOTHING, file, "out of memory");
    free(room);
    return status;
}

void prediction_free(struct prediction *p)
{
    free(p->row);
    *p = (struct prediction){ 0 };
}
