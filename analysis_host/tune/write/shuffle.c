/* Writes vectors' shuffles. */
#include "shuffle.h"

void shuffle_macro(FILE *out, unsigned bytes, unsigned lanes)
{
    fprintf(out,
            "/* Lanes of two vectors by number. */\n"
            "#if defined(__clang__) || __GNUC__ >= 12\n"
            "#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)\n#else\n"
            "typedef %s lane_order __attribute__((vector_size(%u)));\n"
            "#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (lane_order){ __VA_ARGS__ "
            "})\n#endif\n\n",
            bytes == 8 ? "long long" : "int", lanes * bytes);
}

void shuffle_swap(FILE *out, unsigned lanes, unsigned distance)
{
    for (unsigned i = 0; i < lanes; i++)
        fprintf(out, ", %u", i ^ distance);
}

void shuffle_exchange(FILE *out, unsigned lanes, unsigned distance, unsigned high)
{
    for (unsigned i = 0; i < lanes; i++)
        if (high)
            fprintf(out, ", %u", i & distance ? lanes + i : i + distance);
        else
            fprintf(out, ", %u", i & distance ? lanes + i - distance : i);
}

/* A block of LANES x LANES: the blocks off the diagonal change places, halves first, then quarters
 * ... */
void shuffle_block(FILE *out, unsigned lanes)
{
    fprintf(out, "static inline void turn(const real *a, size_t lda, real *b, size_t ldb)\n{\n");
    for (unsigned i = 0; i < lanes; i++)
        fprintf(out, "    v%u r%u = *(const u%u *)(a + %u * lda);\n", lanes, i, lanes, i);
    if (lanes > 1)
        fprintf(out, "    v%u t;\n\n", lanes);
    for (unsigned d = lanes / 2; d > 0; d /= 2)
        for (unsigned i = 0; i < lanes; i++)
            if (!(i & d)) {
                fprintf(out, "    t = SHUFFLE(r%u, r%u", i, i + d);
                shuffle_exchange(out, lanes, d, 0);
                fprintf(out, ");\n    r%u = SHUFFLE(r%u, r%u", i + d, i, i + d);
                shuffle_exchange(out, lanes, d, 1);
                fprintf(out, ");\n    r%u = t;\n", i);
            }
    for (unsigned i = 0; i < lanes; i++)
        fprintf(out, "    *(u%u *)(b + %u * ldb) = r%u;\n", lanes, i, i);
    fprintf(out, "}\n\n");
}
