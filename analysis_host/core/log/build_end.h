/* Where a log ends before its run does. */
#ifndef LOG_BUILD_END_H
#define LOG_BUILD_END_H

#include "build.h"

/* Tells that the log ends within the chosen run, in which probe, and how many are whole. LINE: of
 * its last sentence. */
void log_build_end_report(struct log_build *b, uint64_t line);

#endif
