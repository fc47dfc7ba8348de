/* Tables of cases: each has a rule in words, which a failure prints. */
#ifndef TABLE_H
#define TABLE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Fails with the RULE in words unless HOLDS. */
#define check_rule(rule, holds)                                                                    \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("rule broken: %s", rule);                                                     \
    } while (0)

static inline int near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fmax(fabs(a), fabs(b));
}

#endif
