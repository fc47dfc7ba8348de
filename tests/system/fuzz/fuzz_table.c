/* The readers of other tools' tables. The first byte says how long the pieces are. */
#include "log/tools/matrix_reader.h"
#include "log/tools/table_reader.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct table_reader *r = table_reader_new();
    struct matrix_reader *m = matrix_reader_new();
    struct log log = { 0 };
    size_t piece = n > 0 ? 1 + bytes[0] : 1;

    if (r == NULL || m == NULL)
        abort();
    for (size_t i = 1; i < n; i += piece) {
        table_reader_feed(r, (const char *)bytes + i, n - i < piece ? n - i : piece);
        matrix_reader_feed(m, (const char *)bytes + i, n - i < piece ? n - i : piece);
    }
    if (!table_reader_end(r, &log))
        matrix_reader_end(m, &log);
    table_reader_free(r);
    matrix_reader_free(m);
    log_free(&log);
    return 0;
}
