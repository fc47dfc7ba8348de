/* The command line that the image was started with. */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <stdint.h>

/* The words that whoever started the image gave it, or NULL. R0 to R2 are as they were at the
 * entry. Looked for in this order: a semihosting host's command line (its first word, the image,
 * left out); ATAGs (`bootm`, an emulator's kernel boot); argc and argv (U-Boot's `go`). The line is
 * in memory that stays. */
const char *command_line(uintptr_t r0, uintptr_t r1, uintptr_t r2);

#endif
