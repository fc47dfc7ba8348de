/* Whether a pattern keeps its bounds and its variants their dependences. */
#ifndef CHECK_H
#define CHECK_H

#include "schedule.h"

/* Checks that every iterator has bounds. False after a fault; nothing else can be checked then. */
bool check_domains(const struct relation *r, struct faults *faults);
/* Checks that subscripts stay in their arrays. False after a fault. */
bool check_subscripts(const struct relation *r, struct faults *faults);

/* Checks an order: total, one place for each instance, dependences kept, parallel where it says
 * so. False after a fault. */
bool check_variant(const struct relation *r, const struct variant *variant,
                   const struct schedule *s, struct faults *faults);

/* Returns true when no dependence is carried by loop AT: its iterations may run at once. */
bool check_loop_is_parallel(const struct relation *r, const struct schedule *s, unsigned at);

/* Checks that what `order` divides by '%' is never negative. False after a fault. */
bool check_order_mods(const struct relation *r, const struct variant *v, const struct order *o,
                      struct faults *faults);

/* Writes "A[1][32]", the element that AT touches by ACCESS, into TEXT of SIZE bytes; the range of
 * an index array as "A[0..7]". */
const char *check_element_text(const struct relation *r, const struct access *access,
                               const struct instance *at, char *text, size_t size);

/* Adds the fault "too hard" at AT; false. */
bool check_too_hard(struct faults *faults, struct place at, const char *what);

#endif
