/* The state of the fake port, and exits that come back. */
#include "fake.h"
#include <stdlib.h>

/* A macro, because FAKE is honest before anything runs and again after each reset. */
/* clang-format off */
#define HONEST {                                                                    \
    .timer = { .step_ticks = 1, .granularity_ticks = 1, .bits = 64,                 \
               .hz = 1000000000u, .name = "fake" },                                 \
    .memory = { .limit_bytes = 64u << 20, .base_page_bytes = 4096,                  \
                .large_page_bytes = 2u << 20 },                                     \
    .threads = { .contexts = 1 },                                                   \
    .console = { .fail_after_bytes = SIZE_MAX },                                    \
}
/* clang-format on */

struct fake fake = HONEST;

void fake_reset(void)
{
    size_t held_bytes = fake.memory.held_bytes;
    unsigned blocks = fake.memory.blocks;

    free(fake.console.out);
    free(fake.console.complaints);
    fake = (struct fake)HONEST;
    fake.memory.held_bytes = held_bytes;
    fake.memory.most_held_bytes = held_bytes;
    fake.memory.blocks = blocks;
}
