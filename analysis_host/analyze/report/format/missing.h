/* Why there is no answer. */
#ifndef FORMAT_MISSING_H
#define FORMAT_MISSING_H

#include "log/log.h"
#include <stddef.h>

/* Writes to TO, SIZE bytes, why nothing is known of what PROBE measures: "not measured (PROBE did
 * not run)" ... */
void format_missing(char *to, size_t size, const struct log *log, const char *probe);

#endif
