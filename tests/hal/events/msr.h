/* Stands in for hal/x86/msr.h: registers that the test plays. */
#ifndef X86_MSR_H
#define X86_MSR_H

#include <stdint.h>

uint64_t x86_rdmsr(uint32_t msr);
void x86_wrmsr(uint32_t msr, uint64_t value);
uint64_t x86_rdpmc(uint32_t counter);
void x86_leaf(uint32_t leaf, uint32_t *a, uint32_t *b);

#endif
