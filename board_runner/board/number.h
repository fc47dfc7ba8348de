#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>

/* TEXT as a decimal number from LEAST to MOST, both not negative, nothing around it. False, and
 * *VALUE as it was, when it is none. */
bool number_read(const char *text, long least, long most, long *value);

#endif
