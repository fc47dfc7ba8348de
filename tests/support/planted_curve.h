/* Curves of machines whose caches are known, from counting and drawing rather than from the
 * formulas that the analysis uses. */
#ifndef PLANTED_CURVE_H
#define PLANTED_CURVE_H

#include "random.h"
#include "series/curve.h"

enum planted_kind { PLANTED_LRU, PLANTED_RANDOM, PLANTED_FRAMES };

enum { PLANTED_LEVELS = 4, PLANTED_LINE = 64, PLANTED_PAGE = 4096, PLANTED_POINTS = 400 };

struct planted_cache {
    double bytes;
    unsigned ways;
    double latency; /* of a hit */
    enum planted_kind kind;
};

struct planted {
    const char *rule;
    struct planted_cache cache[PLANTED_LEVELS];
    unsigned n;
    double memory; /* latency */
};

/* Returns a point whose repetitions all cost Y. */
struct curve_point planted_point(double x, double y);

/* Returns the share of a cyclic walk's loads over X bytes that miss, contiguous frames: sets are
 * counted; under random replacement each is walked for many laps. */
double planted_share(double x, const struct planted_cache *cache);

/* Returns the share of PAGES, drawn into COLOURS, whose colour has more pages than WAYS. */
double planted_frames_share(unsigned pages, unsigned colours, unsigned ways, struct random *random);

/* Fills AT (room for PLANTED_POINTS) with PER_OCTAVE points an octave from 1 KiB up to MOST bytes.
 * Returns their number. FRAMES draws random frames where a cache asks for them. */
size_t planted_curve(const struct planted *machine, double most, unsigned per_octave,
                     struct random *frames, struct curve_point *at);

#endif
