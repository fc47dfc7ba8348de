/* Reads back what supervisor mode may read of what is on. Source: Privileged Architecture, 4.1.1
 * (sstatus), 4.1.11 (satp), 3.1.1 (misa, which machine mode alone reads: where the image has no
 * firmware below it, machine_entry.S keeps it). */
#include "csr.h"
#include "machine.h"
#include "register_field.h"

uint64_t machine_misa __attribute__((section(".data")));

static const char letters[] = "acdfimsuv";
enum { LETTERS = sizeof letters - 1 };
enum { FS_SHIFT = 13, FS_MASK = 3, MODE_SHIFT = 60 };

const char *hal_os_reported_source(void)
{
    return "registers";
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    char id[] = "misa.?";

    if (i == 0) {
        register_report(reported, "satp.mode", csr_satp() >> MODE_SHIFT);
        return true;
    }
    if (i == 1) {
        register_report(reported, "sstatus.fs", csr_sstatus() >> FS_SHIFT & FS_MASK);
        return true;
    }
    i -= 2;
    if (i >= LETTERS || machine_misa == 0)
        return false;
    id[sizeof id - 2] = letters[i];
    register_report(reported, id, machine_misa >> (letters[i] - 'a') & 1);
    return true;
}
