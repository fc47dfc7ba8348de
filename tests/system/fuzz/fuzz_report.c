/* The reader of reports in JSON, the comparison with what it read, and its column in a page. */
#include "fleet/html/overlay.h"
#include "fleet/report/compare.h"
#include "report/html/page.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static FILE *nowhere;
    struct compared c = { 0 };
    struct log log = { 0 };
    char name[] = "report", *names[] = { name };
    const struct overlay o = { { &c, &log, 1 }, names };

    if (nowhere == NULL)
        nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        abort();
    if (compare_read_report(&c, "report", (const char *)bytes, n, nowhere) == 0) {
        compare_changes(nowhere, &c, "report", &log, &c.results, n % 2 == 0);
        compare_table(nowhere, &c, 1);
        html_overlay_page(nowhere, &o, HTML_DOTS);
    }
    compared_free(&c);
    return 0;
}
