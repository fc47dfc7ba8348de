/* Reads one file after the other: reports here, logs in processes of their own, several at a time.
 */
#ifndef FLEET_WORKER_H
#define FLEET_WORKER_H

#include "series/method.h"
#include "sink.h"

struct workers;

/* Returns workers that give what they read to TAKER, which stays the caller's; NULL where memory is
 * short. A log may take SECONDS. */
struct workers *workers_new(const struct fleet_sink *taker, enum method method, unsigned seconds);
/* Reads FILE, now or until workers_end(). False where the taker takes no more. */
bool workers_read(struct workers *workers, const char *file);
/* Waits for all logs and frees WORKERS, which may be NULL. False where the taker took no more. */
bool workers_end(struct workers *workers);

#endif
