/* Reads back what the control registers of an ARMv7-A core say is on. Source: ARM Architecture
 * Reference Manual, DDI 0406C, chapter B4.1 (SCTLR, CPACR, CLIDR, CCSIDR, by name). */
#include "cp15.h"
#include "needs.h"
#include "register_field.h"

static const struct core_bit sctlr_bits[] = {
    { "sctlr.m", 0 }, { "sctlr.a", 1 }, { "sctlr.c", 2 }, { "sctlr.z", 11 }, { "sctlr.i", 12 }
};
enum { SCTLR_BITS = sizeof sctlr_bits / sizeof sctlr_bits[0] };

static bool report_bit(struct hal_os_reported *reported, const struct core_bit *bit, uint32_t word)
{
    register_report(reported, bit->id, word >> bit->shift & 1);
    return true;
}

const char *hal_os_reported_source(void)
{
    return "registers";
}

/* In this order: SCTLR, ACTLR, access to FPU and NEON, the cache outside the core. */
bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    enum { CPACR_CP10_SHIFT = 20, CPACR_CP10_MASK = 3 };

    if (i < SCTLR_BITS)
        return report_bit(reported, &sctlr_bits[i], cp15_sctlr());
    i -= SCTLR_BITS;
    for (const struct core_bit *bit = core_actlr_bits; bit->id; bit++, i--)
        if (i == 0)
            return report_bit(reported, bit, cp15_actlr());
    if (i == 0) {
        register_report(reported, "cpacr.cp10", cp15_cpacr() >> CPACR_CP10_SHIFT & CPACR_CP10_MASK);
        return true;
    }
    const char *id = NULL;
    uint32_t value = 0;

    if (!core_outer_reported(i - 1, &id, &value))
        return false;
    register_report(reported, id, value);
    return true;
}
