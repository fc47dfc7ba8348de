/* Keeps the sentences of a series until they may leave: whoever reads the stream would wake up,
 * perhaps on the processor that is being measured. */
#ifndef HELD_H
#define HELD_H

#include "hal/board_limits.h"
#include "probe.h"

/* Room for sentences that have not left. */
enum { HELD_BYTES = HAL_LIMIT_HELD_BYTES };

/* Forgets what is held. A part is all that is held when the next sentence has no room, or when
 * SILENCE_TICKS have passed since bytes last left (0: never for that). */
void held_begin(const struct plan *plan, uint64_t silence_ticks);

/* For struct record_out: held_put() keeps a sentence of N bytes, after it has sent a part where one
 * is due; then it waits until the reader's work is likely over. held_send() sends all that is held
 * and does not wait. 0, or -1 when bytes were lost. CTX is not used. */
int held_put(void *ctx, const char *bytes, size_t n);
int held_send(void *ctx);

#endif
