/* Scheduler entries (reservation stations): operations that entered a core and wait for their
 * operands. */
#ifndef MODEL_SCHEDULER_H
#define MODEL_SCHEDULER_H

enum { SCHEDULER_MOST = 1024 };

/* Operations come to a queue, which keeps their order, and go on to the entries that the scheduler
 * picks from, where each starts when it can. All times are in one unit, whichever. */
struct scheduler {
    unsigned entries, n;          /* that it picks from */
    double start[SCHEDULER_MOST]; /* a heap: the first to start at 0 */
    unsigned queued;              /* entries of the queue; SCHEDULER_MOST: any number */
    unsigned long n_entered;
    double entered, entered_at[SCHEDULER_MOST]; /* what it picks from: the last, all by count */
};

/* DEPTH: entries that it picks from; ALL: with the queue. SCHEDULER_MOST or more: any number; of
 * DEPTH then all. Fewer than 1 count as 1. */
void scheduler_make(struct scheduler *s, double depth, double all);

/* Returns when one more operation may come, not before AT, which never falls from call to call.
 * Each that comes is then to enter, and to issue. */
double scheduler_dispatch(struct scheduler *s, double at);

/* Returns when the operation that came AT may be picked: it cannot start before. */
double scheduler_enter(struct scheduler *s, double at);

/* The operation that entered at ENTERED starts at START. */
void scheduler_issue(struct scheduler *s, double entered, double start);

#endif
