/* Ceilings over one point of a kernel: what arithmetic and each level let through at most. */
#ifndef SERIES_ROOF_H
#define SERIES_ROOF_H

#include "kernels.h"
#include "result/result.h"

enum { ROOF_MOST = 12, ROOF_NAME = 24, ROOF_ELEMENTS = 16 };

/* The highest peak of each type of elements, on one context, once for all kernels. */
struct roof_peaks {
    struct roof_peak {
        char element[8]; /* "f64" */
        struct result_id id;
        double rate;
    } of[ROOF_ELEMENTS];
    unsigned n;
};

void roof_peaks_read(struct roof_peaks *peaks, const struct results *results);

struct roof_ceiling {
    char name[ROOF_NAME]; /* "memory", "cache.2", "peak.v256f64.fma", "imbalance" */
    double speed;         /* FLOP/cycle */
};

struct roof {
    struct roof_ceiling ceiling[ROOF_MOST];
    unsigned n;
    double height;   /* the lowest of the highest peak and of what the levels bring; 0: not known */
    double certain;  /* the same with the least traffic that any caches could do with, and the most
                      * that any operation moved */
    bool apart;      /* CERTAIN takes contexts to share no cache, which nobody measured */
    unsigned source; /* the level that the data come from */
    unsigned left_out; /* caches nearer than SOURCE whose bandwidth is not known, bit N for level N:
                          HEIGHT is then an upper bound; 0: none */
    const char *lacks; /* what is not known where HEIGHT is 0: "peak" or "bandwidth"; a literal */
};

/* The rate of MIX on TYPE by CONTEXTS together, FLOP/cycle; 0: not known. Ceilings of several
 * contexts are those answered for so many; else those of one times their number. */
double roof_peak(const struct results *results, unsigned contexts, const char *mix,
                 const char *type);
/* Bytes a cycle that LEVEL gives CONTEXTS together by operation OP of probe bandwidth; 0: not
 * known. Likewise; a cache that they do not share gives each as much as one at least. */
double roof_rate(const struct results *results, unsigned contexts, unsigned level, const char *op);
/* The most bytes a cycle that LEVEL moves for CONTEXTS by any operation of probe bandwidth, lines
 * that stores bring in and those that leave counted, as a kernel's bytes are; 0: not known. *OP:
 * the operation, a literal; as it was where 0. */
double roof_fastest(const struct results *results, unsigned contexts, unsigned level,
                    const char **op);

/* Fills *ROOF for point P of R, which has counts and work, from PEAKS, and bandwidths and sizes of
 * caches among RESULTS. */
void roof_over(struct roof *roof, const struct roof_peaks *peaks, const struct results *results,
               const struct kernel_run *r, const struct kernel_point *p);

/* The level that the data of P come from: MEMORY_LEVEL where R begins with cold data. */
unsigned roof_source(const struct results *results, const struct kernel_run *r,
                     const struct kernel_point *p);

/* The lowest ceiling that SPEED is within a tenth below of, and at most 3 percent above; NULL: of
 * none. */
const struct roof_ceiling *roof_limit(const struct roof *roof, double speed);
/* The lowest ceiling above SPEED; NULL: none is. */
const struct roof_ceiling *roof_next(const struct roof *roof, double speed);

/* A speed so many times a roof is above it by more than errors of measurement. */
#define ROOF_EXCEEDED 1.03

#endif
