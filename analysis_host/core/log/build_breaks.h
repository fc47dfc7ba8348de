/* Sentences that are not whole within their line: what they have in common says who broke them. */
#ifndef LOG_BUILD_BREAKS_H
#define LOG_BUILD_BREAKS_H

#include "build.h"

/* Takes what a record reader calls with; BUILD is a struct log_build. */
void log_build_breaks_take(void *build, const struct record_break *b);

/* Tells them, one problem for all that have one cause. Where they were cut at one column, that is
 * told in place of the problems that came of it. Call at the end, when all costs are known. */
void log_build_breaks_report(struct log_build *b);

#endif
