/* Numbers of a section: LEB128, written to bytes that grow and read from bytes that end. */
#ifndef SIGNATURE_NUMBERS_H
#define SIGNATURE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes that are written; the caller frees BYTES. FAILED: some found no memory. */
struct buffer {
    unsigned char *bytes;
    size_t n, room;
    bool failed;
};

/* Bytes that are still to be read. BAD: they ended too early, or a number was too large. */
struct cursor {
    const unsigned char *at, *end;
    bool bad;
};

enum { NUMBER_BYTES = 10 };

/* Makes room for MORE bytes. Returns false, and B has failed, without memory. */
bool buffer_make_room(struct buffer *b, size_t more);

/* Appends what FROM holds, and frees it. */
void buffer_append(struct buffer *b, struct buffer *from);

static inline void put_byte(struct buffer *b, unsigned byte)
{
    if (b->room > b->n || buffer_make_room(b, 1))
        b->bytes[b->n++] = (unsigned char)byte;
}

static inline void put_number(struct buffer *b, uint64_t value)
{
    if (b->room - b->n < NUMBER_BYTES && !buffer_make_room(b, NUMBER_BYTES))
        return;
    for (; value >= 128; value >>= 7)
        b->bytes[b->n++] = (unsigned char)((value & 127) | 128);
    b->bytes[b->n++] = (unsigned char)value;
}

/* Zigzag: 0, -1, 1, -2 ... are 0, 1, 2, 3. */
static inline void put_signed(struct buffer *b, uint64_t value)
{
    put_number(b, value << 1 ^ (0 - (value >> 63)));
}

static inline uint64_t get_number(struct cursor *c)
{
    uint64_t value = 0;

    if (c->at < c->end && *c->at < 128) /* most are so short */
        return *c->at++;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (c->at == c->end)
            break;
        unsigned byte = *c->at++;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return value;
    }
    c->bad = true;
    return 0;
}

/* The top bit of each of eight bytes: set where a number goes on. */
static const uint64_t number_goes_on = UINT64_C(0x8080808080808080);

/* Fills TO with the next numbers, where eight of one byte each come. */
static inline bool get_eight(struct cursor *c, uint8_t to[8])
{
    uint64_t all;

    if (c->end - c->at < 8)
        return false;
    memcpy(&all, c->at, sizeof all);
    if (all & number_goes_on)
        return false;
    memcpy(to, &all, sizeof all);
    c->at += sizeof all;
    return true;
}

static inline uint64_t get_signed(struct cursor *c)
{
    uint64_t value = get_number(c);

    return value >> 1 ^ (0 - (value & 1));
}

/* Returns a number that is at most MOST, or C is bad. */
static inline uint64_t get_at_most(struct cursor *c, uint64_t most)
{
    uint64_t value = get_number(c);

    c->bad |= value > most;
    return value <= most ? value : 0;
}

#endif
