/* Former names of probes: logs of older images and command lines that people keep have them. */
#ifndef PROBE_NAMES_H
#define PROBE_NAMES_H

#include <stddef.h>

/* Both functions are freestanding, and what they return is static. RECORD.md has the table. */

/* Returns the name of the probe whose former name is the N bytes at TEXT; NULL: these are no former
 * name. */
const char *probe_names_now(const char *text, size_t n);

/* Returns the former name of the probe NAME; NULL: it has none. */
const char *probe_names_former(const char *name);

#endif
