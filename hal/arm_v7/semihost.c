/* Makes semihosting calls. */
#include "semihost.h"
#include <stdint.h>

enum { SYS_GET_CMDLINE = 0x15, SYS_EXIT_EXTENDED = 0x20 };
enum { STOPPED_APPLICATION_EXIT = 0x20026 };

/* Section 4.3: SVC 0xab in Thumb state, operation and block in r0 and r1, the answer in r0. A
 * call out of Supervisor mode overwrites its own lr. */
static int32_t call(uint32_t operation, void *block)
{
    register uint32_t r0 __asm__("r0") = operation;
    register void *r1 __asm__("r1") = block;

    __asm__ volatile("svc 0xab" : "+r"(r0) : "r"(r1) : "lr", "memory", "cc");
    return (int32_t)r0;
}

int semihost_command_line(char *line, size_t line_bytes)
{
    struct {
        char *line;
        size_t n;
    } block = { line, line_bytes };

    return call(SYS_GET_CMDLINE, &block) == 0 ? 0 : -1;
}

void semihost_exit(int status)
{
    struct {
        uint32_t reason, status;
    } block = { STOPPED_APPLICATION_EXIT, (uint32_t)status };

    (void)call(SYS_EXIT_EXTENDED, &block);
}
