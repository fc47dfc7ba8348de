/* From a log to a file of kernels: signatures, then the fit before them. */
#include "kernels.h"
#include "image.h"
#include "jobs.h"
#include "predict/board.h"
#include "predict/fit.h"
#include "predict/prediction.h"
#include "predict/say.h"
#include "report/output/paths.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "signature/file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WRITTEN, DOUBTS, FAILED, NOTHING, OUTPUT };
enum { MOST_SECONDS = 120 }; /* of a processor; the fit takes some more */

/* What a kernel is watched for, of the board's time. */
#define WATCHED_CYCLES 2e5

struct work {
    const struct request *q;
    struct board board;
    struct kernel_watches watches;
    struct kernel_image image;
    FILE *signatures; /* until the fit is made */
    size_t done, failed, left_out;
    struct outcome *outcome; /* of each kernel, which all jobs see */
    unsigned job;
    int status; /* that ended this job */
};

/* What came of one kernel. */
struct outcome {
    bool done, failed, unknown;
    int status;    /* that ends all; 0: none */
    long from, to; /* bytes of its signature in the file of its job */
};

static const char *key(const struct work *w, const char *name)
{
    const char *text = log_key_text(w->board.log.run.keys, w->board.log.run.n_keys, name);

    return text != NULL ? text : "";
}

/* Processor time of all emulators that have ended. */
static double spent(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static int find_watches(struct work *w)
{
    double tick_hz = atof(key(w, "tick_hz"));
    double cycles = w->board.machine.hz > 0 ? w->board.machine.hz : tick_hz;

    if (kernel_watches_find(&w->watches, &w->board.log.run, WATCHED_CYCLES * tick_hz / cycles) != 0)
        return say(FAILED, w->q->kernels, "out of memory");
    if (w->watches.n > 0)
        return 0;
    return say(NOTHING, w->q->kernels, "has timed no kernels (probes --also kernels)");
}

/* The image's kernels are those of the log, as far as both say. */
static int check_build(const struct work *w)
{
    const char *log = key(w, "kernels_crc");

    if (*log == '\0' || strcmp(log, w->image.crc) == 0)
        return 0;
    return say(NOTHING, w->image.path,
               "its kernels are of another build (%s) than those of %s (%s)", w->image.crc,
               w->q->kernels, log);
}

/* Text of the log, as a terminal may get it. */
struct shown {
    char text[128];
};
#define SHOWN(name) output_visible_cell((struct shown){ "" }.text, sizeof(struct shown), name)

static void tell_progress(const struct work *w, size_t i)
{
    if (w->job == 0 && !w->q->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\rprofile: kernel %zu of %zu: %s.%s n=%llu\033[K", i + 1, w->watches.n,
                SHOWN(w->watches.at[i].name), SHOWN(w->watches.at[i].variant),
                (unsigned long long)w->watches.at[i].n);
}

/* Runs kernel I, and appends its signature to PART. A status but NOTHING, or the first one's, ends
 * all. */
static int watch_one(struct work *w, size_t i, FILE *part)
{
    struct outcome *o = &w->outcome[i];
    struct signature s;
    bool first = w->image.crc[0] == '\0';
    size_t unknown = w->image.n_unknown;
    int status = kernel_image_run(&w->image, &w->watches.at[i], &s);

    if (emulator_stopped()) {
        if (status == 0)
            signature_free(&s);
        return w->job == 0 ? emulator_say_stopped() : FAILED;
    }
    if (status != 0) {
        o->failed = true;
        o->unknown = w->image.n_unknown > unknown;
        w->failed++;
        return status == NOTHING && (w->done > 0 || w->failed < w->image.n_unknown + 3) ? 0
                                                                                        : status;
    }
    status = first ? check_build(w) : 0;
    o->from = ftell(part);
    if (status == 0 && !signature_write_next(&s, part, SIGNATURE_SMALL))
        status = say(FAILED, "temporary file", "%s", strerror(errno));
    o->to = ftell(part);
    signature_free(&s);
    o->done = status == 0;
    w->done++;
    return status;
}

/* Runs every STEPth kernel from FIRST on, as long as there is time; with UNTIL_ONE only until one
 * has run. Returns the first that it did not come to. */
static size_t watch_some(struct work *w, size_t first, size_t step, FILE *part, bool until_one)
{
    size_t i = first;

    for (; i < w->watches.n && spent() <= MOST_SECONDS; i += step) {
        if (until_one && w->done > 0)
            break;
        tell_progress(w, i);
        w->status = w->outcome[i].status = watch_one(w, i, part);
        if (w->status != 0)
            break;
    }
    return i;
}

static void say_unknown(const struct work *w)
{
    if (w->image.n_unknown > 0)
        profile_say("%zu of %zu kernels are left out: they have instructions that QEMU does not "
                    "know, as those of AVX-512 (-DPONTOON_EMULATED=ON builds an image without)",
                    w->image.n_unknown, w->watches.n);
}

/* A share of the kernels from JOBS->first on: what a job does. */
static int run_job(void *ctx, unsigned job, const struct jobs *jobs)
{
    struct work *w = ctx;

    w->job = job;
    (void)watch_some(w, jobs->first + job, jobs->n, jobs->part[job], false);
    return w->status;
}

static bool copy_range(FILE *from, long begin, long end, FILE *to)
{
    char piece[8192];

    if (fseek(from, begin, SEEK_SET) != 0)
        return false;
    for (size_t left = (size_t)(end - begin), n; left > 0; left -= n) {
        n = fread(piece, 1, left < sizeof piece ? left : sizeof piece, from);
        if (n == 0 || fwrite(piece, 1, n, to) != n)
            return false;
    }
    return true;
}

/* Counts what came of all kernels, and puts their signatures in order. */
static int gather(struct work *w, const struct jobs *jobs)
{
    int status = 0;

    w->done = w->failed = w->image.n_unknown = 0;
    for (size_t i = 0; i < w->watches.n; i++) {
        const struct outcome *o = &w->outcome[i];
        unsigned job = i < jobs->first ? 0 : (unsigned)((i - jobs->first) % jobs->n);

        w->done += o->done;
        w->failed += o->failed;
        w->image.n_unknown += o->unknown;
        w->left_out += !o->done && !o->failed;
        status = status != 0 ? status : o->status;
        if (o->done && !copy_range(jobs->part[job], o->from, o->to, w->signatures))
            return say(FAILED, "temporary file", "%s", strerror(errno));
    }
    return status;
}

static int watch_all(struct work *w)
{
    struct jobs jobs;
    int status = jobs_begin(&jobs, w->q->jobs) ? 0 : say(FAILED, "jobs", "%s", strerror(errno));

    if (status == 0) { /* the first tells whether the image is the right one */
        jobs.first = watch_some(w, 0, 1, jobs.part[0], true);
        if (w->status == 0 && !jobs_run(&jobs, run_job, w) && w->status == 0)
            status = say(FAILED, "a job", "%s", strerror(errno));
    }
    if (!w->q->quiet && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (w->status != 0)
        status = w->status;
    else if (status == 0)
        status = gather(w, &jobs);
    jobs_end(&jobs);
    if (!emulator_stopped())
        say_unknown(w);
    if (status == 0 && w->done == 0)
        return NOTHING;
    return status;
}

static bool copy_all(FILE *from, FILE *to)
{
    char piece[8192];
    size_t n;

    rewind(from);
    while ((n = fread(piece, 1, sizeof piece, from)) > 0)
        if (fwrite(piece, 1, n, to) != n)
            return false;
    return ferror(from) == 0;
}

/* Writes the fit and, after it, the signatures; a file that was there stays as it was where that
 * fails. */
static int write_all(struct work *w, const struct fit *f, const struct database *d)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&bytes, &n);
    bool good = to != NULL && fit_store(to, f, d, &w->board) == 0 && copy_all(w->signatures, to);
    int why = to != NULL && fclose(to) == 0 && good ? 0 : ENOMEM;

    why = why != 0 ? why : output_replace(w->q->output, bytes, n);
    free(bytes);
    return why == 0 ? 0 : say(OUTPUT, w->q->output, "%s", strerror(why));
}

/* Names what was fitted, and what that is worth to kernels that it was not fitted to. */
static void say_fitted(const struct machine *m, const struct fit *f)
{
    unsigned n = 0;

    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++)
        if (m->number[i].source == MACHINE_FITTED) {
            profile_say("fitted: %s %.4g", machine_parameter_id((enum machine_parameter)i).text,
                        m->number[i].value);
            n++;
        }
    if (n == 0)
        profile_say("nothing is fitted: no number that the log lacks helps several families; they "
                    "are off by %.1f %% in the mean",
                    100 * f->error_before);
    else
        profile_say("families are off by %.1f %% in the mean as the others' fit has them, by "
                    "%.1f %% without",
                    100 * f->error_after, 100 * f->error_before);
}

static int say_summary(const struct work *w, const struct fit *f)
{
    if (!w->q->quiet && f->n >= FIT_FEWEST) {
        profile_say("%s: %zu kernels of %s", w->q->output, f->n, w->board.name);
        profile_say("90 of 100 take %.2f to %.2f times what is predicted from other kernels",
                    f->low, f->high);
        say_fitted(&w->board.machine, f);
    }
    if (f->n < FIT_FEWEST)
        profile_say("%zu kernels: too few to fit", f->n);
    if (w->left_out > 0)
        profile_say("%zu kernels are left out: after %d s of a processor the slowest had not run",
                    w->left_out, MOST_SECONDS);
    return f->n < FIT_FEWEST || w->failed > 0 ? DOUBTS : WRITTEN;
}

static int fit_and_write(struct work *w)
{
    struct database d;
    struct fit f = { 0 };

    rewind(w->signatures);
    int status = database_read(&d, w->signatures, w->q->output, &w->board);
    if (status == 0 && fit_make(&f, &d, &w->board.machine, prediction_predictor(&w->board)) != 0)
        status = say(FAILED, w->q->output, "out of memory");
    if (status == 0)
        status = write_all(w, &f, &d);
    if (status == 0)
        status = say_summary(w, &f);
    database_free(&d);
    return status;
}

static int open_signatures(struct work *w)
{
    w->signatures = tmpfile();
    w->outcome = jobs_shared(w->watches.n * sizeof *w->outcome);
    return w->signatures != NULL && w->outcome != NULL
               ? 0
               : say(FAILED, "temporary file", "%s", strerror(errno));
}

static void free_work(struct work *w)
{
    if (w->signatures != NULL)
        fclose(w->signatures);
    jobs_free_shared(w->outcome, w->watches.n * sizeof *w->outcome);
    kernel_watches_free(&w->watches);
    board_free(&w->board);
}

static int run_work(struct work *w, const struct request *q)
{
    int status = board_read(&w->board, q->kernels);
    if (status == 0)
        status = find_watches(w);
    if (status == 0)
        status = kernel_image_find(&w->image, q, key(w, "target"));
    if (status == 0 && !(output_is_apart("-o", q->output, q->kernels, stderr) &&
                         output_is_apart("-o", q->output, w->image.path, stderr)))
        status = FAILED;
    if (status == 0)
        status = open_signatures(w);
    if (status == 0)
        status = watch_all(w);
    if (status == 0)
        status = fit_and_write(w);
    return status;
}

int profile_kernels(const struct request *q)
{
    struct work *w = calloc(1, sizeof *w); /* large */

    if (w == NULL)
        return say(FAILED, q->output, "out of memory");
    w->q = q;
    int status = run_work(w, q);
    free_work(w);
    free(w);
    return status;
}
