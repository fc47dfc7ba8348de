/* Decimal numbers that a person wrote. */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>

/* Reads TEXT, a decimal number from LEAST to MOST (not negative) and nothing else, into *VALUE.
 * Returns false, with *VALUE as it was, when TEXT is none. */
bool number_read(const char *text, long least, long most, long *value);

#endif
