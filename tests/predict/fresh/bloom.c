/* Filters that say which addresses were never seen: scattered bits, and bits of one line each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HASHES = 5, LINE = 64 };

struct filter {
    uint8_t *bits;
    uint64_t mask;
    int one_line;
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/* Returns the bit of hash number I of a key. */
static uint64_t bit_of(const struct filter *f, uint64_t first, uint64_t second, unsigned i)
{
    if (f->one_line)
        return (first & f->mask & ~(uint64_t)(8 * LINE - 1)) + (second >> 9 * i) % (8 * LINE);
    return (first + i * second) & f->mask;
}

static void add(struct filter *f, uint64_t key)
{
    uint64_t first = mix(key), second = mix(key + 0x9e3779b97f4a7c15u) | 1;

    for (unsigned i = 0; i < HASHES; i++) {
        uint64_t bit = bit_of(f, first, second, i);

        f->bits[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

static int may_have(const struct filter *f, uint64_t key)
{
    uint64_t first = mix(key), second = mix(key + 0x9e3779b97f4a7c15u) | 1;

    for (unsigned i = 0; i < HASHES; i++) {
        uint64_t bit = bit_of(f, first, second, i);

        if (!(f->bits[bit / 8] >> bit % 8 & 1))
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    unsigned keys = argc > 1 ? (unsigned)atoi(argv[1]) : 40000;
    uint64_t n_bits = 1u << 19;

    for (int one_line = 0; one_line < 2; one_line++) {
        struct filter f = { calloc(1, n_bits / 8), n_bits - 1, one_line };
        unsigned missed = 0, wrong = 0;

        if (f.bits == NULL)
            return 1;
        for (unsigned i = 0; i < keys; i++)
            add(&f, (uint64_t)i * i);
        for (unsigned i = 0; i < keys; i += 2)
            missed += !may_have(&f, (uint64_t)i * i);
        for (unsigned i = 0; i < keys; i++)
            wrong += may_have(&f, (uint64_t)i * i + 2 * i + 3 + ((uint64_t)1 << 40));
        printf("%u missed, %u of %u wrong\n", missed, wrong, keys);
        free(f.bits);
    }
    return 0;
}
