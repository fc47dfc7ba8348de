/* Exact LRU stack distances: how many other lines (or pages) were touched since this one was. */
#ifndef STACK_DISTANCE_H
#define STACK_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

struct stack;

/* Returns an empty stack, or NULL without memory. */
struct stack *stack_new(void);
void stack_free(struct stack *s);

/* Touches LINE. Returns the group (signature_distance_least()) of the number of other lines touched
 * since it was touched last; SIGNATURE_COLD where it never was. *NODE becomes the line's number,
 * from 1 in the order of first touches; it stays the same. Without memory the process ends. */
unsigned stack_touch(struct stack *s, uint64_t line, uint32_t *node);

/* Takes line OUT, which is not in S, to the front, and line IN out, if it is in S. Returns the
 * group of how many lines were before IN, or SIGNATURE_COLD. Without memory the process ends. */
unsigned stack_exchange(struct stack *s, uint64_t in, uint64_t out);

/* Returns the group of the number of other lines touched since LINE was; SIGNATURE_COLD where it
 * never was. Touches nothing. Without memory the process ends. */
unsigned stack_peek(struct stack *s, uint64_t line);

/* Returns the number of distinct lines touched. */
uint32_t stack_lines(const struct stack *s);

#endif
