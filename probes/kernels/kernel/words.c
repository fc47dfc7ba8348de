/* Counts lines, words and the longest word of a text. */
#include "kernels/database.h"

MADE_BYTES(4)

/* Words of some letters. */
static void fill(void *base, uint64_t n)
{
    uint8_t *text = base;
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (size_t i = 0; i < (size_t)bytes(n); i++) {
        uint32_t v = made_next(&state) >> 16;

        text[i] = (uint8_t)(v % 6 == 0 ? (v % 7 == 0 ? '\n' : ' ') : 'a' + v % 11);
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint8_t *text = base;
    uint32_t lines = 0, n_words = 0, length = 0, most = 0;

    (void)share;
    for (size_t i = 0; i < 4 * (size_t)n; i++) {
        lines += text[i] == '\n';
        if (text[i] > ' ') {
            if (length++ == 0)
                n_words++;
        } else {
            if (length > most)
                most = length;
            length = 0;
        }
    }
    uint32_t sum = lines + n_words + most;
    KEEP(&sum);
}

MADE_ALONE(words, "i32", "counts lines, words and the longest word of a text", 16, 16);
