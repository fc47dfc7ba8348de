/* The reader of reports in JSON, and the comparison with what it read. */
#include "compare.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static FILE *nowhere;
    struct compared c = { 0 };
    struct log log = { 0 };

    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        abort();
    if (compare_read_report(&c, "report", (const char *)bytes, n, nowhere) == 0) {
        compare_changes(nowhere, &c, &log, &c.results);
        compare_table(nowhere, &c, 1);
    }
    compared_free(&c);
    return 0;
}
