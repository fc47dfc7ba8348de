/* Reads back what the registers of a Cortex-M say is on. Source: ARMv7-M Architecture Reference
 * Manual, DDI 0403, B3.2.8 (CCR), B3.2.20 (CPACR), B4.8.1 (CLIDR), B4.7.2 (MVFR0). ARMv6-M has none
 * of the fields. */
#include "core.h"
#include "memory_word.h"
#include "needs.h"

enum { CCR = 0xe000ed14, CLIDR = 0xe000ed78, CPACR = 0xe000ed88, MVFR0 = 0xe000ef40 };
enum { CLIDR_LEVEL_1 = 7 };

/* The register WITH is 0 in a core that lacks what the field is of. */
static const struct {
    struct register_field field;
    uintptr_t with;
    uint32_t mask;
} fields[] = {
    { { "ccr.unalign_trp", CCR, 3, 1 }, 0, 0 },
    { { "ccr.dc", CCR, 16, 1 }, CLIDR, CLIDR_LEVEL_1 },
    { { "ccr.ic", CCR, 17, 1 }, CLIDR, CLIDR_LEVEL_1 },
    { { "ccr.bp", CCR, 18, 1 }, CLIDR, CLIDR_LEVEL_1 },
    { { "cpacr.cp10", CPACR, 20, 3 }, MVFR0, UINT32_MAX },
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool there(unsigned i)
{
    return fields[i].with == 0 || (word_in(fields[i].with) & fields[i].mask) != 0;
}

const char *hal_os_reported_source(void)
{
    return M_MAY_HAVE_CACHES ? "registers" : NULL;
}

bool hal_os_reported(unsigned i, struct hal_os_reported *reported)
{
    const struct register_field *field = M_MAY_HAVE_CACHES ? board.registers : NULL;

    for (unsigned k = 0; M_MAY_HAVE_CACHES && k < FIELDS; k++)
        if (there(k) && i-- == 0) {
            register_field_report(reported, &fields[k].field, word_in(fields[k].field.where));
            return true;
        }
    for (; field && field->id[0]; field++)
        if (i-- == 0) {
            register_field_report(reported, field, word_in(field->where));
            return true;
        }
    return false;
}
