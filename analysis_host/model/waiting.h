/* Places for operations that entered a processor and wait for their operands. */
#ifndef MODEL_WAITING_H
#define MODEL_WAITING_H

enum { WAITING_MOST = 1024 };

/* Operations come to a first queue, which keeps their order, and go on to a second, where each
 * starts when it can. All times are in one unit, whichever. */
struct waiting {
    unsigned places, n;         /* of the second queue */
    double start[WAITING_MOST]; /* a heap: the first to start at 0 */
    unsigned before;            /* places of the first; WAITING_MOST: any number */
    unsigned long n_entered;
    double entered, entered_at[WAITING_MOST]; /* the second queue: the last, and all by count */
};

/* AHEAD: places of the second queue; ALL: of both. WAITING_MOST or more: any number; of AHEAD then
 * all. Fewer than 1 count as 1. */
void waiting_make(struct waiting *w, double ahead, double all);

/* Returns when one more may come, not before AT, which never falls from call to call. Each that
 * comes is then to enter, and to be noted. */
double waiting_room(struct waiting *w, double at);

/* Returns when one that came AT goes on to the second queue, which it cannot start before. */
double waiting_enter(struct waiting *w, double at);

/* One that entered at ENTERED starts at START. */
void waiting_note(struct waiting *w, double entered, double start);

#endif
