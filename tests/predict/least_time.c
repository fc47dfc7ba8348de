/* The least processor time of many runs of a program, of those beside which the machine was quiet.
 * least_time RUNS SECONDS PROGRAM [ARGUMENT...]: RUNS runs spread over SECONDS. A loop that fills
 * the width of the processor runs before and after each; a run counts where both took at most 5
 * percent more than the least of them. On a core that others share, the loop is repeated before a
 * run until it takes so little, for about 30 ms at most. Prints the seconds (user and system), how
 * many runs counted, and the median of all; on a terminal which run it is at. Status 1: a run
 * failed, or ended with another status than the first. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 2000, LAPS = 200000, FIRST_LOOPS = 200, MOST_LOOPS = 200 };

static const double NEAR = 1.05; /* of the least loop */

struct run {
    double before, seconds, after;
};

static struct run runs[MOST];

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the seconds of eight additions a lap, none of which waits for another. */
static double fill_width(void)
{
    unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    double from = now(CLOCK_THREAD_CPUTIME_ID);

    for (unsigned i = 0; i < LAPS; i++) {
        a += i, b += i, c += i, d += i, e += i, f += i, g += i, h += i;
        __asm__ volatile(""
                         : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
    }
    return now(CLOCK_THREAD_CPUTIME_ID) - from;
}

static void become(char **command)
{
    int null = open("/dev/null", O_RDWR);

    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    execvp(command[0], command);
    _exit(127);
}

/* A program may end with the status that it likes, each time the same. */
static void check_end(int status, const char *program)
{
    static int first = -1;

    if (first < 0)
        first = status;
    if (WIFEXITED(status) && status == first && WEXITSTATUS(status) != 127)
        return;
    if (WIFSIGNALED(status))
        fprintf(stderr, "least_time: %s was ended by signal %d\n", program, WTERMSIG(status));
    else if (status == first)
        fprintf(stderr, "least_time: %s could not be run\n", program);
    else
        fprintf(stderr, "least_time: %s ended with status %d, and with %d before\n", program,
                WEXITSTATUS(status), WEXITSTATUS(first));
    exit(1);
}

/* Returns the processor time of one run; ends the program where it fails. */
static double run_once(char **command)
{
    struct rusage used;
    int status;
    pid_t child = fork();

    if (child == 0)
        become(command);
    if (child < 0 || wait4(child, &status, 0, &used) < 0) {
        perror("least_time");
        exit(1);
    }
    check_end(status, command[0]);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Run I of N; a run that begins after two seconds is worth a word. */
static void tell_progress(unsigned i, unsigned n, double seconds)
{
    if (isatty(STDERR_FILENO) && seconds >= 2)
        fprintf(stderr, i < n ? "\rleast_time: run %u of %u\033[K" : "\r\033[K", i + 1, n);
}

/* Returns the seconds of the last of the loops that it waits by; *LEAST: of all so far. */
static double wait_for_quiet(double *least, unsigned fewest)
{
    double seconds = 0;

    for (unsigned i = 0; i < MOST_LOOPS && (i < fewest || seconds > NEAR * *least); i++) {
        seconds = fill_width();
        *least = seconds < *least ? seconds : *least;
    }
    return seconds;
}

static int by_seconds(const void *a, const void *b)
{
    const struct run *x = a, *y = b;

    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 3 ? (unsigned)atoi(argv[1]) : 0, quiet = 0;
    double least = 0, begin = now(CLOCK_MONOTONIC), loop = 1;

    if (n == 0 || n > MOST)
        return 2;
    for (unsigned i = 0; i < n; i++) {
        while (now(CLOCK_MONOTONIC) - begin < atof(argv[2]) * i / n)
            usleep(10000);
        tell_progress(i, n, now(CLOCK_MONOTONIC) - begin);
        runs[i].before = wait_for_quiet(&loop, i == 0 ? FIRST_LOOPS : 1);
        runs[i].seconds = run_once(argv + 3);
        runs[i].after = fill_width();
        loop = runs[i].after < loop ? runs[i].after : loop;
    }
    tell_progress(n, n, now(CLOCK_MONOTONIC) - begin);
    qsort(runs, n, sizeof *runs, by_seconds);
    for (unsigned i = n; i-- > 0;)
        if (fmax(runs[i].before, runs[i].after) <= NEAR * loop) {
            least = runs[i].seconds;
            quiet++;
        }
    printf("%.6f %u %.6f\n", quiet > 0 ? least : runs[0].seconds, quiet, runs[n / 2].seconds);
    return 0;
}
