/* Fuzzes the reader of machine files. */
#include "machine.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct sim_machine machine;
    char error[200] = "";

    int failed = sim_machine_parse(&machine, (const char *)bytes, n, "input", error, sizeof error);
    /* A refusal names file and line, and nothing else has a message. */
    if ((failed != 0) != (strncmp(error, "input:", 6) == 0))
        abort();
    if (failed == 0)
        (void)sim_machine_expects(&machine, "cache.1.ways");
    return 0;
}
