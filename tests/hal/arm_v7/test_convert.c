/* 64-bit whole numbers as floating point are what the processor of this machine makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "convert.h"

static void same(uint64_t value)
{
    if (convert_to_double(value) != (double)value || convert_to_float(value) != (float)value)
        fail_msg("0x%llx", (unsigned long long)value);
}

/* About every power of two and every middle between two floats and two doubles. */
static void edges_are_rounded_once(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++)
        for (unsigned half = 0; half < 64; half++)
            for (unsigned near = 0; near < 7; near++)
                same(((uint64_t)1 << bit) + ((uint64_t)1 << half) + near - 3);
}

static void any_others_are_rounded_once(void **state)
{
    uint64_t value = 1;

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        same(value >> (i & 63));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_rounded_once),
        cmocka_unit_test(any_others_are_rounded_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
