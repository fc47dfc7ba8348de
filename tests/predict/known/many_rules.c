/* Much code: 1024 rules of their own code, called by a table in an order that repeats late. */
#include <stdio.h>
#include <stdlib.h>

#define RULE(n)                                                                                    \
    static unsigned rule_##n(unsigned v)                                                           \
    {                                                                                              \
        v = v * (2 * 0x##n + 1) + (v >> (1 + 0x##n % 13));                                         \
        if (v & (1U << 0x##n % 7))                                                                 \
            v ^= 0x##n * 77U;                                                                      \
        else                                                                                       \
            v += 0x##n + (v >> (1 + 0x##n % 5));                                                   \
        return v % 3 == 0 ? v + 0x##n * 3 : v - 0x##n;                                             \
    }
#define NAME(n) rule_##n,

/* clang-format off */
#define RULES16(n) \
    RULE(n##0) RULE(n##1) RULE(n##2) RULE(n##3) \
    RULE(n##4) RULE(n##5) RULE(n##6) RULE(n##7) \
    RULE(n##8) RULE(n##9) RULE(n##a) RULE(n##b) \
    RULE(n##c) RULE(n##d) RULE(n##e) RULE(n##f)
#define RULES256(n) \
    RULES16(n##0) RULES16(n##1) RULES16(n##2) RULES16(n##3) \
    RULES16(n##4) RULES16(n##5) RULES16(n##6) RULES16(n##7) \
    RULES16(n##8) RULES16(n##9) RULES16(n##a) RULES16(n##b) \
    RULES16(n##c) RULES16(n##d) RULES16(n##e) RULES16(n##f)
#define NAMES16(n) \
    NAME(n##0) NAME(n##1) NAME(n##2) NAME(n##3) \
    NAME(n##4) NAME(n##5) NAME(n##6) NAME(n##7) \
    NAME(n##8) NAME(n##9) NAME(n##a) NAME(n##b) \
    NAME(n##c) NAME(n##d) NAME(n##e) NAME(n##f)
#define NAMES256(n) \
    NAMES16(n##0) NAMES16(n##1) NAMES16(n##2) NAMES16(n##3) \
    NAMES16(n##4) NAMES16(n##5) NAMES16(n##6) NAMES16(n##7) \
    NAMES16(n##8) NAMES16(n##9) NAMES16(n##a) NAMES16(n##b) \
    NAMES16(n##c) NAMES16(n##d) NAMES16(n##e) NAMES16(n##f)
/* clang-format on */

RULES256(0)
RULES256(1)
RULES256(2)
RULES256(3)
static unsigned (*const rules[1024])(unsigned) = { NAMES256(0) NAMES256(1) NAMES256(2)
                                                       NAMES256(3) };

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 150, v = 1;

    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < 1024; i++)
            v = rules[(i * 397 + r % 3) & 1023](v);
    printf("%u\n", v);
    return 0;
}
