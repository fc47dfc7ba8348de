/* Makes semihosting calls, once somebody answered. */
#include "semihost.h"
#include "fault.h"
#include <stdbool.h>
#include <stdint.h>

enum { SYS_GET_CMDLINE = 0x15, SYS_EXIT_EXTENDED = 0x20 };
enum { STOPPED_APPLICATION_EXIT = 0x20026 };

static bool heard;

static int32_t call(uint32_t operation, void *block)
{
    register uint32_t r0 __asm__("r0") = operation;
    register void *r1 __asm__("r1") = block;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return (int32_t)r0;
}

int semihost_command_line(char *line, size_t line_bytes)
{
    struct {
        char *line;
        size_t n;
    } block = { line, line_bytes };

    trial_begin();
    int32_t answer = call(SYS_GET_CMDLINE, &block);
    heard = trial_end();
    return heard && answer == 0 ? 0 : -1;
}

void semihost_exit(int status)
{
    struct {
        uint32_t reason, status;
    } block = { STOPPED_APPLICATION_EXIT, (uint32_t)status };

    if (heard)
        (void)call(SYS_EXIT_EXTENDED, &block);
}
