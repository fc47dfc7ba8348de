/* Starts a board_runner for each board, passes on its messages, ends with a table. */
#include "capture/clock.h"
#include "capture/exit_status.h"
#include "capture/interrupts.h"
#include "capture/progress_line.h"
#include "commands.h"
#include "link/argv.h"
#include "link/link.h"
#include "plan.h"
#include "say.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE_BYTES = 512, BUSY_BYTES = 320 };

enum job_state { WAITING, RUNNING, OVER };

struct job {
    const char *name;
    enum job_state state;
    char busy[BUSY_BYTES]; /* the line, host or machine that it uses */
    char *log;
    struct link link;
    int status;
    int64_t begin_ms, end_ms;
    char line[LINE_BYTES]; /* a line of its messages, under way */
    size_t n_line;
};

struct fleet {
    const struct request *request;
    const char *program;
    struct job *job;
    size_t n;
    bool stopping;
};

/* Returns STATUS in a word or two; "died" for any other. A literal. */
static const char *exit_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {
        { EXIT_COMPLETE, "complete" },         { EXIT_USAGE, "wrong usage" },
        { EXIT_NOT_STARTED, "not started" },   { EXIT_SILENT, "silent" },
        { EXIT_DAMAGED, "damaged" },           { EXIT_BOARD_FAULT, "board fault" },
        { EXIT_LOG_LOST, "log not written" },  { EXIT_INTERRUPTED, "interrupted" },
        { EXIT_NOT_ASKED, "no second round" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "died";
}

static int plan_job(struct fleet *f, struct job *job)
{
    struct plan plan;
    int status = plan_make(&plan, f->request, job->name);

    if (status == 0) {
        plan_busy_text(&plan, job->busy, sizeof job->busy);
        job->log = run_log_path(f->request, job->name, plan_host(&plan));
        status = job->log != NULL ? 0 : EXIT_LOG_LOST;
    }
    plan_free(&plan);
    return status;
}

static void add_option(struct argv *w, const char *option, const char *value)
{
    if (value == NULL)
        return;
    argv_add(w, option);
    argv_add(w, value);
}

static int start_job(struct fleet *f, struct job *job)
{
    const struct request *q = f->request;
    struct argv w = { .n = 0 };
    char silence[32], rounds[32];

    (void)snprintf(silence, sizeof silence, "%lld", (long long)(q->silence_ms / 1000));
    argv_add(&w, f->program);
    add_option(&w, "--targets", q->places.targets_dir);
    add_option(&w, "--boards", q->places.boards);
    add_option(&w, "--image", q->image);
    add_option(&w, "--output-dir", q->output_dir);
    (void)snprintf(rounds, sizeof rounds, "%u", q->rounds);
    add_option(&w, "--rounds", q->rounds > 0 ? rounds : NULL);
    add_option(&w, "--analyze", q->analyze);
    add_option(&w, "--silence", q->silence_ms >= 0 ? silence : NULL);
    argv_add(&w, q->quiet ? "--quiet" : "--plain");
    if (q->append)
        argv_add(&w, "--append");
    argv_add(&w, "run");
    argv_add(&w, job->name);
    argv_add(&w, "--");
    for (char *const *o = q->options; *o != NULL; o++)
        argv_add(&w, *o);
    link_none(&job->link);
    job->begin_ms = clock_now_ms();
    if (w.full)
        return E2BIG;
    job->state = RUNNING;
    return link_process_start(&job->link, argv_words(&w), false);
}

static bool is_busy(const struct fleet *f, const struct job *job)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->job[i].state == RUNNING && strcmp(f->job[i].busy, job->busy) == 0)
            return true;
    return false;
}

static void end_job(struct job *job, int status)
{
    job->status = status;
    job->state = OVER;
    job->end_ms = clock_now_ms();
}

static void start_some(struct fleet *f)
{
    for (size_t i = 0; i < f->n; i++) {
        struct job *job = &f->job[i];

        if (job->state != WAITING)
            continue;
        if (f->stopping) {
            end_job(job, EXIT_INTERRUPTED);
        } else if (!is_busy(f, job)) {
            int err = start_job(f, job);
            if (err != 0) {
                complain("%s: %s", job->name, strerror(err));
                end_job(job, EXIT_NOT_STARTED);
            }
        }
    }
}

static void pass_on(struct job *job, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool over = bytes[i] == '\n' || job->n_line == LINE_BYTES - 1;

        if (bytes[i] != '\n')
            job->line[job->n_line++] = bytes[i];
        if (!over)
            continue;
        say_line(stderr, "%s | %.*s", job->name, (int)job->n_line, job->line);
        job->n_line = 0;
    }
}

/* Passes on messages and looks for the end. Standard output is empty: the log is a file. */
static void look_at(struct job *job)
{
    char bytes[4096];
    size_t n;

    while (job->link.stream_fd >= 0 &&
           descriptor_read(&job->link.stream_fd, bytes, sizeof bytes) > 0)
        continue;
    do {
        n = job->link.messages_fd >= 0
                ? descriptor_read(&job->link.messages_fd, bytes, sizeof bytes)
                : 0;
        pass_on(job, bytes, n);
    } while (n > 0);
    if (!job->link.kind->has_ended(&job->link))
        return;
    end_job(job, link_process_status(&job->link));
    job->link.kind->close(&job->link);
}

/* Waits until one of the jobs writes or ends. */
static void wait_for_some(struct fleet *f)
{
    struct pollfd *fds = calloc(1 + 2 * f->n, sizeof *fds);

    if (fds == NULL)
        return;
    fds[0] = (struct pollfd){ .fd = interrupts_fd(), .events = POLLIN };
    for (size_t i = 0; i < f->n; i++) {
        bool runs = f->job[i].state == RUNNING;

        fds[1 + 2 * i] =
            (struct pollfd){ .fd = runs ? f->job[i].link.stream_fd : -1, .events = POLLIN };
        fds[2 + 2 * i] =
            (struct pollfd){ .fd = runs ? f->job[i].link.messages_fd : -1, .events = POLLIN };
    }
    (void)poll(fds, 1 + 2 * f->n, 1000);
    interrupts_clear();
    free(fds);
}

static size_t n_running(const struct fleet *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++)
        n += f->job[i].state == RUNNING;
    return n;
}

static void run_all(struct fleet *f)
{
    start_some(f);
    while (n_running(f) > 0) {
        wait_for_some(f);
        for (size_t i = 0; i < f->n; i++)
            if (f->job[i].state == RUNNING)
                look_at(&f->job[i]);
        if (interrupts_wanted() && !f->stopping) {
            f->stopping = true;
            for (size_t i = 0; i < f->n; i++)
                if (f->job[i].state == RUNNING)
                    f->job[i].link.kind->stop(&f->job[i].link);
        }
        start_some(f);
    }
}

static int print_table(const struct fleet *f)
{
    int status = EXIT_COMPLETE;

    say_line(stdout, "%-20s %-16s %7s %11s  %s", "BOARD", "RESULT", "SECONDS", "BYTES", "LOG");
    for (size_t i = 0; i < f->n; i++) {
        const struct job *job = &f->job[i];
        struct stat facts = { .st_size = 0 };
        bool there = job->log != NULL && stat(job->log, &facts) == 0;

        say_line(stdout, "%-20s %-16s %7.1f %11lld  %s", job->name, exit_status_text(job->status),
                 (double)(job->end_ms - job->begin_ms) / 1000, (long long)facts.st_size,
                 there ? job->log : "-");
        if (status == EXIT_COMPLETE)
            status = job->status >= 0 ? job->status : EXIT_NOT_STARTED;
    }
    return output_flush(status);
}

static int check_names(const struct fleet *f)
{
    for (size_t i = 0; i < f->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(f->job[i].name, f->job[j].name) == 0) {
                complain("%s is named twice", f->job[i].name);
                return EXIT_USAGE;
            }
    return 0;
}

static int run_jobs(struct fleet *f)
{
    int status = check_names(f);

    for (size_t i = 0; i < f->n && status == 0; i++)
        status = plan_job(f, &f->job[i]);
    if (status == 0 && interrupts_start() != 0) {
        complain("%s", strerror(errno));
        status = EXIT_NOT_STARTED;
    }
    if (status == 0) {
        run_all(f);
        status = print_table(f);
    }
    for (size_t i = 0; i < f->n; i++)
        free(f->job[i].log);
    return status;
}

int fleet_run(const struct request *request, const char *program)
{
    struct fleet f = { .request = request, .program = program };
    char **names = request->words;
    long n = (long)request->n_words;

    if (request->all)
        n = board_file_names(&names, &request->places, request->places.boards != NULL);
    if (n < 0)
        return EXIT_USAGE;
    f.n = (size_t)n;
    f.job = calloc(f.n + 1, sizeof *f.job);
    for (size_t i = 0; i < f.n && f.job != NULL; i++)
        f.job[i].name = names[i];
    int status = f.job != NULL ? run_jobs(&f) : EXIT_NOT_STARTED;
    free(f.job);
    for (long i = 0; i < n && request->all; i++)
        free(names[i]);
    if (request->all)
        free(names);
    return status;
}
