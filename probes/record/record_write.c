/* Writes the sentences of a record stream. */
#include "record.h"

/* Runs on bare boards: no libc, and nothing that a compiler would call it for. */

enum {
    TAIL_BYTES = 10, /* '*', eight digits, line end */
    FIELDS_END = RECORD_LINE_BYTES - TAIL_BYTES,
};

static const char hex_digits[] = "0123456789ABCDEF";

static void put_byte(struct record_out *o, char c)
{
    if (o->n_bytes < FIELDS_END)
        o->line[o->n_bytes++] = c;
    else
        o->overflow = true;
}

static bool is_plain(unsigned char c)
{
    return c > ' ' && c < 0x7f && c != ',' && c != '*' && c != '$' && c != '%';
}

static void put_text(struct record_out *o, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (is_plain(c)) {
            put_byte(o, *text);
        } else {
            put_byte(o, '%');
            put_byte(o, hex_digits[c >> 4]);
            put_byte(o, hex_digits[c & 15]);
        }
    }
}

/* By subtraction: a 64-bit division is a library call on 32-bit boards. */
static void put_number(struct record_out *o, uint64_t value)
{
    static const uint64_t powers[] = {
        10000000000000000000u,
        1000000000000000000u,
        100000000000000000u,
        10000000000000000u,
        1000000000000000u,
        100000000000000u,
        10000000000000u,
        1000000000000u,
        100000000000u,
        10000000000u,
        1000000000u,
        100000000u,
        10000000u,
        1000000u,
        100000u,
        10000u,
        1000u,
        100u,
        10u,
        1u,
    };
    enum { N = sizeof powers / sizeof powers[0] };
    bool begun = false;

    for (unsigned i = 0; i < N; i++) {
        unsigned digit = 0;
        for (; value >= powers[i]; value -= powers[i])
            digit++;
        begun = begun || digit > 0 || i == N - 1;
        if (begun)
            put_byte(o, hex_digits[digit]);
    }
}

void record_begin(struct record_out *o, const char *type)
{
    o->n_bytes = 0;
    o->has_sum = o->overflow = false;
    put_byte(o, '$');
    put_byte(o, 'P');
    put_byte(o, 'T');
    record_number(o, o->seq);
    record_text(o, type);
}

void record_begin_run(struct record_out *o)
{
    o->seq = o->sum = 0;
    record_begin(o, "RUN");
}

void record_text(struct record_out *o, const char *text)
{
    put_byte(o, ',');
    put_text(o, text);
}

void record_number(struct record_out *o, uint64_t value)
{
    put_byte(o, ',');
    put_number(o, value);
}

void record_key_text(struct record_out *o, const char *key, const char *text)
{
    record_text(o, key);
    put_byte(o, '=');
    put_text(o, text);
}

void record_key_number(struct record_out *o, const char *key, uint64_t value)
{
    record_text(o, key);
    put_byte(o, '=');
    put_number(o, value);
}

void record_numbers(struct record_out *o, const uint64_t *values, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        put_byte(o, i == 0 ? ',' : ':');
        put_number(o, values[i]);
    }
}

/* Moves the register of a CRC-32 on, bit by bit: a table would cost 1 KiB of image. */
static uint32_t crc_shift(uint32_t crc, unsigned bits)
{
    for (; bits > 0; bits--)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}

/* CRC-32 of what is after the '$'. */
static uint32_t line_crc(const struct record_out *o)
{
    uint32_t crc = 0xffffffffu;

    for (uint32_t i = 1; i < o->n_bytes; i++)
        crc = crc_shift(crc ^ (unsigned char)o->line[i], 8);
    return ~crc;
}

void record_sum(struct record_out *o)
{
    o->has_sum = true;
    put_byte(o, ',');
    for (unsigned shift = 32; shift > 0; shift -= 4)
        put_byte(o, hex_digits[o->sum >> (shift - 4) & 15]);
}

/* Only empty fields can be more than a reader keeps room for. */
static bool too_many_fields(const struct record_out *o)
{
    unsigned commas = 0;

    for (uint32_t i = 0; i < o->n_bytes; i++)
        commas += o->line[i] == ',';
    return commas > RECORD_FIELDS + 2;
}

void record_end(struct record_out *o)
{
    if (o->err == 0 && (o->overflow || too_many_fields(o)))
        o->err = -1;
    if (o->err != 0)
        return;

    uint32_t crc = line_crc(o);
    uint32_t n = o->n_bytes;
    o->line[n++] = '*';
    for (unsigned shift = 32; shift > 0; shift -= 4)
        o->line[n++] = hex_digits[crc >> (shift - 4) & 15];
    o->line[n++] = '\n';
    if (o->put(o->ctx, o->line, n) != 0 || (o->has_sum && o->send && o->send(o->ctx) != 0))
        o->err = -1;
    o->seq++;
    o->sum = ~crc_shift(~o->sum ^ crc, 32);
}

size_t record_room(const struct record_out *o)
{
    return o->overflow ? 0 : FIELDS_END - o->n_bytes;
}
