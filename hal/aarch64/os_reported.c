/* Reads back what the control registers of EL1 say is on. Sources: DDI 0487, D17.2 (SCTLR_EL1,
 * CPACR_EL1, MIDR_EL1); TRMs of Cortex-A53, DDI 0500, A57, DDI 0488, and A72, 100095
 * (CPUECTLR_EL1). EL1 reads no register of EL2 or EL3. */
#include "register_field.h"
#include "system.h"
#include "trial.h"

enum { SCTLR, CPACR, CPUECTLR };

static const struct register_field fields[] = {
    { "sctlr_el1.m", SCTLR, 0, 1 },     { "sctlr_el1.a", SCTLR, 1, 1 },
    { "sctlr_el1.c", SCTLR, 2, 1 },     { "sctlr_el1.i", SCTLR, 12, 1 },
    { "cpacr_el1.fpen", CPACR, 20, 3 }, { "cpuectlr_el1.smpen", CPUECTLR, 6, 1 },
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool has_smpen(void)
{
    const uint64_t arm = 0x41, part = system_midr_el1() >> 4 & 0xfff;

    return system_midr_el1() >> 24 == arm && (part == 0xd03 || part == 0xd07 || part == 0xd08);
}

const char *hal_os_reported_source(void)
{
    return "registers";
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    uint64_t word;

    if (i >= FIELDS || (fields[i].where == CPUECTLR && !has_smpen()))
        return false;
    trial_begin(); /* a higher exception level may trap each of them */
    word = fields[i].where == SCTLR   ? system_sctlr_el1()
           : fields[i].where == CPACR ? system_cpacr_el1()
                                      : system_s3_1_c15_c2_1();
    if (!trial_end())
        return false;
    register_field_report(reported, &fields[i], word);
    return true;
}
