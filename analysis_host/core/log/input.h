/* The bytes of a log, unpacked where they are packed. */
#ifndef LOG_INPUT_H
#define LOG_INPUT_H

#include "unpack.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <zlib.h>

enum { LOG_INPUT_BYTES = 1 << 16 };

enum {
    LOG_INPUT_END = 0,
    LOG_INPUT_BROKEN = -1, /* reading failed, or packed data is damaged or ends early */
    LOG_INPUT_NO_MEMORY = -2,
};

/* Zero-initialise, set FD. Too large for a stack. */
struct log_input {
    int fd;         /* borrowed: not closed */
    uint32_t crc;   /* of all bytes read from it, as zlib's crc32() */
    uint64_t bytes; /* read from it */
    bool plain, inflating;
    bool at_end;                       /* of the descriptor */
    ssize_t fate;                      /* negative: what the next call returns */
    const char *why;                   /* it is LOG_INPUT_BROKEN, in words */
    struct log_unpack *unpack;         /* another packing than gzip, */
    const struct log_packing *packing; /* which is this one */
    z_stream z;                        /* its input is what was read and not yet used */
    unsigned char raw[LOG_INPUT_BYTES];
};

/* Fills OUT with 1 to SIZE bytes and returns their number, or one of the above. Whatever could be
 * unpacked before a damaged place comes first. */
ssize_t log_input_read(struct log_input *in, char *out, size_t size);
void log_input_close(struct log_input *in);

#endif
