/* The reader of the record stream: what it finds in any bytes, and what it says is missing. */
#define _GNU_SOURCE
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/record.h"
#include "stream.h"

/* ---- what the reader says of a stream, as text: "1:0RUN(a)(b) " is line 1, seq 0 ... ---- */

static void say_sentence(void *ctx, const struct record_sentence *s)
{
    fprintf(ctx, "%d:%u%s%s", (int)s->line, (unsigned)s->seq, s->type, s->has_sum ? "+" : "");
    for (unsigned i = 0; i < s->n_fields; i++)
        fprintf(ctx, "(%s)", s->field[i]);
    fputc(' ', ctx);
}

static void say_fault(void *ctx, enum record_fault fault, uint64_t line, uint64_t count)
{
    static const char *const names[] = {
        [RECORD_BAD_CRC] = "crc",       [RECORD_BAD_FORM] = "form", [RECORD_GAP] = "gap",
        [RECORD_REPEATED] = "repeated", [RECORD_LATE] = "late",     [RECORD_RESTART] = "restart",
        [RECORD_SUM] = "sum",
    };

    fprintf(ctx, "%d:%s", (int)line, names[fault]);
    if (count > 0)
        fprintf(ctx, "%d", (int)count);
    fputc(' ', ctx);
}

static char *said(const char *bytes, size_t n, size_t chunk)
{
    char *text = NULL;
    size_t n_text;
    FILE *out = open_memstream(&text, &n_text);
    struct record_reader_calls calls = { .sentence = say_sentence, .fault = say_fault, .ctx = out };
    struct record_reader *r = record_reader_new(&calls);

    assert_non_null(out);
    assert_non_null(r);
    for (size_t i = 0; i < n; i += chunk)
        record_reader_feed(r, bytes + i, n - i < chunk ? n - i : chunk);
    record_reader_end(r);
    fprintf(out, "| %d %d %d", (int)record_reader_lines(r), (int)record_reader_sentences(r),
            (int)record_reader_foreign_lines(r));
    fclose(out);
    record_reader_free(r);
    return text;
}

/* After the bar: lines, sentences, foreign lines. */
struct stream_case {
    const char *rule, *stream, *said;
};

static const struct stream_case cases[] = {
    { "nothing is nothing", "", "| 0 0 0" },
    { "foreign lines are counted", "U-Boot\n\nok $ 5\nlast", "| 4 0 4" },
    { "a sentence", "{0,RUN,a=1,b=x y}\n", "1:form | 1 0 1" },
    { "fields, escapes", "{0,RUN,a=1,b=x%20y%2C%2A%24%25,}\n", "1:0RUN(a=1)(b=x y,*$%)() | 1 1 0" },
    { "a sentence without fields", "{0,RUN}\n", "1:0RUN | 1 1 0" },
    { "it may stand anywhere in a line", "abc $ $PT $$P{0,RUN}xyz\n", "1:0RUN | 1 1 0" },
    { "two in one line", "{0,RUN}{1,NOTE}\n{2,END}", "1:0RUN 1:1NOTE 2:2END | 2 3 0" },
    { "CR LF", "{0,RUN}\r\nx\r\n{1,NOTE}\r\n", "1:0RUN 3:1NOTE | 3 2 1" },
    { "any byte after the checksum", "{0,RUN}\x8a{1,NOTE}0", "1:0RUN 1:1NOTE | 1 2 0" },

    { "a wrong checksum", "$PT,0,RUN*00000000\n", "1:crc | 1 0 1" },
    { "checksum digits are upper case", "$PT,0,RUN*e5a5b31e\n", "1:crc | 1 0 1" },
    { "a checksum cut by the line end", "$PT,0,RUN*EFD9\n", "1:form | 1 0 1" },
    { "a checksum cut by the next sentence", "$PT,0,RUN*EFD9{0,RUN}", "1:form 1:0RUN | 1 1 0" },
    { "a sentence cut by the next one", "$PT,0,RUN,a{0,RUN}", "1:form 1:0RUN | 1 1 0" },
    { "a sentence cut by the line end", "$PT,0,RUN,a\n{0,RUN}", "1:form 2:0RUN | 2 1 1" },
    { "a sentence cut by the end", "{0,RUN}\n$PT,1,S", "1:0RUN 2:form | 2 1 1" },
    { "a checksum cut by the end", "{0,RUN}\n$PT,1,S*12", "1:0RUN 2:form | 2 1 1" },
    { "less than $PT, is foreign", "$PT", "| 1 0 1" },
    { "a byte that must be escaped", "{0,RUN,a\tb}\n", "1:form | 1 0 1" },
    { "a byte beyond ASCII", "{0,RUN,a\xe9}\n", "1:form | 1 0 1" },
    { "DEL is a control character", "{0,RUN,a\x7f}\n", "1:form | 1 0 1" },
    { "half an escape", "{0,RUN,a%4}\n", "1:form | 1 0 1" },
    { "an escape without digits", "{0,RUN,a%,b}\n", "1:form | 1 0 1" },
    { "escapes are upper case", "{0,RUN,a%2c}\n", "1:form | 1 0 1" },
    { "a zero byte would end the text", "{0,RUN,a%00}\n", "1:form | 1 0 1" },
    { "no type", "{0}\n", "1:form | 1 0 1" },
    { "an empty type", "{0,,a}\n", "1:form | 1 0 1" },
    { "a type in lower case", "{0,run}\n", "1:form | 1 0 1" },
    { "a number that is none", "{0x1,RUN}\n", "1:form | 1 0 1" },
    { "a signed number", "{-1,RUN}\n", "1:form | 1 0 1" },
    { "an empty number", "{,RUN}\n", "1:form | 1 0 1" },
    { "a number with a leading zero", "{00,RUN}\n", "1:form | 1 0 1" },
    { "a number beyond 32 bits", "{4294967296,RUN}\n", "1:form | 1 0 1" },

    { "a gap", "{0,RUN}\n{3,S}\n{4,S}\n", "1:0RUN 2:gap2 2:3S 3:4S | 3 3 0" },
    { "a stream that begins late", "{7,S}\n{8,S}\n", "1:gap7 1:7S 2:8S | 2 2 0" },
    { "a repeated sentence", "{0,RUN}\n{1,S,1}\n{1,S,1}\n{2,S,2}\n{1,S,1}\n",
      "1:0RUN 2:1S(1) 3:repeated 4:2S(2) 5:repeated | 5 3 0" },
    { "a repeated first sentence", "{0,RUN}\n{0,RUN}\n{1,S}\n", "1:0RUN 2:repeated 3:1S | 3 2 0" },
    { "RUN 0 later is a new run", "{0,RUN}\n{1,S}\n{0,RUN}\n{1,S}\n",
      "1:0RUN 2:1S 3:0RUN 4:1S | 4 4 0" },
    { "another RUN 0 is a new run", "{0,RUN,a}\n{0,RUN,b}\n", "1:0RUN(a) 2:0RUN(b) | 2 2 0" },
    { "RUN 0 after END is a new run", "{0,RUN}{1,END}{0,RUN}{1,END}",
      "1:0RUN 1:1END 1:0RUN 1:1END | 1 4 0" },
    { "RUN with another number goes on", "{0,RUN}{1,RUN}", "1:0RUN 1:1RUN | 1 2 0" },
    { "late, inside a gap", "{0,RUN}\n{2,S}\n{1,S}\n{3,S}\n",
      "1:0RUN 2:gap1 2:2S 3:late 4:3S | 4 3 0" },
    { "late by 8", "{0,RUN}\n{9,S}\n{1,S}\n{10,S}\n", "1:0RUN 2:gap8 2:9S 3:late 4:10S | 4 3 0" },
    { "late by 9 is a restart", "{0,RUN}\n{10,S}\n{1,S}\n{2,S}\n",
      "1:0RUN 2:gap9 2:10S 3:restart 3:1S 4:2S | 4 4 0" },
    { "late, after END", "{0,RUN}\n{2,END}\n{1,S}\n", "1:0RUN 2:gap1 2:2END 3:late | 3 2 0" },
    { "a late sentence stays missing", "{0,RUN}{2,S}{1,S}{1,S}",
      "1:0RUN 1:gap1 1:2S 1:late 1:late | 1 2 0" },
    { "repeated, at the edge of what is remembered", "{0,RUN}{1,S}{64,S}{1,S}",
      "1:0RUN 1:1S 1:gap62 1:64S 1:repeated | 1 3 0" },
    { "what is further back is not remembered", "{0,RUN}{1,S}{66,S}{1,S}",
      "1:0RUN 1:1S 1:gap64 1:66S 1:restart 1:1S | 1 4 0" },
    { "back without RUN", "{0,RUN}{1,S,1}{2,S}{1,S,2}{2,S,2}",
      "1:0RUN 1:1S(1) 1:2S 1:restart 1:1S(2) 1:2S(2) | 1 5 0" },
    { "the same number with other content", "{0,RUN}{1,S,1}{1,S,2}",
      "1:0RUN 1:1S(1) 1:restart 1:1S(2) | 1 3 0" },
    { "a restart forgets what was before", "{0,RUN}{1,S,1}{2,S}{3,S}{1,S,2}{2,S}",
      "1:0RUN 1:1S(1) 1:2S 1:3S 1:restart 1:1S(2) 1:2S | 1 6 0" },
    { "on after END without RUN", "{0,RUN}{1,END}{2,S}{3,S}",
      "1:0RUN 1:1END 1:restart 1:2S 1:3S | 1 4 0" },
    { "number 0 that is no RUN", "{0,S}{1,S}", "1:restart 1:0S 1:1S | 1 2 0" },
    { "a gap of nearly all numbers", "{0,RUN}{4294967295,S}",
      "1:0RUN 1:gap-2 1:4294967295S | 1 2 0" },
    { "after the last number", "{4294967295,S}{0,S}",
      "1:gap-1 1:4294967295S 1:restart 1:0S | 1 2 0" },

    { "a running checksum that fits",
      "{0,RUN}\n{1,S}\n{2,DONE,p,1,ok,4F1FE94E}\n{3,END,3,ok,233A9BC3}\n",
      "1:0RUN 2:1S 3:2DONE+(p)(1)(ok)(4F1FE94E) 4:3END+(3)(ok)(233A9BC3) | 4 4 0" },
    { "one that does not fit, and one that goes on from it",
      "{0,RUN}{1,S}{2,DONE,p,1,ok,00000000}{3,END,3,ok,779A885D}",
      "1:0RUN 1:1S 1:sum 1:2DONE+(p)(1)(ok)(00000000) 1:3END+(3)(ok)(779A885D) | 1 4 0" },
    { "what is repeated is summed up once",
      "{0,RUN}{0,RUN}{1,S}{1,S}{2,DONE,p,1,ok,4F1FE94E}{2,DONE,p,1,ok,4F1FE94E}"
      "{3,END,3,ok,233A9BC3}",
      "1:0RUN 1:repeated 1:1S 1:repeated 1:2DONE+(p)(1)(ok)(4F1FE94E) 1:repeated "
      "1:3END+(3)(ok)(233A9BC3) | 1 4 0" },
    { "after a gap the next one counts", "{0,RUN}{5,DONE,p,1,ok,12345678}{6,END,6,ok,5227F433}",
      "1:0RUN 1:gap4 1:5DONE+(p)(1)(ok)(12345678) 1:6END+(6)(ok)(5227F433) | 1 3 0" },
    { "and the one after it must fit", "{0,RUN}{5,DONE,p,1,ok,12345678}{6,END,6,ok,5227F434}",
      "1:0RUN 1:gap4 1:5DONE+(p)(1)(ok)(12345678) 1:sum 1:6END+(6)(ok)(5227F434) | 1 3 0" },
    { "a stream that begins late", "{5,DONE,p,1,ok,12345678}{6,END,6,ok,5227F433}",
      "1:gap5 1:5DONE+(p)(1)(ok)(12345678) 1:6END+(6)(ok)(5227F433) | 1 2 0" },
    { "a restart knows no sum", "{0,S}{5,DONE,p,1,ok,12345678}{6,END,6,ok,5227F433}",
      "1:restart 1:0S 1:gap4 1:5DONE+(p)(1)(ok)(12345678) 1:6END+(6)(ok)(5227F433) | 1 3 0" },
    { "a new run begins from nothing",
      "{0,RUN}{1,NOTE}{0,RUN}{1,S}{2,DONE,p,1,ok,4F1FE94E}{3,END,3,ok,233A9BC3}",
      "1:0RUN 1:1NOTE 1:0RUN 1:1S 1:2DONE+(p)(1)(ok)(4F1FE94E) 1:3END+(3)(ok)(233A9BC3) "
      "| 1 6 0" },
    { "a checksum in no or lower case digits",
      "{0,RUN}{1,DONE,p,0,ok,4f1fe94e}{2,DONE,p,0,ok,}{3,DONE,p,0,ok,123456789}",
      "1:0RUN 1:sum 1:1DONE+(p)(0)(ok)(4f1fe94e) 1:sum 1:2DONE+(p)(0)(ok)() 1:sum "
      "1:3DONE+(p)(0)(ok)(123456789) | 1 4 0" },
    { "a writer that has none", "{0,RUN}{1,S}{2,DONE,p,1,ok}{3,END,3,ok}",
      "1:0RUN 1:1S 1:2DONE(p)(1)(ok) 1:3END(3)(ok) | 1 4 0" },
    { "one writer has it and the other has not",
      "{0,RUN}{1,DONE,p,0,ok,+}{2,DONE,p,0,ok}{3,END,3,ok}",
      "1:0RUN 1:1DONE+(p)(0)(ok)(558AE1A2) 1:sum 1:2DONE(p)(0)(ok) 1:3END(3)(ok) | 1 4 0" },
    { "and the other way round", "{0,RUN}{1,DONE,p,0,ok}{2,DONE,p,0,ok,+}{3,END,3,ok,+}",
      "1:0RUN 1:1DONE(p)(0)(ok) 1:sum 1:2DONE+(p)(0)(ok)(8B8BEF0D) "
      "1:3END+(3)(ok)(086F1DF7) | 1 4 0" },
};

static void every_rule(void **state)
{
    static const size_t chunks[] = { 1, 7, 100000 };
    char bytes[4096];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < 3; k++) {
            size_t n = stream_make(bytes, sizeof bytes, cases[i].stream);
            char *text = said(bytes, n, chunks[k]);
            if (strcmp(text, cases[i].said) != 0)
                fail_msg("%s: said \"%s\", not \"%s\"", cases[i].rule, text, cases[i].said);
            free(text);
        }
}

/* ---- lengths ---- */

static size_t long_sentence(char *bytes, size_t size, size_t line_bytes)
{
    static const char head[] = "{0,NOTE,";
    char text[RECORD_LINE_BYTES + 100];
    size_t rest = line_bytes - strlen("$PT,0,NOTE,*12345678\n");

    memcpy(text, head, strlen(head));
    memset(text + strlen(head), 'x', rest);
    strcpy(text + strlen(head) + rest, "}\n");
    size_t n = stream_make(bytes, size, text);
    assert_int_equal(n, line_bytes);
    return n;
}

static void longest_line(void **state)
{
    char bytes[1000];

    (void)state;
    for (size_t chunk = 1; chunk < 300; chunk += 298) {
        char *whole = said(bytes, long_sentence(bytes, sizeof bytes, RECORD_LINE_BYTES), chunk);
        char *over = said(bytes, long_sentence(bytes, sizeof bytes, RECORD_LINE_BYTES + 1), chunk);
        assert_non_null(strstr(whole, "| 1 1 0"));
        assert_string_equal(over, "1:form | 1 0 1");
        free(whole);
        free(over);
    }
}

static void most_fields(void **state)
{
    char text[RECORD_LINE_BYTES], bytes[1000];

    (void)state;
    for (size_t n = RECORD_FIELDS; n <= RECORD_FIELDS + 1; n++) {
        strcpy(text, "{0,RUN");
        memset(text + strlen("{0,RUN"), ',', n);
        strcpy(text + strlen("{0,RUN") + n, "}");
        char *answer = said(bytes, stream_make(bytes, sizeof bytes, text), 1000);
        if (n == RECORD_FIELDS)
            assert_non_null(strstr(answer, "| 1 1 0"));
        else
            assert_string_equal(answer, "1:form | 1 0 1");
        free(answer);
    }
}

/* ---- a sentence is right or it is none ---- */

static void count_sentence(void *ctx, const struct record_sentence *s)
{
    (void)s;
    ++*(unsigned *)ctx;
}

/* No single flipped bit between '$' and the last digit leaves a sentence. */
static void every_bit_counts(void **state)
{
    char bytes[300];
    size_t n = stream_make(bytes, sizeof bytes, "{0,RUN,format=1,target=a%20b,cc=GNU}");

    (void)state;
    for (size_t i = 0; i < 8 * n; i++) {
        unsigned sentences = 0;
        struct record_reader_calls calls = { .sentence = count_sentence, .ctx = &sentences };
        struct record_reader *r = record_reader_new(&calls);
        assert_non_null(r);
        bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
        record_reader_feed(r, bytes, n);
        record_reader_end(r);
        assert_int_equal(sentences, 0);
        record_reader_free(r);
        bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
    }
}

/* Every byte sequence is survived; the same bytes say the same however they are cut. */
static void random_bytes(void **state)
{
    static const char alphabet[] = "$PT,01RUNSEND*AF%2\n\r x\xff";
    char bytes[400];
    uint32_t random = 1;

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            random = random * 1664525 + 1013904223;
            bytes[i] = alphabet[(random >> 16) % (sizeof alphabet - 1)];
        }
        if (round % 2)
            (void)stream_make(bytes + 100, 300, "$PT,{0,RUN,x}\n$PT{1,S,2,3}");
        char *whole = said(bytes, sizeof bytes, sizeof bytes);
        char *cut = said(bytes, sizeof bytes, 1 + round % 9);
        assert_string_equal(whole, cut);
        free(whole);
        free(cut);
    }
}

/* Digits and commas for the most part; now and then what is escaped, ends a sentence or may not
 * stand there. */
static char body_byte(uint32_t *random)
{
    static const char common[] = "01234567890123456789,,,:",
                      rare[] = "%2C%a~*$ S\n\x1f\x7f\x80\xff";

    *random = *random * 1664525 + 1013904223;
    uint32_t draw = *random >> 8;
    return draw % 199 == 0 ? rare[draw / 199 % (sizeof rare - 1)]
                           : common[draw / 199 % (sizeof common - 1)];
}

/* A sentence that is seen as a whole is read in one go, one that comes in pieces byte by byte: both
 * give the same, also for what has a right checksum and is none. */
static void in_one_go_and_byte_by_byte(void **state)
{
    enum { SENTENCES = 8, LENGTHS = 245 };
    static char text[SENTENCES * (LENGTHS + 20)], bytes[2 * sizeof text];
    uint32_t random = 7;
    unsigned n_read = 0;

    (void)state;
    for (unsigned round = 0; round < 4000; round++) {
        size_t n = 0;
        for (unsigned seq = 0; seq < SENTENCES; seq++) {
            n += (size_t)sprintf(text + n, "{%u,S,", seq);
            for (unsigned length = (round * 31 + seq * 97) % LENGTHS; length > 0; length--)
                text[n++] = body_byte(&random);
            n += (size_t)sprintf(text + n, "}\n");
        }
        n = stream_make(bytes, sizeof bytes, text);
        char *whole = said(bytes, n, n), *cut = said(bytes, n, 1);
        assert_string_equal(whole, cut);
        n_read += strstr(whole, "S(") != NULL;
        free(whole);
        free(cut);
    }
    assert_in_range(n_read, 1000, 4000);
}

/* ---- memory ---- */

/* 256 MB of foreign text, and a sentence that must still be seen after it. */
static void foreign_text_needs_no_memory(void **state)
{
    enum { PIECE = 1 << 20, PIECES = 256 };
    static char piece[PIECE];
    unsigned sentences = 0;
    struct record_reader_calls calls = { .sentence = count_sentence, .ctx = &sentences };
    struct record_reader *r = record_reader_new(&calls);
    char bytes[100];

    (void)state;
    assert_non_null(r);
    for (size_t i = 0; i < PIECE; i++)
        piece[i] = "kernel: usb 1-1: reset high-speed device\n"[i % 41];
    size_t before = mallinfo2().uordblks;
    for (unsigned i = 0; i < PIECES; i++)
        record_reader_feed(r, piece, PIECE);
    assert_int_equal(mallinfo2().uordblks, before);
    record_reader_feed(r, bytes, stream_make(bytes, sizeof bytes, "\n{0,RUN}\n"));
    assert_int_equal(sentences, 1);
    size_t ends = 1;
    for (size_t i = 0; i < PIECE; i++)
        ends += PIECES * (size_t)(piece[i] == '\n');
    assert_int_equal(record_reader_lines(r), ends + 1);
    assert_int_equal(record_reader_foreign_lines(r), ends);
    record_reader_free(r);
}

/* ---- numbers ---- */

static void numbers_are_read_whole(void **state)
{
    static const char *const bad[] = { "",
                                       "-1",
                                       "+1",
                                       " 1",
                                       "1 ",
                                       "0x1",
                                       "1.0",
                                       "1a",
                                       "１",
                                       "18446744073709551616",
                                       "99999999999999999999" };
    uint64_t value = 5;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(record_parse_number(bad[i], &value));
    assert_int_equal(value, 5);
    assert_true(record_parse_number("18446744073709551615", &value));
    assert_true(value == UINT64_MAX);
    assert_true(record_parse_number("0", &value));
    assert_int_equal(value, 0);
}

/* The page that describes the format holds one sentence, and it is right. */
static void the_example_in_the_manual(void **state)
{
    char bytes[30000];
    FILE *f = fopen(RECORD_MD, "r");

    (void)state;
    assert_non_null(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    assert_true(feof(f));
    fclose(f);
    char *text = said(bytes, n, n);
    assert_non_null(strstr(text, ":gap17 13:17S(4096)(1000)(2381)(2379)(2380) "));
    assert_non_null(strstr(text, ":0RUN "));
    assert_non_null(strstr(text, ":3END+(3)(ok)(233A9BC3) |"));
    assert_null(strstr(strstr(text, ":0RUN "), ":sum"));
    free(text);
}

static void every_end_is_read_from_its_words(void **state)
{
    (void)state;
    for (unsigned end = RECORD_END_OK; end < RECORD_END_UNKNOWN; end++) {
        const char *words = record_end_words((enum record_end)end);

        assert_non_null(words);
        assert_int_equal(record_end_of(words), end);
    }
    assert_null(record_end_words(RECORD_END_UNKNOWN));
    assert_null(record_end_words(RECORD_END_MISSING));
}

/* Words of ends, and what they are read as: to the letter or not at all. */
static void other_words_are_unknown(void **state)
{
    static const char *const other[] = { "",
                                         "OK",
                                         "ok ",
                                         "o",
                                         "okay",
                                         "skip:no memory",
                                         "skip:",
                                         "fail:",
                                         "skip:no instructio",
                                         "skip:no instruction, here" };

    (void)state;
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        assert_int_equal(record_end_of(other[i]), RECORD_END_UNKNOWN);
    assert_int_equal(record_end_of(NULL), RECORD_END_MISSING);
}

/* The table of the format's page, row by row, is that of the code. */
static void the_page_lists_the_words_of_all_ends(void **state)
{
    static char page[100000];
    FILE *f = fopen(RECORD_MD, "r");

    (void)state;
    assert_non_null(f);
    size_t n = fread(page, 1, sizeof page - 1, f);
    assert_true(feof(f));
    fclose(f);
    page[n] = '\0';
    const char *at = strstr(page, "| status | meaning |\n| --- | --- |\n");
    assert_non_null(at);
    at = strchr(strchr(at, '\n') + 1, '\n') + 1;
    for (unsigned end = RECORD_END_OK; end < RECORD_END_UNKNOWN; end++) {
        char row[80];
        int length = snprintf(row, sizeof row, "| `%s` |", record_end_words((enum record_end)end));

        assert_memory_equal(at, row, (size_t)length);
        at = strchr(at, '\n') + 1;
    }
    assert_int_equal(*at, '\n');
}

static void no_calls_at_all(void **state)
{
    struct record_reader_calls calls = { 0 };
    struct record_reader *r = record_reader_new(&calls);
    char bytes[100];

    (void)state;
    assert_non_null(r);
    record_reader_feed(r, bytes, stream_make(bytes, sizeof bytes, "{1,RUN}$PT,x\n"));
    record_reader_end(r);
    assert_int_equal(record_reader_sentences(r), 1);
    record_reader_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule),
        cmocka_unit_test(longest_line),
        cmocka_unit_test(most_fields),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(in_one_go_and_byte_by_byte),
        cmocka_unit_test(foreign_text_needs_no_memory),
        cmocka_unit_test(numbers_are_read_whole),
        cmocka_unit_test(every_end_is_read_from_its_words),
        cmocka_unit_test(other_words_are_unknown),
        cmocka_unit_test(the_page_lists_the_words_of_all_ends),
        cmocka_unit_test(no_calls_at_all),
        cmocka_unit_test(the_example_in_the_manual),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
