/* Runs simulated boards as child processes, some at a time. */
#define _GNU_SOURCE
#include "boards.h"
#include "recorded.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 32, OPTIONS_MOST = 512, EXIT_NO_START = 127 };

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    interrupted = signal;
}

struct run {
    const struct boards *boards;
    struct board *board;
    pid_t *pid; /* of each board; 0: not started, -1: over */
    size_t n, n_started, n_over;
};

/* Fills ARGV with PROGRAM and the words of OPTIONS, which are cut in place. */
static void split(char *options, const char *program, char *argv[ARGUMENTS_MOST])
{
    size_t n = 0;
    char *rest;

    argv[n++] = (char *)(size_t)program; /* execv() wants char *, and leaves it alone */
    for (char *word = strtok_r(options, " ", &rest); word && n + 1 < ARGUMENTS_MOST;
         word = strtok_r(NULL, " ", &rest))
        argv[n++] = word;
    argv[n] = NULL;
}

/* Becomes the board, in the child. */
static _Noreturn void become(const struct boards *boards, const struct board *board)
{
    char options[OPTIONS_MOST], *argv[ARGUMENTS_MOST];
    int in = open("/dev/null", O_RDONLY);
    int out = open(board->log_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody else would end it */
    snprintf(options, sizeof options, "%s", boards->options);
    split(options, boards->program, argv);
    if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 &&
        setenv("PONTOON_MACHINE", board->machine_file, 1) == 0) {
        alarm(boards->limit_s); /* outlives execv() */
        execv(boards->program, argv);
    }
    fprintf(stderr, "%s: %s\n", out < 0 ? board->log_file : boards->program, strerror(errno));
    _exit(EXIT_NO_START);
}

static void start(struct run *r, size_t i)
{
    fflush(NULL);
    r->pid[i] = fork();
    if (r->pid[i] == 0)
        become(r->boards, &r->board[i]);
    if (r->pid[i] < 0) {
        fprintf(stderr, "%s: cannot be started: %s\n", r->board[i].label, strerror(errno));
        r->board[i].failed = true;
        r->n_over++;
    }
}

static void tell_end(const struct run *r, const struct board *board, int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        fprintf(stderr, "%s: still running after %u s, stopped\n", board->label,
                r->boards->limit_s);
    else if (WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d\n", board->label, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        fprintf(stderr, "%s: ended with status %d\n", board->label, WEXITSTATUS(status));
}

static void show_progress(const struct run *r, const struct board *board)
{
    if (r->boards->quiet)
        return;
    bool terminal = isatty(STDERR_FILENO) == 1;
    fprintf(stderr, terminal ? "\r\033[K%zu of %zu, last %s%s" : "%zu of %zu: %s%s", r->n_over,
            r->n, board->label, !terminal || r->n_over == r->n ? "\n" : "");
}

/* Waits for one board to end. Returns its index; r->n when interrupted or nothing is left to wait
 * for. */
static size_t wait_one(struct run *r)
{
    int status = 0;
    pid_t pid = -1;

    while (!interrupted && (pid = waitpid(-1, &status, 0)) < 0)
        if (errno != EINTR)
            return r->n;
    size_t i = 0;
    while (i < r->n && (r->pid[i] != pid || pid < 0))
        i++;
    if (i == r->n)
        return i;
    r->pid[i] = -1;
    r->n_over++;
    r->board[i].failed = status != 0;
    if (status != 0)
        tell_end(r, &r->board[i], status);
    return i;
}

static void end_all(struct run *r)
{
    for (size_t i = 0; i < r->n_started; i++)
        if (r->pid[i] > 0)
            kill(r->pid[i], SIGKILL);
    for (size_t i = 0; i < r->n_started; i++)
        if (r->pid[i] > 0)
            waitpid(r->pid[i], NULL, 0);
}

/* Starts the next board, or takes the log that it left before. */
static void start_next(struct run *r, void (*done)(void *ctx, size_t i), void *ctx)
{
    size_t i = r->n_started++;

    if (!recorded_take(r->boards, &r->board[i])) {
        start(r, i);
        return;
    }
    r->pid[i] = -1;
    r->n_over++;
    done(ctx, i);
    show_progress(r, &r->board[i]);
}

static void run_all(struct run *r, void (*done)(void *ctx, size_t i), void *ctx)
{
    while (r->n_over < r->n) {
        while (r->n_started < r->n && r->n_started - r->n_over < r->boards->at_once)
            start_next(r, done, ctx);
        if (r->n_over == r->n)
            return;
        size_t i = wait_one(r);
        if (i == r->n)
            return;
        if (!r->board[i].failed)
            recorded_leave(r->boards, &r->board[i]);
        done(ctx, i);
        show_progress(r, &r->board[i]);
    }
}

int boards_run(const struct boards *boards, struct board *board, size_t n,
               void (*done)(void *ctx, size_t i), void *ctx)
{
    struct run r = { .boards = boards, .board = board, .n = n, .pid = calloc(n, sizeof *r.pid) };
    struct sigaction action = { .sa_handler = on_signal }, old_int, old_term;

    if (!r.pid) {
        fprintf(stderr, "not enough memory for %zu boards\n", n);
        return -1;
    }
    interrupted = 0;
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, nobody can wait */
    sigaction(SIGINT, &action, &old_int);
    sigaction(SIGTERM, &action, &old_term);
    run_all(&r, done, ctx);
    end_all(&r);
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    free(r.pid);
    return r.n_over == n ? 0 : -1;
}
