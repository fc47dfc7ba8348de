/* Source: OMAP4430 TRM, SWPU231, section 27.4.3 and Linux, arch/arm/mach-omap2/omap-smc.S: the
 * service in r12, arguments in r0 and r1; the ROM may change r0 to r12 and lr. */
#include "omap_rom.h"

void omap_rom_call(uint32_t service, uint32_t first, uint32_t second)
{
    register uint32_t r0 __asm__("r0") = first;
    register uint32_t r1 __asm__("r1") = second;
    register uint32_t r12 __asm__("r12") = service;

    /* r11 and r7 may be the frame's, which the compiler wants to keep itself. */
    __asm__ volatile(".arch_extension sec\n\t"
                     "push {r7, r11}\n\t"
                     "dsb\n\t"
                     "smc #0\n\t"
                     "pop {r7, r11}"
                     : "+r"(r0), "+r"(r1), "+r"(r12)
                     :
                     : "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "lr", "memory", "cc");
}
