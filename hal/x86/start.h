/* Where the entry in assembly goes on in C. */
#ifndef X86_START_H
#define X86_START_H

#include <stdint.h>

/* Where the first processor goes on after the assembly at the image's entry: flat segments, a
 * stack, interrupts off. MAGIC and INFO are what the loader left in EAX and EBX. */
_Noreturn void x86_start(uint32_t magic, uint32_t info);

#endif
