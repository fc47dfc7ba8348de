/* corruptions CASES SEED LOG LOG...: damages the logs in CASES ways (damage.h), analyses each, and
 * holds the answers against those of the clean log: each is the same, or null, or its bounds hold
 * the clean value, or the damage is listed under problems. Every case runs in a child, so that a
 * crash or a hang ends that case alone. Exit status 1 when any case failed. */
#define _GNU_SOURCE
#include "analysis/analysis.h"
#include "damage.h"
#include "log/read.h"
#include "result/query.h"
#include "result/result.h"
#include "result/verdict.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processor time for one case. */
enum { HANG_S = 60 };

struct found {
    struct log log;
    struct results results;
    bool readable;
};

/* Counts of answers by how they differ from the clean ones; shared with the children. */
struct tally {
    unsigned long same, null, bounded, listed, silent;
};

static void find(struct found *f, const struct bytes *b)
{
    int fd = memfd_create("log", 0);

    *f = (struct found){ 0 };
    if (fd < 0 || write(fd, b->at, b->n) != (ssize_t)b->n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    f->readable = log_read(&f->log, fd, 0) == LOG_OK && f->log.has_run;
    close(fd);
    if (f->readable)
        infer_all(&f->log.run, METHOD_ROBUST, &f->results);
}

static void found_free(struct found *f)
{
    results_free(&f->results);
    log_free(&f->log);
}

static bool has_value(const struct result *r)
{
    return r != NULL && (r->kind == RESULT_NUMBER || r->kind == RESULT_NAME);
}

static bool same(const struct result *a, const struct result *b)
{
    if (!has_value(b) || a->kind != b->kind)
        return false;
    return a->kind == RESULT_NAME ? strcmp(a->text, b->text) == 0 : a->value == b->value;
}

/* Returns true when the bounds of R hold the clean value C. */
static bool bounds_hold(const struct result *r, const struct result *c)
{
    return has_value(c) && r->kind == RESULT_NUMBER && c->kind == RESULT_NUMBER && r->has_bounds &&
           r->low <= c->value && c->value <= r->high;
}

static void judge(const struct found *got, const struct found *clean, const char *what,
                  struct tally *t)
{
    for (size_t i = 0; i < got->results.n; i++) {
        const struct result *r = &got->results.at[i];
        const struct result *c = result_find_text(&clean->results, r->id);
        if (!has_value(r)) {
            t->null++;
        } else if (same(r, c)) {
            t->same++;
        } else if (bounds_hold(r, c)) {
            t->bounded++;
        } else if (problems_count(&got->log, &got->results) >
                   problems_count(&clean->log, &clean->results)) {
            t->listed++;
        } else {
            t->silent++;
            printf("%s: %s is %.9g%s, clean %.9g%s, and no problem is listed\n", what, r->id,
                   r->value, r->text, c == NULL ? NAN : c->value, c == NULL ? "" : c->text);
        }
    }
}

/* A profiling timer, as a busy machine takes long for everything. */
static void limit_time(void)
{
    struct itimerval limit = { .it_value = { .tv_sec = HANG_S } };

    signal(SIGPROF, SIG_DFL);
    setitimer(ITIMER_PROF, &limit, NULL);
}

static int in_child(const struct bytes *b, const struct found *clean, const char *what,
                    struct tally *t)
{
    fflush(stdout);
    pid_t child = fork();
    int status;

    if (child == 0) {
        struct found got;
        limit_time();
        find(&got, b);
        judge(&got, clean, what, t);
        found_free(&got);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    if (status == 0)
        return 0;
    printf("%s: %s\n", what,
           WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? "hangs" : "crashes");
    return 1;
}

int main(int argc, char **argv)
{
    enum { LOGS = 16 };
    static struct bytes logs[LOGS];
    static struct found clean[LOGS];
    size_t n = (size_t)(argc - 3);
    struct tally *t =
        mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned long failed = 0;

    if (argc < 5 || n > LOGS || t == MAP_FAILED)
        return 2;
    for (size_t i = 0; i < n; i++) {
        if (bytes_read(&logs[i], argv[3 + i]) != 0)
            return 2;
        find(&clean[i], &logs[i]);
    }
    unsigned long cases = strtoul(argv[1], NULL, 10), seed = strtoul(argv[2], NULL, 10);
    for (unsigned long i = 0; i < cases; i++) {
        const char *kind;
        char what[200];
        size_t one = i % n;
        struct bytes b = damage(&logs[one], &logs[(one + 1 + i / n % (n - 1)) % n],
                                (uint64_t)seed << 32 | i, &kind);
        snprintf(what, sizeof what, "case %lu, %s, %s", i, argv[3 + one], kind);
        failed += (unsigned long)in_child(&b, &clean[one], what, t);
        bytes_free(&b);
    }
    printf(
        "%lu cases, %lu crashed or hung; answers: %lu the same, %lu null, %lu bounded by the clean "
        "value, %lu other and listed, %lu other in silence\n",
        cases, failed, t->same, t->null, t->bounded, t->listed, t->silent);
    for (size_t i = 0; i < n; i++) {
        found_free(&clean[i]);
        bytes_free(&logs[i]);
    }
    return cases == 0 || failed > 0 || t->silent > 0;
}
