/* Reads a decimal number within bounds. */
#include "number.h"

bool number_read(const char *text, long least, long most, long *value)
{
    long sum = 0;
    const char *p = text;

    for (; *p >= '0' && *p <= '9' && sum <= most; p++)
        sum = 10 * sum + (*p - '0');
    if (*p != '\0' || p == text || sum < least || sum > most)
        return false;
    *value = sum;
    return true;
}
