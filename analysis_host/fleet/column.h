/* One answer of all boards of one kind: a cell a board, with what its recent runs say. */
#ifndef FLEET_COLUMN_H
#define FLEET_COLUMN_H

#include "fleet.h"

/* What one run says: nothing, not known, or a value. */
struct column_value {
    bool there;   /* it was asked */
    uint8_t kind; /* enum result_kind */
    uint8_t sure; /* percent */
    double value; /* number, or index of a text */
};

struct column_cell {
    uint32_t board;
    size_t n;                              /* runs, FLEET_RECENT at most */
    struct column_value run[FLEET_RECENT]; /* by time */
};

/* Zero-initialise; fleet_column_free(). */
struct fleet_column {
    struct column_cell *cell;
    size_t n;
    double *scratch;             /* room for FLEET_RECENT numbers a cell, and one more */
    struct column_value *values; /* room for one a cell */
};

/* Gives COLUMN a cell for each board of KIND. False where memory is short. */
bool fleet_column_of_kind(struct fleet_column *column, const struct fleet *fleet, uint32_t kind);
/* Fills its cells with what the boards say of NAME. Names have to be asked for in rising order. */
void fleet_column_fill(struct fleet_column *column, const struct fleet *fleet, size_t name);
void fleet_column_free(struct fleet_column *column);

/* What is usual in COLUMN: USUAL of an answer that is DISCRETE or not. */
void fleet_typical_of(struct fleet_typical *usual, struct fleet_column *column, bool discrete);
/* USUAL with a spread that few boards cannot give: from SPREAD of other kinds, 0 for none. */
void fleet_typical_borrow(struct fleet_typical *usual, size_t boards, double spread);

/* How far VALUE is from the nearest way of USUAL, in its spreads, with sign; 0 where that cannot be
 * said. *WAY gets its index. */
double fleet_spreads(const struct fleet_typical *usual, double value, unsigned *way);

/* Share of runs beyond 3 spreads from which on noise is heavier than normal, which has 0.0027. */
#define FLEET_LIGHT_TAIL 0.006

/* How strict to be with the boards of a kind. */
struct fleet_rules {
    size_t boards;   /* of the kind */
    double surprise; /* standard deviations that none of so many comparisons reaches by chance */
    double discrete; /* comparisons of what is discrete */
    bool heavy;      /* runs lie beyond 3 spreads more often than normal noise does */
};

/* The standard deviations that the mean of some normal noise exceeds, on either side, in one of 20
 * fleets of N comparisons. */
double fleet_surprise(double n);

/* Holds cell AT of COLUMN against the USUAL values of its kind. False: no finding; else *FOUND has
 * verdict, kind, values and spread. */
bool fleet_judge(const struct fleet_typical *usual, const struct fleet_rules *rules,
                 const struct fleet_column *column, size_t at, bool discrete,
                 struct fleet_finding *found);

/* Finds since when boards have what was found: from the run on at which their own runs changed. */
void fleet_find_since(struct fleet *fleet);
/* Marks boards that differ as with a DIMM or channel missing (channels.c); their findings have
 * causes. */
void fleet_find_channels(struct fleet *fleet);

/* True when A and B, of RESULT_NUMBER, RESULT_NAME or RESULT_NONE, are equal. */
bool fleet_equal(uint8_t kind_a, double a, uint8_t kind_b, double b);

#endif
