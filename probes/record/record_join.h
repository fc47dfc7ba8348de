/* Joins a sentence that a terminal, a logger or another writer split: host side. */
#ifndef RECORD_JOIN_H
#define RECORD_JOIN_H

#include "record.h"

enum { RECORD_BODY_BYTES = RECORD_LINE_BYTES - 11 }; /* without '$', '*', digits and line end */

struct record_joined {
    enum record_join how;
    char body[RECORD_BODY_BYTES]; /* what is between '$' and '*' */
    size_t n_body;
    uint32_t crc; /* of it, as its digits say */
};

/* Joins the sentence that begins at TEXT, after its '$', and is not whole within the first of the N
 * bytes there. COLUMN: bytes in its line up to '$', included. Returns true, and fills *JOINED, only
 * where its checksum is that of the pieces, put together in one of these ways: without what may not
 * be in a sentence, line ends among it; without the first COLUMN - 1 bytes of each further line,
 * too; without the text from some place to the end of a line; without the escapes of JSON, of HTML
 * and of blanks. */
bool record_join(struct record_joined *joined, const char *text, size_t n, size_t column);

/* The value of a hexadecimal digit, 0-9 and A-F; -1 for another character. */
int record_hex_value(char c);

/* Reads the eight hexadecimal digits of a checksum. Returns false where another character is among
 * them. */
bool record_read_digits(const char *digits, uint32_t *crc);

#endif
