/* Streams written down by hand: fills in checksums. */
#include "stream.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static size_t sentence(char *to, size_t size, const char *body, size_t n)
{
    char whole[1000];

    snprintf(whole, sizeof whole, "PT,%.*s", (int)n, body);
    uLong crc = crc32(0, (const Bytef *)whole, (uInt)strlen(whole));
    return (size_t)snprintf(to, size, "$%s*%08lX", whole, crc);
}

size_t stream_make(char *to, size_t size, const char *text)
{
    size_t n = 0;

    while (*text && n < size) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            to[n++] = *text++;
        } else {
            n += sentence(to + n, size - n, text + 1, (size_t)(end - text - 1));
            text = end + 1;
        }
    }
    if (n >= size)
        abort();
    return n;
}
