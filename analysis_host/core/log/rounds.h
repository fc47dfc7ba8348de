/* Several runs of one board as one: further rounds, which ask again where the first one left
 * doubts, and logs that add what another lacks. */
#ifndef LOG_ROUNDS_H
#define LOG_ROUNDS_H

#include "log.h"

enum log_take {
    LOG_TAKE_AGAIN,  /* a probe that measured again replaces its series, new ones add */
    LOG_TAKE_LACKING /* only probes that the run has no samples of */
};

enum { LOG_ROUNDS_WHY = 300 };

/* Returns true when RUN says that it is a further round. *ROUND is its number and *OF the checksum
 * of the first sentence of its round 1; 0 where what it says is no number from 2, or no checksum.
 */
bool log_round_of(const struct log_run *run, unsigned *round, uint32_t *of);

/* Moves series from MORE into RUN, as TAKE says. A probe's series are those of its name and those
 * that were measured beside it (keys "beside" and "of"); it measured when one of them has samples
 * or events. Refuses another board, other flags, another text of a pattern. Returns true, and MORE
 * is empty then; or false, and WHY (LOG_ROUNDS_WHY bytes) says why and nothing has changed. */
bool log_rounds_take(struct log_run *run, struct log_run *more, enum log_take take, char *why);

#endif
