/* The writer of the record stream: every sentence to the letter, and what does not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "record/record.h"

/* ---- where sentences go ---- */

struct sink {
    char bytes[100000];
    size_t n;
    unsigned calls, sends;
    bool full;
};

static struct sink sink;

static int put(void *ctx, const char *bytes, size_t n)
{
    struct sink *s = ctx;

    s->calls++;
    if (s->full || s->n + n > sizeof s->bytes)
        return -1;
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
    return 0;
}

static struct record_out new_out(void)
{
    memset(&sink, 0, sizeof sink);
    return (struct record_out){ .put = put, .ctx = &sink };
}

/* The sentence alone in the sink must be $BODY*checksum, the checksum zlib's. */
static void assert_sent(const char *body)
{
    char want[RECORD_LINE_BYTES + 1];

    snprintf(want, sizeof want, "$%s*%08lX\n", body,
             crc32(0, (const Bytef *)body, (uInt)strlen(body)));
    sink.bytes[sink.n] = '\0';
    assert_string_equal(sink.bytes, want);
    sink.n = 0;
}

/* ---- reading back ---- */

struct read_back {
    char text[RECORD_LINE_BYTES * 2];
    unsigned n, faults;
};

static void keep_sentence(void *ctx, const struct record_sentence *s)
{
    struct read_back *b = ctx;
    size_t n = (size_t)snprintf(b->text, sizeof b->text, "%s", s->type);

    for (unsigned i = 0; i < s->n_fields; i++)
        n += (size_t)snprintf(b->text + n, sizeof b->text - n, "|%s", s->field[i]);
    b->n++;
}

static void count_fault(void *ctx, enum record_fault fault, uint64_t line, uint64_t count)
{
    (void)fault;
    (void)line;
    (void)count;
    ((struct read_back *)ctx)->faults++;
}

static void assert_read_back(const char *want)
{
    struct read_back b = { .n = 0 };
    struct record_reader_calls calls = { .sentence = keep_sentence,
                                         .fault = count_fault,
                                         .ctx = &b };
    struct record_reader *r = record_reader_new(&calls);

    assert_non_null(r);
    record_reader_feed(r, sink.bytes, sink.n);
    record_reader_end(r);
    record_reader_free(r);
    assert_string_equal(b.text, want);
    assert_int_equal(b.n, 1);
    sink.n = 0;
}

/* ---- every type ---- */

static void make_run(struct record_out *o)
{
    record_begin_run(o);
    record_key_number(o, "format", RECORD_FORMAT);
    record_key_text(o, "cc", "GNU 12, 100% *new* $");
    record_key_text(o, "os", "");
}

static void make_plan(struct record_out *o)
{
    record_begin(o, "PLAN");
    record_text(o, "cache_size");
    record_number(o, 120);
}

static void make_probe(struct record_out *o)
{
    record_begin(o, "PROBE");
    record_text(o, "cache_size");
    record_key_number(o, "line", 64);
}

static void make_sample(struct record_out *o)
{
    static const uint64_t x[] = { 0, 4096, UINT64_MAX };

    record_begin(o, "S");
    record_numbers(o, x, 3);
    record_number(o, 1000);
    record_number(o, 0);
    record_number(o, UINT64_MAX);
}

static void make_event(struct record_out *o)
{
    static const uint64_t x = 10000000000000000000u;

    record_begin(o, "E");
    record_numbers(o, &x, 1);
    record_number(o, 9);
}

static void make_done(struct record_out *o)
{
    record_begin(o, "DONE");
    record_text(o, "cache_size");
    record_number(o, 10);
    record_text(o, "fail:clock went back");
}

static void make_note(struct record_out *o)
{
    record_begin(o, "NOTE");
    record_text(o, "caf\xc3\xa9\t\x01\x7f a=b:c");
}

static void make_end(struct record_out *o)
{
    record_begin(o, "END");
    record_number(o, 99);
    record_text(o, "ok");
}

static const struct {
    void (*make)(struct record_out *o);
    const char *sent, *read;
} types[] = {
    { make_run, "PT,0,RUN,format=1,cc=GNU%2012%2C%20100%25%20%2Anew%2A%20%24,os=",
      "RUN|format=1|cc=GNU 12, 100% *new* $|os=" },
    { make_plan, "PT,0,PLAN,cache_size,120", "PLAN|cache_size|120" },
    { make_probe, "PT,0,PROBE,cache_size,line=64", "PROBE|cache_size|line=64" },
    { make_sample, "PT,0,S,0:4096:18446744073709551615,1000,0,18446744073709551615",
      "S|0:4096:18446744073709551615|1000|0|18446744073709551615" },
    { make_event, "PT,0,E,10000000000000000000,9", "E|10000000000000000000|9" },
    { make_done, "PT,0,DONE,cache_size,10,fail:clock%20went%20back",
      "DONE|cache_size|10|fail:clock went back" },
    { make_note, "PT,0,NOTE,caf%C3%A9%09%01%7F%20a=b:c", "NOTE|caf\xc3\xa9\t\x01\x7f a=b:c" },
    { make_end, "PT,0,END,99,ok", "END|99|ok" },
};

static void every_type(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct record_out o = new_out();
        types[i].make(&o);
        record_end(&o);
        assert_int_equal(o.err, 0);
        size_t n = sink.n;
        assert_sent(types[i].sent);
        sink.n = n;
        assert_read_back(types[i].read);
    }
}

/* Every byte but zero survives the way there and back. */
static void every_byte(void **state)
{
    (void)state;
    for (unsigned c = 1; c < 256; c++) {
        char text[] = { 'a', (char)c, 'z', '\0' };
        char want[] = "NOTE|a?z";
        struct record_out o = new_out();
        record_begin(&o, "NOTE");
        record_text(&o, text);
        record_end(&o);
        want[6] = (char)c;
        assert_read_back(want);
    }
}

static void numbers_are_written_in_decimal(void **state)
{
    uint64_t power = 1;

    (void)state;
    for (unsigned digits = 1; digits <= 20; digits++, power *= 10) {
        uint64_t values[] = { power - 1, power, power + 1, 9 * (power / 2) };
        struct record_out o = new_out();
        char want[RECORD_LINE_BYTES];
        int n = snprintf(want, sizeof want, "PT,0,S");
        record_begin(&o, "S");
        for (unsigned i = 0; i < 4; i++) {
            record_number(&o, values[i]);
            n +=
                snprintf(want + n, sizeof want - (size_t)n, ",%llu", (unsigned long long)values[i]);
        }
        record_end(&o);
        assert_sent(want);
    }
}

static void seq_counts_and_run_resets_it(void **state)
{
    struct record_out o = new_out();

    (void)state;
    o.seq = 4294967295u;
    make_end(&o);
    record_end(&o);
    assert_sent("PT,4294967295,END,99,ok");
    record_begin_run(&o);
    record_end(&o);
    assert_sent("PT,0,RUN");
    record_begin(&o, "RUN");
    record_end(&o);
    assert_sent("PT,1,RUN");
}

static void send_end(struct record_out *o, const char *body)
{
    record_begin(o, "END");
    record_number(o, 2);
    record_text(o, "ok");
    record_sum(o);
    record_end(o);
    assert_sent(body);
}

/* As zlib sums up the checksums of the sentences before it, each from its lowest byte on. */
static void the_running_checksum(void **state)
{
    struct record_out o = new_out();

    (void)state;
    send_end(&o, "PT,0,END,2,ok,00000000");
    for (unsigned again = 0; again < 2; again++) {
        record_begin_run(&o);
        record_end(&o);
        record_begin(&o, "S");
        record_end(&o);
        sink.n = 0;
        send_end(&o, "PT,2,END,2,ok,4F1FE94E");
    }
}

static int count_sends(void *ctx)
{
    struct sink *s = ctx;

    s->sends++;
    return s->full ? -1 : 0;
}

/* What was kept back leaves with the sentence that ends a series or the run, and with no other. */
static void sent_after_each_sum(void **state)
{
    struct record_out o = new_out();

    (void)state;
    o.send = count_sends;
    for (unsigned i = 1; i <= 3; i++) {
        record_begin(&o, "S");
        record_end(&o);
        assert_int_equal(sink.sends, i - 1);
        record_begin(&o, "DONE");
        record_sum(&o);
        record_end(&o);
        assert_int_equal(sink.sends, i);
    }
    assert_int_equal(o.err, 0);
    sink.full = true;
    record_begin(&o, "DONE");
    record_sum(&o);
    record_end(&o);
    assert_int_equal(o.err, -1);
}

static void what_was_not_sent_is_not_summed_up(void **state)
{
    struct record_out o = new_out();

    (void)state;
    record_begin_run(&o);
    record_end(&o);
    record_begin(&o, "NOTE");
    record_begin(&o, "S");
    record_end(&o);
    sink.n = 0;
    send_end(&o, "PT,2,END,2,ok,4F1FE94E");
}

/* A field as long as record_room() says fits, to the byte; one more does not and is not sent. */
static void room_is_exact(void **state)
{
    (void)state;
    for (unsigned more = 0; more <= 1; more++) {
        char text[RECORD_LINE_BYTES];
        struct record_out o = new_out();
        record_begin(&o, "NOTE");
        size_t n = record_room(&o) - 1 + more; /* 1: the comma */
        memset(text, 'x', n);
        text[n] = '\0';
        record_text(&o, text);
        assert_int_equal(record_room(&o), 0);
        record_end(&o);
        assert_int_equal(o.err, more ? -1 : 0);
        assert_int_equal(sink.n, more ? 0 : RECORD_LINE_BYTES);
        assert_int_equal(sink.calls, more ? 0 : 1);
    }
}

static void an_escape_is_not_cut(void **state)
{
    (void)state;
    for (unsigned left = 0; left <= 3; left++) {
        char text[RECORD_LINE_BYTES];
        struct record_out o = new_out();
        record_begin(&o, "NOTE");
        size_t n = record_room(&o) - 1 - left;
        memset(text, 'x', n);
        strcpy(text + n, "%");
        record_text(&o, text);
        record_end(&o);
        assert_int_equal(o.err, left == 3 ? 0 : -1);
        assert_int_equal(sink.n, left == 3 ? RECORD_LINE_BYTES : 0);
    }
}

static void more_fields_than_a_reader_keeps(void **state)
{
    (void)state;
    for (unsigned more = 0; more <= 1; more++) {
        struct record_out o = new_out();
        record_begin(&o, "NOTE");
        for (unsigned i = 0; i < RECORD_FIELDS + more; i++)
            record_text(&o, "");
        record_end(&o);
        assert_int_equal(o.err, more ? -1 : 0);
    }
}

static void the_first_failure_sticks(void **state)
{
    struct record_out o = new_out();

    (void)state;
    sink.full = true;
    make_end(&o);
    record_end(&o);
    assert_int_equal(o.err, -1);
    sink.full = false;
    make_end(&o);
    record_end(&o);
    assert_int_equal(o.err, -1);
    assert_int_equal(sink.calls, 1);
}

/* The checksum is zlib's, bit for bit. */
static void crc_of_random_lines(void **state)
{
    uint32_t random = 7;

    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        char text[RECORD_LINE_BYTES], body[RECORD_LINE_BYTES + 20];
        struct record_out o = new_out();
        unsigned n = i % 200;
        for (unsigned k = 0; k < n; k++) {
            random = random * 1664525 + 1013904223;
            text[k] = (char)('0' + (random >> 16) % 64);
        }
        text[n] = '\0';
        record_begin(&o, "NOTE");
        record_text(&o, text);
        record_end(&o);
        snprintf(body, sizeof body, "PT,0,NOTE,%s", text);
        assert_sent(body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(numbers_are_written_in_decimal),
        cmocka_unit_test(seq_counts_and_run_resets_it),
        cmocka_unit_test(the_running_checksum),
        cmocka_unit_test(sent_after_each_sum),
        cmocka_unit_test(what_was_not_sent_is_not_summed_up),
        cmocka_unit_test(room_is_exact),
        cmocka_unit_test(an_escape_is_not_cut),
        cmocka_unit_test(more_fields_than_a_reader_keeps),
        cmocka_unit_test(the_first_failure_sticks),
        cmocka_unit_test(crc_of_random_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
