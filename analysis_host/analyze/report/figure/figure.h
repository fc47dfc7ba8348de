/* A figure: samples of a run, and the answers drawn over them. Pages and gnuplot draw the same. */
#ifndef FIGURE_H
#define FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum figure_kind {
    FIGURE_CURVE,     /* lines of points over x */
    FIGURE_BARS,      /* a bar for each point; x is a size of few values */
    FIGURE_HISTOGRAM, /* a bar from x to x2, as high as middle */
    FIGURE_SCATTER,   /* lines, and points with boxes, joined in their order */
    FIGURE_MATRIX,    /* a cell in column x and row x2; a mark at a row is its name */
    FIGURE_STACK, /* a bar from x to x2 in row middle, 0 at the top; a mark at a row is its name */
};

/* All timings at one x: what an operation takes, in the figure's unit of y. */
struct figure_point {
    double x, x2;
    double low, lower, middle, upper, high; /* least, quartiles and most */
    size_t n;                               /* timings */
    double x_low, x_high;                   /* bounds of x; both 0 where there are none */
    bool marked;                            /* of FIGURE_SCATTER: call and loop take much of it */
};

struct figure_dot {
    double x, y;
};

struct figure_line {
    char name[48];
    /* Lines of several boards with the same group can be laid over each other: NAME, unless who
     * draws says otherwise; "": this one is its own board's alone. */
    char group[24];
    struct figure_point *point; /* ascending x; of FIGURE_SCATTER in any order */
    size_t n_points;
    struct figure_dot *dot; /* single timings, evenly chosen where they are too many */
    size_t n_dots;
    size_t timings;                 /* of which the dots are chosen */
    uint64_t first_line, last_line; /* of the log */
    bool damaged;
    bool measured;      /* of FIGURE_SCATTER: a series of points, else a ceiling */
    double gflop_per_s; /* of a ceiling, by time; 0: not known */
    /* A page shows the lines of one choice at a time; "": always. A picture of FIGURE_CURVE has a
     * panel for each, one of FIGURE_SCATTER has those of the first. */
    char choice[24];
};

/* An answer in a figure: at an x, or, where ACROSS, at a y from x FROM to x TO. REPORTED: what the
 * operating system reports in place of an answer. */
struct figure_mark {
    char label[64];
    bool across, reported;
    double at, low, high; /* low and high: its bounds; both AT where there are none */
    double from, to;
};

struct figure_build;

/* The part of a figure that is the same for every log. Units: those of results; "cycle" and "B" are
 * scaled for people.
 */
struct figure_spec {
    const char *name, *title, *about;
    const char *probe, *or_probe; /* who streams what is drawn; NULL: nobody else does */
    enum figure_kind kind;
    const char *x_label, *x_unit;
    const char *y_label, *y_unit;
    bool log_x, log_y;
    bool picks; /* a page shows a few of the measured lines at first, those that come first */
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
    char missing[200];  /* why there is nothing to draw; "" where there is */
    size_t n_left_out;  /* measured lines for which there was no room */
    char left_out[200]; /* the names of as many as fit, "; " between two */
};

/* All figures of a run. */
struct figures {
    struct figure *at; /* in the order in which they are shown */
    size_t n;
    const char *cycle_unit; /* what figures in cycles are in: "ns" or "tick" without a reference */
    double cycle_ns;        /* length of a cycle; 0: unknown */
    bool no_memory;         /* something is left out */
};

/* The largest x of FIGURE's points where SIGN is 1, the smallest where it is -1, in the figure's
 * unit of x; an infinity where it has none. */
double figure_x_extreme(const struct figure *figure, double sign);

#endif
