/* Calls of an emulator or debugger that listens (semihosting). */
#ifndef SEMIHOST_H
#define SEMIHOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Source: Semihosting for AArch32 and AArch64, ARM IHI 0096, release 2.0; RISC-V Semihosting 1.0,
 * which takes its operations over. Whether somebody listens is tried once. */

/* Brought by the port: makes a call, which faults where nobody listens or is answered by the image
 * itself. Returns the answer. */
intptr_t port_semihost(uintptr_t operation, void *block);

/* Fills LINE with what the host gave as command line, zero-terminated. 0, or -1 when there is no
 * host or LINE_BYTES are too few. To be called once, before semihost_exit(). */
int semihost_command_line(char *line, size_t line_bytes);

/* Returns whether somebody listens, once it was tried. */
bool semihost_heard(void);

/* Ends the emulation with STATUS; returns when nobody listens. */
void semihost_exit(int status);

#endif
