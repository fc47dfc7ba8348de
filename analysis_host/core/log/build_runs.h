/* Builds the runs of a log from sentences and faults: calls of a record reader. */
#ifndef LOG_BUILD_RUNS_H
#define LOG_BUILD_RUNS_H

#include "build.h"

/* Take what a record reader calls with; BUILD is a struct log_build. */
void log_build_runs_sentence(void *build, const struct record_sentence *s);
void log_build_runs_fault(void *build, enum record_fault fault, uint64_t line, uint64_t count);
/* Ends the input: chooses the run and orders the problems. */
void log_build_runs_end(struct log_build *b);

#endif
