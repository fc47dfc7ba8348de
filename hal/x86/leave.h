/* The way to end the run. */
#ifndef X86_LEAVE_H
#define X86_LEAVE_H

#include "acpi.h"

/* Tells bare_leave() how this machine is switched off. Until then it can only halt. */
void x86_leave_start(const struct x86_acpi *acpi);

#endif
