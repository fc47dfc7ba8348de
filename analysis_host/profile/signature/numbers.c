/* Bytes that grow. */
#include "numbers.h"
#include <stdlib.h>
#include <string.h>

bool buffer_make_room(struct buffer *b, size_t more)
{
    if (b->room - b->n >= more)
        return true;
    size_t room = b->room * 2 + more + 4096;
    unsigned char *bytes = realloc(b->bytes, room);
    if (!bytes) {
        b->failed = true;
        return false;
    }
    b->bytes = bytes;
    b->room = room;
    return true;
}

void buffer_append(struct buffer *b, struct buffer *from)
{
    b->failed = b->failed || from->failed;
    if (from->n && buffer_make_room(b, from->n)) {
        memcpy(b->bytes + b->n, from->bytes, from->n);
        b->n += from->n;
    }
    free(from->bytes);
}
