/* Counts as polynomials of the size whose coefficients go round with it. */
#ifndef QUASI_H
#define QUASI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_PERIOD = 128, MOST_DEGREE = 6 };

__extension__ typedef __int128 wide;

/* For n >= SMALLEST: with k = n / PERIOD and r = n % PERIOD, the sum over i of
 * NEWTON[r][i] * k (k - 1) ... (k - i + 1) / i!. Below that, TABLE[n]. */
struct quasi {
    bool known; /* else there is a table of N_TABLE sizes alone */
    unsigned period, degree;
    uint64_t smallest;
    int64_t newton[MOST_PERIOD][MOST_DEGREE + 1];
    unsigned n_table;
    uint64_t *table; /* of the sizes from 0; owned */
};

/* A function that counts: returns false where that takes too much work. */
typedef bool quasi_count(void *ctx, uint64_t n, uint64_t *count);

/* Where a formula is looked for. */
struct quasi_range {
    unsigned period;      /* its period divides this */
    uint64_t start, sure; /* it holds from START on perhaps, and from SURE on for sure */
};

/* Finds Q, of degree at most DEGREE, which equals COUNT from a size on, and the smallest such size.
 * Where there is none, larger starts and periods are tried, and then Q has a table as far as work
 * allows. */
void quasi_fit(struct quasi *q, unsigned degree, const struct quasi_range *range,
               quasi_count *count, void *ctx);
void quasi_free(struct quasi *q);

enum quasi_value { QUASI_OK, QUASI_OVERFLOW, QUASI_UNKNOWN };

/* Sets VALUE to Q at N; QUASI_OVERFLOW: it is 2^64 or more; QUASI_UNKNOWN: Q does not go that far.
 */
enum quasi_value quasi_at(const struct quasi *q, uint64_t n, uint64_t *value);

/* Returns the largest size for which sums of 64 bits, each term exact, give Q; 0: none. */
uint64_t quasi_largest(const struct quasi *q);

/* Writes the polynomial for sizes n with n % period = RESIDUE, as "3n/8 + 21/8". */
void quasi_text(const struct quasi *q, unsigned residue, const char *size, char *text,
                size_t n_text);

#endif
