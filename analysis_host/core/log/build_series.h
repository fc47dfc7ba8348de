/* Builds a series of a log from its sentences: PROBE, S, E, DONE, and the gaps between them. */
#ifndef LOG_BUILD_SERIES_H
#define LOG_BUILD_SERIES_H

#include "build.h"

/* Take a sentence of its type. */
void log_build_series_probe(struct log_build *b, const struct record_sentence *s);
void log_build_series_sample(struct log_build *b, const struct record_sentence *s);
void log_build_series_event(struct log_build *b, const struct record_sentence *s);
void log_build_series_skip(struct log_build *b, const struct record_sentence *s);
void log_build_series_done(struct log_build *b, const struct record_sentence *s);
/* Notes that COUNT sentences are missing inside the series, reported as problem INDEX. */
void log_build_series_gap(struct log_build *b, size_t index, uint64_t count);
/* Tells that the running checksum of S, a DONE or END, does not fit, and drops the points of all
 * series since the last one that did. */
void log_build_series_foreign(struct log_build *b, const struct record_sentence *s);
/* Ends a series without its DONE: at LINE came what only comes after a DONE, or the run ended. */
void log_build_series_cut(struct log_build *b, uint64_t line);

#endif
