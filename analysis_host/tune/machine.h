/* What the cost of a kernel depends on, as plain numbers, and how they come from answers. */
#ifndef TUNE_MACHINE_H
#define TUNE_MACHINE_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>

enum { TUNE_LEVELS = 4, TUNE_TLBS = 2, TUNE_TILES = 32, TUNE_TEXT = 200 };

/* Where an input that is in doubt is taken: as measured, or at a bound. */
enum tune_end { TUNE_MEASURED, TUNE_LOW, TUNE_HIGH };

/* A cache; as level[levels] of a machine the memory, of which bytes is 0. */
struct tune_level {
    double bytes, low, high;
    double line;
    double latency;      /* cycles */
    double read;         /* bytes per cycle of one context */
    double ways;         /* 0: not known */
    bool scattered;      /* lines fall into sets by chance: a block is safe to half of LOW only */
    bool in_doubt;       /* confidence below 0.6, or bounds a factor of 3 apart */
    const char *instead; /* the size is not known: where BYTES is from; NULL: measured */
};

struct tune_tlb {
    double entries, ways, penalty; /* cycles */
};

/* Memory of a board, as one context sees it. */
struct tune_machine {
    unsigned levels; /* 0: no caches */
    struct tune_level level[TUNE_LEVELS + 1];
    unsigned tlbs;
    struct tune_tlb tlb[TUNE_TLBS];
    double page, walk;
    bool large_pages; /* are translated as one (page.large) */
    bool overlapped;  /* misses overlap: cache.2.mlp > 2 */
    bool has_read;    /* every READ was measured; else they come from latencies */
};

/* A register tile in elements. */
struct tune_tile {
    unsigned rows, columns;
};

/* Arithmetic of one type with the vectors that the kernels are written in. */
struct tune_arithmetic {
    char type[8];         /* "f64" */
    char vector[ID_WORD]; /* "v512f64", or TYPE */
    unsigned bytes, lanes;
    double latency, interval; /* cycles of a multiply-add, of vectors */
    double load;              /* cycles between loads of vectors */
    double registers;
    double clock; /* while these vectors compute, by the clock without them; 1: the same */
    bool fused;
    bool
        wider_image; /* the image's vectors are wider, and slower by time: its tiles are not used */
    struct tune_tile
        tile[TUNE_TILES]; /* that the compiler keeps in registers; TILES 0: not known */
    unsigned tiles;
};

/* Reads *M from what is known of the memory. False, with the reason in WHY: an answer is beyond
 * sense, or the first level is not known. */
bool tune_machine_read(struct tune_machine *m, const struct results *results,
                       const struct log_run *run, char why[TUNE_TEXT]);

/* Reads *A for TYPE, "f32" or "f64". False with the reason in WHY: no multiply-add was timed, or an
 * answer is beyond sense. */
bool tune_arithmetic_read(struct tune_arithmetic *a, const char *type,
                          const struct results *results, const struct log_run *run,
                          char why[TUNE_TEXT]);

/* Returns *M with the sizes that are in doubt at END. */
struct tune_machine tune_machine_at(const struct tune_machine *m, enum tune_end end);
/* True when a size of M is in doubt. */
bool tune_machine_in_doubt(const struct tune_machine *m);

/* Bytes of LEVEL, from 0, that a block may fill; 0 for memory. */
double tune_usable(const struct tune_machine *m, unsigned level);

/* Reads TEXT, "32x6/24x8", into TILE, room for TUNE_TILES. Returns how many; 0 where a tile is no
 * two numbers from 1 to 256 or too many are given. */
unsigned tune_tiles_read(const char *text, struct tune_tile *tile);

#endif
