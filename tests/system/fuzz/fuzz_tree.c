/* Hands bytes to the reader of device trees. */
#include "board_facts.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct device_tree tree;
    struct board_facts facts;

    if (device_tree_open(&tree, bytes, n) != 0)
        return 0;
    board_facts_read(&facts, &tree);
    for (unsigned i = 0; i < facts.n_memory; i++)
        if (facts.memory[i].end <= facts.memory[i].start)
            abort();
    if (!memchr(facts.line, '\0', sizeof facts.line) || facts.n_cores > FACTS_CORES)
        abort();
    return 0;
}
