/* Ends the run: exit device, power off, or halt. */
#include "leave.h"
#include "bare.h"
#include "cpu.h"
#include "needs.h"

static struct x86_acpi ways;

void x86_leave_start(const struct x86_acpi *acpi)
{
    ways = *acpi;
}

/* An emulator's exit device cannot say 0: where that is to be said, the machine is switched off
 * (ACPI Specification 5.0, section 16.1.7). */
_Noreturn void bare_leave(int status)
{
    if (status != 0 && x86_debug_exit_port != 0)
        x86_out8(x86_debug_exit_port, (uint8_t)status);
    for (unsigned i = 0; i < 2 && ways.can_power_off; i++)
        if (ways.power_port[i] != 0)
            x86_out16(ways.power_port[i], ways.power_value[i]);
    x86_halt();
}
