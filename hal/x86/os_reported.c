/* Reads back what the control registers say is on. Sources: SDM vol. 3A, section 2.5 (CR0, CR4),
 * 12.11.1 and 12.11.2.1 (MTRRs); vol. 2A, CPUID. Registers of one product, as MSR 1A4H, are not
 * read: one that is not there raises an exception. */
#include "cpu.h"
#include "msr.h"
#include "register_field.h"

enum { CR0, CR4, MTRR_DEF_TYPE };
enum { IA32_MTRR_DEF_TYPE = 0x2ff, CPUID_FEATURES = 1, FEATURE_MTRR = 1 << 12 };

static const struct register_field fields[] = {
    { "cr0.cd", CR0, 30, 1 },
    { "cr0.nw", CR0, 29, 1 },
    { "cr0.pg", CR0, 31, 1 },
    { "cr0.em", CR0, 2, 1 },
    { "cr4.osfxsr", CR4, 9, 1 },
    { "ia32_mtrr_def_type.e", MTRR_DEF_TYPE, 11, 1 },
    { "ia32_mtrr_def_type.type", MTRR_DEF_TYPE, 0, 0xff },
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool has_mtrrs(void)
{
    uint32_t a, b, c, d = 0;

    return __get_cpuid(CPUID_FEATURES, &a, &b, &c, &d) && (d & FEATURE_MTRR) != 0;
}

const char *hal_os_reported_source(void)
{
    return "registers";
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    if (i >= FIELDS || (fields[i].where == MTRR_DEF_TYPE && !has_mtrrs()))
        return false;
    register_field_report(reported, &fields[i],
                          fields[i].where == CR0   ? x86_cr0()
                          : fields[i].where == CR4 ? x86_cr4()
                                                   : x86_rdmsr(IA32_MTRR_DEF_TYPE));
    return true;
}
