/* Fibonacci numbers by calls. */
#include "kernels/database.h"

enum { LARGEST = 18 };

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    made_words(base, n, 4);
}

static __attribute__((noinline)) uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint32_t *in = base;
    uint32_t sum = 0;

    (void)share;
    for (size_t i = 0; i < (size_t)n; i++)
        sum += fibonacci(LARGEST - in[i]);
    KEEP(&sum);
}

static const struct kernel alone = {
    .name = "recursion",
    .variant = "plain",
    .type = "i32",
    .about = "Fibonacci numbers by calls",
    .spec = KERNEL_SPEC,
    .line_bytes = KERNEL_LINE,
    .least = 16,
    .most = 64, /* it is no matter of memory */
    .step = 16,
    .bytes = bytes,
    .fill = fill,
    .run = run,
    .check = check,
};
const struct kernel *const kernel_recursion[] = { &alone, 0 };
