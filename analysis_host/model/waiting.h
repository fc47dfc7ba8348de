/* Places for operations that were dispatched and wait for their operands. */
#ifndef MODEL_WAITING_H
#define MODEL_WAITING_H

enum { WAITING_MOST = 1024 };

/* When the operations start that wait, as a heap: the first to start at 0. All times are in one
 * unit, whichever. */
struct waiting {
    unsigned places, n;
    double start[WAITING_MOST];
};

/* PLACES: at least 1; where WAITING_MOST or more, there is always room. */
void waiting_make(struct waiting *w, double places);

/* Returns when one more may be dispatched, not before AT, which never falls from call to call. */
double waiting_room(struct waiting *w, double at);

/* One that was dispatched at DISPATCH, when there was room, starts at START. */
void waiting_note(struct waiting *w, double dispatch, double start);

#endif
