/* Makes semihosting calls, once somebody answered. */
#include "semihost.h"
#include "board64.h"
#include "trial.h"

enum { SYS_GET_CMDLINE = 0x15, SYS_EXIT = 0x18 };
enum { STOPPED_APPLICATION_EXIT = 0x20026 };

static bool heard;

int semihost_command_line(char *line, size_t line_bytes)
{
    struct {
        char *line;
        size_t n;
    } block = { line, line_bytes };

    trial_begin();
    intptr_t answer = port_semihost(SYS_GET_CMDLINE, &block);
    heard = trial_end();
    return heard && answer == 0 ? 0 : -1;
}

bool semihost_heard(void)
{
    return heard;
}

void semihost_exit(int status)
{
    struct {
        uint64_t reason, status;
    } block = { STOPPED_APPLICATION_EXIT, (uint64_t)status };

    if (heard)
        (void)port_semihost(SYS_EXIT, &block);
}
