/* Runs kernels on contexts that begin together. */
#include "kernel_run.h"
#include "events.h"
#include "far_memory.h"
#include "hal/timer.h"
#include "kernel_watch_marks.h"
#include "measure.h"
#include "parallel_run.h"

enum { RUNS_A_FILL = 64 };

struct member {
    unsigned context;
    bool ran; /* once a job: a clock that went back makes parallel_run() call again */
};

typedef void part_fn(unsigned context);

static struct hal_block blocks[PARALLEL_MOST];
static unsigned n_blocks;
static struct member contexts[PARALLEL_MOST];
static struct parallel_member members[PARALLEL_MOST];

/* The job under way. */
static struct {
    const struct kernel_job *job;
    uint64_t warm_laps, laps, ticks;
    bool fill;
    part_fn *part;             /* what each context does */
    struct hal_traffic *moved; /* NULL: not asked for */
    struct hal_barrier gate, inner;
    struct kernel_dealt dealt;
} work;

/* What the arrays hold: those of FILL at N, in which kernels ran so many times since. */
static struct {
    void (*fill)(void *base, uint64_t n); /* NULL: nothing that is known */
    uint64_t n, runs;
    unsigned arrays; /* of so many contexts */
} held;

void kernel_memory_give_back(void)
{
    held.fill = 0;
    while (n_blocks > 0)
        hal_free(&blocks[--n_blocks]);
}

bool kernel_memory_is_held(void)
{
    return n_blocks > 0;
}

int kernel_memory_get(size_t bytes, size_t own_bytes, unsigned n)
{
    n_blocks = 0;
    for (unsigned i = 0; i < n && (i == 0 || own_bytes > 0); i++) {
        if (far_alloc(&blocks[i], i, i == 0 ? bytes : own_bytes) != 0) {
            kernel_memory_give_back();
            return -1;
        }
        n_blocks++;
    }
    return 0;
}

size_t kernel_memory_bytes(const struct kernel_job *job)
{
    bool own = job->own && job->contexts > 1;

    return own && blocks[1].size_bytes < blocks[0].size_bytes ? blocks[1].size_bytes
                                                              : blocks[0].size_bytes;
}

bool kernel_fits(const struct kernel_job *job)
{
    uint64_t bytes = job->kernel->bytes(job->n);

    if (n_blocks < (job->own ? job->contexts : 1) || bytes > blocks[0].size_bytes)
        return false;
    return !job->own || job->contexts == 1 || bytes <= blocks[1].size_bytes;
}

void *kernel_arrays(unsigned context)
{
    return blocks[work.job->own ? context : 0].start;
}

/* Contiguous shares differ by one iteration at most; who is dealt chunks has the whole. */
struct kernel_share kernel_share_of(unsigned context)
{
    const struct kernel_job *job = work.job;
    struct kernel_share share = { .context = context, .contexts = job->contexts };

    if (job->contexts > 1 && job->kernel->barrier)
        share.barrier = &work.inner;
    if (job->contexts > 1)
        share.dealt = &work.dealt;
    if (job->n == 0 || !job->kernel->range)
        return share;
    job->kernel->range(job->n, &share.from, &share.to);
    if (job->kernel->chunk > 0)
        return share;
    long from = share.from;
    int64_t all = (int64_t)share.to - from;

    share.from = from + (long)(all * context / job->contexts);
    share.to = from + (long)(all * (context + 1) / job->contexts);
    return share;
}

static void run_laps(void *base, const struct kernel_share *share, uint64_t laps)
{
    const struct kernel *kernel = work.job->kernel;
    uint64_t n = work.job->n;

    for (size_t left = (size_t)laps; left > 0; left--) {
        kernel->run(base, n, share);
        kernel_sync(share);
    }
}

void kernel_meet(void)
{
    if (work.job->contexts > 1)
        hal_barrier_wait(&work.gate);
}

void kernel_traffic_read(struct hal_traffic moved[PLAN_CACHES], bool after)
{
    for (unsigned i = 0; i < hal_traffic_levels() && i < PLAN_CACHES; i++) {
        struct hal_traffic now;

        if (hal_traffic_read(i, &now) != 0)
            continue;
        if (after) {
            now.in_lines -= moved[i].in_lines;
            now.out_lines -= moved[i].out_lines;
            now.walks -= moved[i].walks;
        }
        moved[i] = now;
    }
}

void kernel_traffic_add(struct hal_traffic sum[PLAN_CACHES],
                        const struct hal_traffic moved[PLAN_CACHES])
{
    for (unsigned i = 0; i < PLAN_CACHES; i++) {
        sum[i].in_lines += moved[i].in_lines;
        sum[i].out_lines += moved[i].out_lines;
        sum[i].line_bytes = moved[i].line_bytes;
        sum[i].in_only = moved[i].in_only;
        sum[i].walks += moved[i].walks;
        sum[i].walks_counted = moved[i].walks_counted;
    }
}

static void take_part(unsigned context)
{
    struct kernel_share share = kernel_share_of(context);
    void *base = kernel_arrays(context);
    uint64_t begin = 0;

    if (work.fill && (context == 0 || work.job->own))
        work.job->kernel->fill(base, work.job->n);
    kernel_meet();
    run_laps(base, &share, work.warm_laps);
    kernel_meet();
    if (context == 0 && work.moved)
        kernel_traffic_read(work.moved, false);
    events_begin(context);
    kernel_meet(); /* nobody runs while counters are read */
    if (context == 0)
        begin = hal_timer_now_ticks();
    run_laps(base, &share, work.laps);
    kernel_meet();
    if (context == 0)
        work.ticks = measure_between_ticks(begin, hal_timer_now_ticks());
    events_end(context);
    if (context == 0 && work.moved)
        kernel_traffic_read(work.moved, true);
}

static void run_member(void *ctx, uint64_t ops)
{
    struct member *member = ctx;

    (void)ops;
    if (!member->ran)
        work.part(member->context);
    member->ran = true;
}

static unsigned arrays_wanted(const struct kernel_job *job)
{
    return job->own ? job->contexts : 1;
}

/* Returns true when JOB's arrays hold what it fills them with, but for a few runs of kernels of its
 * name: far fewer than would bring a value to where arithmetic takes longer. */
static bool is_filled(const struct kernel_job *job)
{
    return held.fill == job->kernel->fill && held.n == job->n && held.runs < RUNS_A_FILL &&
           held.arrays >= arrays_wanted(job);
}

static void note_runs(void)
{
    const struct kernel_job *job = work.job;

    if (job->n == 0)
        return;
    if (work.fill) {
        held.fill = job->kernel->fill;
        held.n = job->n;
        held.runs = 0;
        held.arrays = arrays_wanted(job);
    }
    held.runs += work.warm_laps + work.laps;
}

/* Calls PART on each of the job's contexts. False when one was not to be had. */
static bool run_together(part_fn *part)
{
    unsigned n = work.job->contexts, which;
    uint64_t ticks;

    work.part = part;
    work.gate = work.inner = (struct hal_barrier){ .n = n };
    work.dealt = (struct kernel_dealt){ 0 };
    if (n == 1) {
        part(0);
        return true;
    }
    for (unsigned i = 0; i < n && i < PARALLEL_MOST; i++) {
        contexts[i] = (struct member){ i, false };
        members[i] = (struct parallel_member){ { run_member, &contexts[i] }, 1, i, 0 };
    }
    return parallel_run(members, n, &ticks, &which) == HAL_THREAD_OK;
}

bool kernel_together(const struct kernel_job *job, part_fn *part)
{
    work.job = job;
    held.fill = 0;
    return run_together(part);
}

/* Does the work that is set up; ticks, or MEASURE_NONE. */
static uint64_t do_work(void)
{
    note_runs();
    work.ticks = MEASURE_NONE;
    return run_together(take_part) ? work.ticks : MEASURE_NONE;
}

/* Fills the arrays of context 0, runs SHARE in them, and folds them. */
static uint64_t check_alone(const struct kernel_job *job, const struct kernel_share *share)
{
    void *base = blocks[0].start;

    job->kernel->fill(base, job->n);
    job->kernel->run(base, job->n, share);
    return job->kernel->check(base, job->n);
}

/* The fold of the whole kernel, run by one context; another number where the first or the last
 * context left something else in its arrays than its share gives alone. */
static uint64_t check_own(const struct kernel_job *job)
{
    const unsigned ends[] = { 0, job->contexts - 1 };
    const struct kernel_job whole = { .kernel = job->kernel, .n = job->n, .contexts = 1 };
    uint64_t wrong = 0, left[2];

    for (unsigned i = 0; i < 2; i++)
        left[i] = job->kernel->check(blocks[ends[i]].start, job->n);
    for (unsigned i = 0; i < 2; i++) {
        struct kernel_share share = kernel_share_of(ends[i]);

        share.barrier = 0;
        wrong |= left[i] ^ check_alone(job, &share);
    }
    work.job = &whole;
    struct kernel_share all = kernel_share_of(0);
    work.job = job;
    held.fill = 0;
    return check_alone(job, &all) ^ wrong;
}

bool kernel_check(const struct kernel_job *job, uint64_t *check)
{
    work.job = job;
    work.warm_laps = 0;
    work.laps = 1;
    work.fill = true;
    work.moved = 0;
    bool ran = do_work() != MEASURE_NONE;
    *check = 0;
    if (ran && job->kernel->check)
        *check = job->own && job->contexts > 1 ? check_own(job)
                                               : job->kernel->check(blocks[0].start, job->n);
    return ran;
}

uint64_t kernel_ticks(const struct kernel_job *job, uint64_t warm_laps, uint64_t laps, bool fill)
{
    work.job = job;
    work.warm_laps = warm_laps;
    work.laps = laps;
    work.fill = fill && job->n > 0 && !is_filled(job);
    work.moved = 0;
    return do_work();
}

void kernel_run_watched(const struct kernel_job *job, uint64_t laps)
{
    work.job = job;
    held.fill = 0;
    struct kernel_share share = kernel_share_of(0);
    void *base = kernel_arrays(0);

    job->kernel->fill(base, job->n);
    kernel_watch_begins();
    run_laps(base, &share, 1);
    kernel_watch_begins();
    run_laps(base, &share, laps);
    kernel_watch_ends();
}

uint64_t kernel_traffic(const struct kernel_job *job, struct hal_traffic moved[PLAN_CACHES])
{
    static struct hal_traffic now[PLAN_CACHES]; /* no memory that the port counts */

    work.job = job;
    work.warm_laps = 1;
    work.laps = 1;
    work.fill = false;
    work.moved = now;
    uint64_t ticks = MEASURE_NONE;
    for (unsigned i = 0; i < PLAN_CACHES; i++)
        moved[i] = (struct hal_traffic){ 0 };
    for (unsigned pass = 0; pass < hal_traffic_passes(); pass++) {
        hal_traffic_begin(pass);
        ticks = do_work();
        kernel_traffic_add(moved, now);
    }
    return ticks;
}
