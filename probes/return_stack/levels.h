/* Functions that call each other, a level each. */
#ifndef RETURN_STACK_LEVELS_H
#define RETURN_STACK_LEVELS_H

enum { RETURN_STACK_LEVELS = 64 };

/* Number D - 1 makes D - 1 calls, each from another place and nested in the one before: with the
 * call of it D return addresses are waited for at a time. */
extern void (*const return_stack_call[RETURN_STACK_LEVELS])(void);

#endif
