/* Remedies of answers that are not known: the run of `probes` that would tell, with values that
 * other answers give, or why nothing on this machine does. And sizes in words. */
#ifndef REMEDY_H
#define REMEDY_H

#include "result.h"

/* BYTES as people write them: "352 KiB", "1.5 MiB". */
struct result_words words_bytes(double bytes);
/* BYTES as keys of `probes` take them: "352K", "1536K", "2M". */
struct result_words words_key_bytes(double bytes);

/* Each of these returns a remedy by value. PROBES: names joined by commas; timer_floor and
 * add_chain run always and need not be named. */
struct remedy remedy_run(const char *probes);
struct remedy remedy_thorough(const char *probes);
/* The run with NAME=VALUE; a VALUE with the word SIZE is to be completed by a person. */
struct remedy remedy_with(const char *probes, const char *name, const char *value);
/* The run with NAME=LIMIT, bytes or seconds, where a larger value does as well. */
struct remedy remedy_up_to(const char *probes, const char *name, double limit);
/* The run with capacity= and the sizes of all caches in OUT; SIZE for those not known. */
struct remedy remedy_sizes(const char *probes, const struct results *out);
/* Another build of `probes`, or use of analyze, that would tell; printf-like. */
struct remedy remedy_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Nothing on this machine would tell; printf-like, why. */
struct remedy remedy_never(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* That is so of lines of one set, which pages in random frames hide. */
struct remedy remedy_frames(void);
/* That is so of samples that no known policy explains. */
struct remedy remedy_no_policy(void);
/* The remedy of the answer ID, which is not known; where it is not asked for, the run of PROBE. */
struct remedy remedy_of(const struct results *out, struct result_id id, const char *probe);

/* Adds NAME=VALUE to M, which has fewer than REMEDY_KEYS. */
void remedy_add_key(struct remedy *m, const char *name, const char *value);

/* R is not determined, as no series of PROBE in RUN has a usable sample: counts them, says how the
 * first of them ended, and what would change that. */
void remedy_unsampled(struct result *r, const struct log_run *run, const char *probe);
/* The same of one series S, where R is an answer from it alone. */
void remedy_unsampled_series(struct result *r, const struct log_series *s);

/* R takes NS nanoseconds; it is not determined in cycles, as the log has no reference chain for
 * PROBE. */
void remedy_no_cycle(struct result *r, double ns, const char *probe);
/* R cannot be given in seconds: the run has no rate of its clock, or one that is OFF times too high
 * (1: it has none). MEASURED: what was measured, with the numbers. */
void remedy_no_rate(struct result *r, double off, const char *measured);
/* R, of N points, is not determined as the host's memory is short. */
void remedy_no_memory(struct result *r, size_t n);
/* R, for which PROBE was run, needs levels of cache that are not in OUT. */
void remedy_no_levels(struct result *r, const struct results *out, const struct log_run *run,
                      const char *probe);

#endif
