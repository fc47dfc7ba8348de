/* Programs that are hard to watch: `odd ask|crash|exec|fail|fork|name|sleep|stop|threads|write`. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned count;

static void *work(void *unused)
{
    for (unsigned i = 0; i < 20000; i++)
        count += i;
    return unused;
}

static int run_threads(void)
{
    pthread_t thread[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    return 0;
}

/* As a library that chooses its code by what the processor has. */
static int ask(void)
{
    unsigned a = 7, b, c = 0, d, i;

    for (i = 0; i < 50; i++) {
#ifdef __x86_64__
        __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
#else
        b = c = d = a;
#endif
        count += b + d;
    }
    return 0;
}

static int run_fork(void)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    return waitpid(child, NULL, 0) == child ? 0 : 1;
}

/* Says what it was called as. */
static int name(const char *called)
{
    return write(STDOUT_FILENO, called, strlen(called)) < 0;
}

/* 12 KiB, in 24 calls. */
static int write_much(void)
{
    static const char bytes[512];
    int failed = 0;

    for (int i = 0; i < 24; i++)
        failed |= write(STDOUT_FILENO, bytes, sizeof bytes) != (ssize_t)sizeof bytes;
    return failed;
}

/* Ends what watches this program, and waits to be ended by it. */
static int stop(void)
{
    alarm(60);
    kill(getppid(), SIGTERM);
    return pause();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const struct timespec while_asleep = { 0, 1000 };

    work(NULL);
    if (strcmp(what, "ask") == 0)
        return ask();
    if (strcmp(what, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(what, "exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    if (strcmp(what, "fail") == 0)
        return 7;
    if (strcmp(what, "fork") == 0)
        return run_fork();
    if (strcmp(what, "name") == 0)
        return name(argv[0]);
    if (strcmp(what, "write") == 0)
        return write_much();
    if (strcmp(what, "sleep") == 0)
        return nanosleep(&while_asleep, NULL);
    if (strcmp(what, "stop") == 0)
        return stop();
    return strcmp(what, "threads") == 0 ? run_threads() : 0;
}
