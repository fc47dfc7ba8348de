/* Calls of an emulator or debugger that listens (semihosting). */
#ifndef SEMIHOST_H
#define SEMIHOST_H

#include <stddef.h>

/* Source: Semihosting for AArch32 and AArch64, ARM IHI 0096, release 2.0. Where nobody listens the
 * first call faults; the handler skips it, and nobody is asked again. */

/* Fills LINE with what the host gave as command line, zero-terminated. 0, or -1 when there is no
 * host or LINE_BYTES are too few. To be called once, before semihost_exit(). */
int semihost_command_line(char *line, size_t line_bytes);

/* Ends the emulation with STATUS; returns when nobody listens. */
void semihost_exit(int status);

#endif
