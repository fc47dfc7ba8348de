/* Which machine this is, and in what state: what its system says of itself. */
#ifndef HAL_IDENTITY_H
#define HAL_IDENTITY_H

#include <stdbool.h>

/* For the host, which distinguishes boards and their states; no probe may use it, and nothing is
 * inferred from it. A port that knows nothing says nothing. In the record stream these are keys of
 * RUN, unless the run is anonymous:
 *   node        name of the machine in its site
 *   began       seconds since 1970-01-01 UTC when the image started
 *   model       of the processor or board
 *   microcode   its revision
 *   os_release  of the system's kernel
 *   boot        a name of the time since the system was started
 * and, also where it is anonymous, under which conditions it runs:
 *   governor    of the processor's frequency
 *   thp         whether the system gives huge pages unasked (THP)
 *   cpu_quota   CPUs' worth of time that a control group allows its processes, "1.50" */
struct hal_identity {
    char key[12];   /* one of the above, zero-terminated */
    char text[64];  /* printable ASCII, zero-terminated, not empty */
    bool condition; /* it says nothing of which machine this is */
};

/* Fills *IDENTITY with number I of what is known, from 0, and returns true; after the last one
 * returns false and leaves *IDENTITY as it was. No key comes twice, and each keeps its text while
 * the image runs. May read files, so not while something is timed. */
bool hal_identity(unsigned i, struct hal_identity *identity);

#endif
