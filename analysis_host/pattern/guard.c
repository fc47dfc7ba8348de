/* Ends the program where a file takes too much time or memory: the library counts its steps, but
 * single ones can be long. */
#include "guard.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_BYTES = 60 << 20 };

static const char *guarded = "";

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(2);
}

static void give_up(int signal_number)
{
    (void)signal_number;
    say(guarded);
    say(":1:1: too hard: it takes more work or memory than is allowed\n");
    _exit(2);
}

void guard_begin(const char *file, unsigned seconds)
{
    struct itimerval time = { .it_value = { .tv_sec = (time_t)seconds } };
    struct rlimit memory;

    guarded = file;
    (void)signal(SIGPROF, give_up);
    (void)signal(SIGABRT, give_up); /* the library of large numbers, without memory */
    (void)setitimer(ITIMER_PROF, &time, NULL);
    if (getrlimit(RLIMIT_AS, &memory) == 0) {
        memory.rlim_cur = MOST_BYTES;
        (void)setrlimit(RLIMIT_AS, &memory);
    }
}
