/* From entry.S to main(). */
#include "bare.h"
#include "core.h"
#include "memory.h"
#include "memory_word.h"
#include "needs.h"
#include "semihost.h"
#include <hal/board_limits.h>
#include <hal/cache.h>
#include <hal/console.h>
#include <hal/thread.h>

_Noreturn void m_start(void);

/* Returns what the emulator or debugger gave after the image's name; NULL: nothing. */
static const char *command_line(char *line)
{
    if (semihost_command_line(line, HAL_LIMIT_LINE_BYTES) != 0)
        return NULL;
    while (*line && *line != ' ')
        line++;
    return line;
}

/* ARMv7-M, B3.2.8; bits of ARMv6-M's are fixed. */
static void m_ccr_set(uint32_t bits)
{
    enum { CCR = 0xe000ed14 };

    if (bits != 0)
        word_out(CCR, word_in(CCR) | bits);
}

_Noreturn void m_start(void)
{
    static char line[HAL_LIMIT_LINE_BYTES];

    if (board.start)
        board.start();
    m_caches_on();
    m_ccr_set(HAL_CCR_ON);
    bare_console_start();
    m_memory_add();
#if !defined(__ARM_FEATURE_LDREX) || __ARM_FEATURE_LDREX == 0
    bare_note("atomics: plain accesses, as there is one core and none of its own");
#endif
    bare_run(command_line(line));
}

intptr_t port_semihost(uintptr_t operation, void *block)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register void *r1 __asm__("r1") = block;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return (intptr_t)r0;
}

_Noreturn void bare_leave(int status)
{
    semihost_exit(status);
    for (;;)
        bare_idle();
}

void bare_code_written(const void *start, size_t n_bytes)
{
    (void)hal_cache_flush(start, n_bytes);
    (void)hal_cache_flush_code();
    __asm__ volatile("dsb\n\tisb" : : : "memory");
}

const struct bare_region *bare_regions(void)
{
    return board.regions;
}

void bare_idle(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

void hal_thread_pause(void)
{
    __asm__ volatile("yield" : : : "memory");
}
