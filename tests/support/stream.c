/* Streams written down by hand: fills in checksums. */
#include "stream.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Of the sentences since RUN 0. */
static uLong running;

static void add_to_running(uLong crc)
{
    const Bytef bytes[] = { (Bytef)crc, (Bytef)(crc >> 8), (Bytef)(crc >> 16), (Bytef)(crc >> 24) };

    running = crc32(running, bytes, sizeof bytes);
}

static size_t sentence(char *to, size_t size, const char *body, size_t n)
{
    char whole[1000];
    int length = snprintf(whole, sizeof whole, "PT,%.*s", (int)n, body);

    if (strncmp(body, "0,RUN", 5) == 0)
        running = 0;
    if (whole[length - 1] == '+')
        length += sprintf(whole + length - 1, "%08lX", running) - 1;
    uLong crc = crc32(0, (const Bytef *)whole, (uInt)length);
    add_to_running(crc);
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
