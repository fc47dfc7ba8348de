#ifndef FIGURE_H
#define FIGURE_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a run looks like: the samples behind the answers, and the answers drawn over them. Pages and
 * gnuplot draw the same figures. */

enum figure_kind {
    FIGURE_CURVE,     /* lines of points over x */
    FIGURE_BARS,      /* a bar for each point; x is a size of few values */
    FIGURE_HISTOGRAM, /* a bar from x to x2, as high as middle */
    FIGURE_MATRIX,    /* a cell in column x and row x2 */
};

/* All timings at one x: what an operation takes, in the figure's unit of y. */
struct figure_point {
    double x, x2;
    double low, lower, middle, upper, high; /* least, quartiles and most */
    size_t n;                               /* timings */
};

struct figure_dot {
    double x, y;
};

struct figure_line {
    char name[48];
    /* Lines of several boards with the same group can be laid over each other: NAME, unless who
     * draws says otherwise; "": this one is its own board's alone. */
    char group[24];
    struct figure_point *point; /* ascending x */
    size_t n_points;
    struct figure_dot *dot; /* single timings, evenly chosen where they are too many */
    size_t n_dots;
    size_t timings;                 /* of which the dots are chosen */
    uint64_t first_line, last_line; /* of the log */
    bool damaged;
};

/* An answer in a figure: at an x, or, where ACROSS, at a y from x FROM to x TO. */
struct figure_mark {
    char label[64];
    bool across;
    double at, low, high; /* low and high: its bounds; both AT where there are none */
    double from, to;
};

struct figure_build;

/* What is the same for every log. Units: those of results; "cycle" and "B" are scaled for people.
 */
struct figure_spec {
    const char *name, *title, *about;
    const char *probe;
    enum figure_kind kind;
    const char *x_label, *x_unit;
    const char *y_label, *y_unit;
    bool log_x, log_y;
    bool alone; /* says nothing more when it is laid over another board's */
    void (*draw)(struct figure_build *build);
};

struct figure {
    const struct figure_spec *spec;
    const char *y_unit; /* the spec's; where that is cycle, cycle_unit */
    struct figure_line *line;
    size_t n_lines;
    struct figure_mark *mark;
    size_t n_marks;
    char missing[200]; /* why there is nothing to draw; "" where there is */
};

struct figures {
    struct figure *at; /* in the order in which they are shown */
    size_t n;
    const char *cycle_unit; /* what figures in cycles are in: "ns" or "tick" without a reference */
    double cycle_ns;        /* length of a cycle; 0: unknown */
    bool no_memory;         /* something is left out */
};

/* Draws every figure of RUN with RESULTS, each with at most MOST_DOTS dots and as many points.
 * figures_free() it in every case. */
void figures_make(struct figures *figures, const struct log_run *run, const struct results *results,
                  size_t most_dots);
void figures_free(struct figures *figures);

/* The largest x of FIGURE's points where SIGN is 1, the smallest where it is -1, in the figure's
 * unit of x; an infinity where it has none. */
double figure_x_extreme(const struct figure *figure, double sign);

/* ---- for those who draw ---- */

/* One timing. */
struct figure_timing {
    double x, x2, y;
};

struct figure_timings {
    struct figure_timing *at; /* ascending x2, then x, then y */
    size_t n;
};

struct figure_build {
    const struct log_run *run;
    const struct results *results;
    struct figure *figure;
    struct figures *all;
    double cycle; /* ticks of a cycle, of a nanosecond or of a tick: what the unit of y says */
};

extern const struct figure_spec figure_memory[], figure_processor[];
extern const size_t figure_memory_count, figure_processor_count;

/* Timings of SERIES in ticks of an operation divided by UNIT; to be freed. Empty when memory is
 * short. */
struct figure_timings figure_timings(struct figure_build *build, const struct log_series *series,
                                     double unit);
/* Brings TIMINGS whose x changed into order again. */
void figure_timings_sort(struct figure_timings *timings);
/* Those with the second control variable X2, inside TIMINGS. */
struct figure_timings figure_timings_at(const struct figure_timings *timings, double x2);
/* The median of those at X, of an X2 alone; NaN where there is none. */
double figure_timings_median(const struct figure_timings *timings, double x);

/* Adds a line of TIMINGS of one X2, named printf-like. NULL when memory is short or it is empty. */
struct figure_line *figure_add_line(struct figure_build *build, const struct log_series *series,
                                    const struct figure_timings *timings, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts the last line into GROUP; another board's lines in it are the same curve over there. Where
 * an earlier line is in it, the last one is in none. */
void figure_group(struct figure_build *build, const char *group);
/* Adds a line without points, and points to a line. NULL when memory is short. */
struct figure_line *figure_new_line(struct figure_build *build, const struct log_series *series,
                                    const char *name);
struct figure_point *figure_add_point(struct figure_build *build, struct figure_line *line,
                                      double x, double y);

/* Marks the number of result ID, where there is one, with LABEL before it in words. */
void figure_mark_x(struct figure_build *build, const char *id, const char *label);
/* The same at height y, across the figure from FROM to TO. */
void figure_mark_y(struct figure_build *build, const char *id, const char *label, double from,
                   double to);

/* Next series of the figure's probe from index AT on, or NULL; *AT is moved behind it. */
const struct log_series *figure_series(const struct figure_build *build, size_t *at);
/* What a key of SERIES says, or "". */
const char *figure_key(const struct log_series *series, const char *key);

#endif
