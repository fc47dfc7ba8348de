/* Catches signals and reports them to poll() through a pipe. */
#include "interrupts.h"
#include "exit_status.h"
#include "link/link.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t wanted;
static volatile sig_atomic_t guarded;

static void on_signal(int number)
{
    int kept = errno;

    if (number != SIGCHLD && wanted) {
        if (guarded > 0)
            (void)kill(-(pid_t)guarded, SIGKILL);
        _exit(EXIT_INTERRUPTED);
    }
    if (number != SIGCHLD)
        wanted = 1;
    ssize_t told = write(ends[1], "", 1); /* a full pipe is as good */
    (void)told;
    errno = kept;
}

/* Catches signal NUMBER, unless it was ignored when the program began (nohup). */
static int catch (int number)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_NOCLDSTOP }, before;

    if (number == SIGCHLD)
        action.sa_flags |= SA_RESTART; /* or a message that is being written is lost */

    if (sigaction(number, NULL, &before) != 0)
        return -1;
    if (before.sa_handler == SIG_IGN && number != SIGCHLD)
        return 0;
    return sigaction(number, &action, NULL);
}

int interrupts_start(void)
{
    static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };

    if (ends[0] != ends[1]) /* started before */
        return 0;
    if (descriptor_pipe(ends) != 0)
        return -1;
    descriptor_unblock(ends[0]);
    descriptor_unblock(ends[1]);
    (void)signal(SIGPIPE, SIG_IGN);
    for (unsigned i = 0; i < sizeof caught / sizeof caught[0]; i++)
        if (catch (caught[i]) != 0)
            return -1;
    return 0;
}

int interrupts_fd(void)
{
    return ends[0];
}

void interrupts_clear(void)
{
    char bytes[64];

    while (read(ends[0], bytes, sizeof bytes) > 0)
        continue;
}

bool interrupts_wanted(void)
{
    return wanted != 0;
}

void interrupts_guard(pid_t group)
{
    guarded = (sig_atomic_t)group;
}
