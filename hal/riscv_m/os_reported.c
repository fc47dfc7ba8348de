/* Reads back which extensions the hart has and what is on. Source: Privileged Architecture, 3.1.1
 * (misa: 0 where it is not implemented), 3.1.6 (mstatus). satp does not translate in
 * machine mode. Caches have no register of the architecture. */
#include "register_field.h"
#include <stddef.h>

#define READ(name)                                                                                 \
    static uint32_t name(void)                                                                     \
    {                                                                                              \
        uint32_t value;                                                                            \
        __asm__ volatile("csrr %0, " #name : "=r"(value) : : "memory");                            \
        return value;                                                                              \
    }

READ(misa)
READ(mstatus)

static const char letters[] = "acdfimsuv";
enum { LETTERS = sizeof letters - 1 };
enum { FS_SHIFT = 13, FS_MASK = 3 };

static bool has(char letter)
{
    return (misa() >> (letter - 'a') & 1) != 0;
}

const char *hal_os_reported_source(void)
{
    return misa() != 0 ? "registers" : NULL;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    char id[] = "misa.?";

    if (misa() == 0)
        return false;
    if (i < LETTERS) {
        id[sizeof id - 2] = letters[i];
        register_report(reported, id, has(letters[i]));
        return true;
    }
    if (i == LETTERS) {
        register_report(reported, "mstatus.fs", mstatus() >> FS_SHIFT & FS_MASK);
        return true;
    }
    return false;
}
