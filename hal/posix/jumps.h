/* How a processor writes jumps. */
#ifndef POSIX_JUMPS_H
#define POSIX_JUMPS_H

#include <stdbool.h>
#include <stdint.h>

/* True where posix_jump() knows the instructions. */
bool posix_jumps_known(void);

/* Writes at AT, which has room for HAL_CODE_BYTES, a jump by DISTANCE bytes, at most 32 MiB either
 * way. */
void posix_jump(void *at, int32_t distance);

/* Writes a return to the caller. */
void posix_return(void *at);

#endif
