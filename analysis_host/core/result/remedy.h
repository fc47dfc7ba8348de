/* Words for answers that are not known: sizes, and the runs of `probes` that would tell, with
 * values that other answers give. */
#ifndef REMEDY_H
#define REMEDY_H

#include "result.h"

/* Of lines of one set, which pages in random frames hide. */
#define REMEDY_FRAMES NO_REMEDY "frames hide sets unless its system grants larger pages"

/* Of samples that every policy is far from. */
#define REMEDY_NO_POLICY NO_REMEDY "its sets behave as those of no policy that is known"

/* BYTES as people write them: "352 KiB", "1.5 MiB". */
struct result_words words_bytes(double bytes);
/* BYTES as keys of `probes` take them: "352K", "1536K", "2M". */
struct result_words words_key_bytes(double bytes);

/* "`probes --only timer_floor,add_chain,PROBES KEYS` would tell". PROBES are joined by commas;
 * KEYS, as "pages=32K" or "--thorough", may be "". */
struct result_words remedy_run(const char *probes, const char *keys);
/* What a run of remedy_run() asks for: "cache_size,cache_ways", "capacity=32K,1M". */
struct remedy_command {
    char probes[RESULT_WORDS]; /* joined by commas, without the two that are of every run */
    char keys[RESULT_WORDS];   /* joined by blanks, without --thorough */
    bool thorough;
};

/* Reads back what remedy_run() wrote. False where REMEDY is no such run, or one that a person has
 * to complete: with SIZE in place of a value. */
bool remedy_read(struct remedy_command *c, const char *remedy);

/* The remedy of R where the run that it names was made: the command, and that it did not tell. */
struct result_words remedy_tried(const struct result *r);

/* Key "capacity=32K,1M" with the sizes of all caches in OUT; SIZE stands for those not known. */
struct result_words remedy_capacity(const struct results *out);
/* The remedy of the answer ID, which is not known; where it is not asked for, the run of PROBE. */
struct result_words remedy_of(const struct results *out, struct result_id id, const char *probe);

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
