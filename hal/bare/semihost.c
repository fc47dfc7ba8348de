/* Makes semihosting calls, once somebody answered. */
#include "semihost.h"
#include "bare.h"

enum { SYS_GET_CMDLINE = 0x15, SYS_EXIT = 0x18, SYS_EXIT_EXTENDED = 0x20 };
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

/* With 32 bits SYS_EXIT has no status. */
void semihost_exit(int status)
{
    struct {
        uintptr_t reason, status;
    } block = { STOPPED_APPLICATION_EXIT, (uintptr_t)status };

    if (heard)
        (void)port_semihost(sizeof(uintptr_t) > 4 ? SYS_EXIT : SYS_EXIT_EXTENDED, &block);
}
