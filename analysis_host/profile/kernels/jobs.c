/* Forks, and waits. */
#include "jobs.h"
#include "analysis/parallel.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool jobs_begin(struct jobs *j, unsigned n)
{
    unsigned wanted = n > 0 ? n : parallel_processors();

    memset(j, 0, sizeof *j);
    j->n = wanted > JOBS_MOST ? JOBS_MOST : wanted;
    for (unsigned i = 0; i < j->n; i++)
        if ((j->part[i] = tmpfile()) == NULL)
            return false;
    return true;
}

/* What was done is in memory that all see. */
static void become_job(struct jobs *j, unsigned number, pid_t parent, job_run *job, void *ctx)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent)
        (void)job(ctx, number, j);
    fflush(j->part[number]);
    _exit(0);
}

/* Waits for COPY. Returns 0, or an error where it did not end by itself. */
static int wait_for(pid_t copy)
{
    int status = 0;

    while (waitpid(copy, &status, 0) < 0)
        if (errno != EINTR)
            return errno;
    return WIFEXITED(status) ? 0 : ECANCELED;
}

bool jobs_run(struct jobs *j, job_run *job, void *ctx)
{
    pid_t copy[JOBS_MOST] = { 0 }, self = getpid();
    int why = 0;

    fflush(NULL);
    for (unsigned i = 1; i < j->n; i++) {
        copy[i] = fork();
        if (copy[i] == 0)
            become_job(j, i, self, job, ctx);
        why = copy[i] < 0 ? errno : why;
    }
    bool end = job(ctx, 0, j) != 0;
    for (unsigned i = 1; i < j->n; i++) {
        if (copy[i] <= 0)
            continue;
        if (end)
            kill(copy[i], SIGTERM);
        int lost = wait_for(copy[i]);
        why = lost != 0 ? lost : why;
    }
    errno = why;
    return why == 0;
}

void jobs_end(struct jobs *j)
{
    for (unsigned i = 0; i < j->n; i++)
        if (j->part[i] != NULL)
            fclose(j->part[i]);
}

void *jobs_shared(size_t n)
{
    void *at = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return at == MAP_FAILED ? NULL : at;
}

void jobs_free_shared(void *at, size_t n)
{
    if (at != NULL)
        (void)munmap(at, n);
}
