/* Parses and evaluates expressions by recursive descent: short functions, branches, divisions. */
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static long sum(void);

static long factor(void)
{
    if (*at == '(') {
        at++;
        long value = sum();
        at++;
        return value;
    }
    long value = 0;
    while (*at >= '0' && *at <= '9')
        value = value * 10 + *at++ - '0';
    return value;
}

static long product(void)
{
    long value = factor();

    while (*at == '*' || *at == '/') {
        char op = *at++;
        long other = factor();
        value = op == '*' ? value * other % 1000003 : value / (other | 1);
    }
    return value;
}

static long sum(void)
{
    long value = product();

    while (*at == '+' || *at == '-') {
        char op = *at++;
        long other = product();
        value = op == '+' ? value + other : value - other;
    }
    return value;
}

static unsigned random_below(unsigned n)
{
    static unsigned long x = 88172645463325252;

    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (unsigned)(x >> 33) % n;
}

static char *write_sum(char *to, unsigned depth)
{
    unsigned terms = 1 + random_below(4);

    for (unsigned i = 0; i < terms; i++) {
        if (i > 0)
            *to++ = "+-*/"[random_below(4)];
        if (depth > 0 && random_below(3) == 0) {
            *to++ = '(';
            to = write_sum(to, depth - 1);
            *to++ = ')';
        } else {
            to += sprintf(to, "%u", random_below(5000));
        }
    }
    *to = 0;
    return to;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 60;
    static char text[400][4096];
    long all = 0;

    for (unsigned i = 0; i < 400; i++)
        write_sum(text[i], 5);
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < 400; i++) {
            at = text[i];
            all += sum();
        }
    printf("%ld\n", all);
    return 0;
}
