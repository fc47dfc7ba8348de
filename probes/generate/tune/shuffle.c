/* Writes vectors' shuffles. */
#include "shuffle.h"
#include "tiles.h"

void shuffle_macro(FILE *out, const char *type, unsigned lanes)
{
    const unsigned bytes = tile_element_bytes(type);

    fprintf(out,
            "/* Lanes of two vectors by number. */\n"
            "#if defined(__clang__) || __GNUC__ >= 12\n"
            "#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)\n#else\n"
            "typedef %s lane_numbers __attribute__((vector_size(%u)));\n"
            "#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (lane_numbers){ __VA_ARGS__ "
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
