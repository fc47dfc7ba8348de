/* The record stream: the calls that write it, the calls that read it, and its words. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The record stream, format 1: see RECORD.md in this folder. */

enum {
    RECORD_FORMAT = 1,
    RECORD_LINE_BYTES = 240, /* longest sentence, line end included */
    RECORD_FIELDS = 120,     /* most fields one sentence can hold */
};

/* How a series ended (status of DONE) or a run (status of END). Others than RECORD_END_OK are the
 * reason why something was not measured. */
enum record_end {
    RECORD_END_OK = 0,
    RECORD_END_ALONE,            /* needs two contexts, the port has one */
    RECORD_END_NO_MEMORY,        /* the board is smaller than the smallest sweep */
    RECORD_END_CLOCK_TOO_COARSE, /* a point would take longer than its budget */
    RECORD_END_CLOCK_BACK,       /* the clock went back more often than it went on */
    RECORD_END_NO_TIME,          /* the time budget was used up before it began */
    RECORD_END_OUTPUT_LOST,      /* the stream broke */
    RECORD_END_NO_CACHES,        /* cache_size did not run before, or saw no cache */
    RECORD_END_NO_FRAMES,        /* pages in random frames: lines of one set cannot be found */
    RECORD_END_NO_OS,            /* nobody schedules more threads than there are contexts */
    RECORD_END_NO_CODE,        /* too little code in the image to fill an instruction cache with */
    RECORD_END_NOTHING,        /* the image, or what is known of the board, gives it no work */
    RECORD_END_NO_INSTRUCTION, /* the target calls a function for it */
    RECORD_END_NO_TILE,        /* the image has no code for what was asked */
    RECORD_END_MAX,            /* max= allows less memory than the smallest sweep needs */
    RECORD_END_PIN_REFUSED,    /* the operating system keeps no thread on a context */
    RECORD_END_WRONG,          /* what was timed computes something else than it should */
    RECORD_END_FAULT,          /* the processor faulted: of a run alone */
    RECORD_END_UNKNOWN,        /* reader: other words than those of the above */
    RECORD_END_MISSING,        /* reader: DONE or END never came */
};

/* The words of END in the stream, as "ok" or "skip:not enough memory": a literal. NULL for
 * RECORD_END_UNKNOWN and RECORD_END_MISSING, which no writer sends.
 * Freestanding. */
const char *record_end_words(enum record_end end);

/* ---- writing: freestanding, no heap, no libc, no floating point ---- */

/* Where sentences go. PUT returns 0, or -1 when bytes were lost; the first failure sticks in ERR
 * and later calls do nothing. SEND, which may be NULL, does the same with what PUT has kept back
 * and is called after DONE and END. Zero-initialise and set PUT and CTX. */
struct record_out {
    int (*put)(void *ctx, const char *bytes, size_t n);
    int (*send)(void *ctx);
    void *ctx;
    int err;          /* 0, or -1 after the first lost byte */
    uint32_t seq;     /* of the next sentence */
    uint32_t sum;     /* running checksum of the sentences sent since RUN 0 */
    uint32_t n_bytes; /* in line */
    bool has_sum;     /* the sentence being written is DONE or END */
    bool overflow;    /* a field did not fit: the sentence is not sent, err is set */
    char line[RECORD_LINE_BYTES];
};

/* A sentence is record_begin(), fields in order, record_end(). TYPE is "RUN", "S" ... (upper-case
 * letters). Text is escaped (%XX) as the format asks; a KEY has no '='. A field that does not fit
 * in the line sets OVERFLOW: use record_room() first where a list may be long. */
void record_begin(struct record_out *o, const char *type);
void record_begin_run(struct record_out *o); /* as record_begin(o, "RUN"), with seq 0 */
void record_text(struct record_out *o, const char *text);
void record_number(struct record_out *o, uint64_t value);
void record_key_text(struct record_out *o, const char *key, const char *text);
void record_key_number(struct record_out *o, const char *key, uint64_t value);
/* One field of N numbers joined by ':', N at least 1. */
void record_numbers(struct record_out *o, const uint64_t *values, unsigned n);
/* The last field of DONE and END, and only of these: the running checksum of all sentences before
 * this one. */
void record_sum(struct record_out *o);
void record_end(struct record_out *o);

/* Bytes left for fields in the sentence being written, checksum and line end already set aside. A
 * number takes at most 21 (comma and 20 digits). */
size_t record_room(const struct record_out *o);

/* ---- reading: hosted, one pass, any length of input, bounded memory ---- */

struct record_sentence {
    uint64_t line; /* number of the line it is in, 1 for the first */
    uint32_t seq;
    const char *type; /* "RUN" ..., zero-terminated */
    unsigned n_fields;
    char *const *field; /* n_fields zero-terminated texts, unescaped; valid during the callback */
    bool has_sum;       /* DONE and END: it has a running checksum */
    uint32_t crc;       /* its checksum */
};

/* How a sentence that was not whole within its line was put together; its checksum proves it. */
enum record_join {
    RECORD_NOT_JOINED,   /* it was not */
    RECORD_JOINED_LINES, /* line ends stood in it, perhaps with a logger's prefix after each */
    RECORD_JOINED_TEXT,  /* other text or bytes stood in it, or it was quoted */
};

/* A sentence that is not whole within its line. */
struct record_break {
    enum record_join join;
    uint64_t line;
    size_t column; /* bytes of the line up to where it breaks off */
    size_t length; /* the same from its '$' on */
};

enum record_fault {
    RECORD_BAD_CRC,  /* a sentence whose checksum does not match */
    RECORD_BAD_FORM, /* begins like a sentence, is none (too long, no checksum, bad field) */
    RECORD_GAP,      /* COUNT sentences before this line are missing; also when the stream's first
                      * sentence has a number above 0 */
    RECORD_REPEATED, /* a sentence that was read before: dropped */
    RECORD_LATE,     /* a sentence out of order, inside an earlier gap: dropped */
    RECORD_RESTART,  /* numbering went back without a RUN: a run whose beginning is lost */
    RECORD_SUM,      /* the running checksum of the DONE or END that is passed on next does not fit:
                      * a sentence since the last one that did is foreign or out of order */
};

struct record_reader_calls {
    /* A whole sentence, CRC right, in order. May be NULL, as may FAULT. */
    void (*sentence)(void *ctx, const struct record_sentence *s);
    /* Something was lost or is wrong at LINE. COUNT: sentences known to be missing (GAP), else 0.
     */
    void (*fault)(void *ctx, enum record_fault fault, uint64_t line, uint64_t count);
    void *ctx;
    /* A sentence broke off in its line. What becomes of it comes right after: SENTENCE, or FAULT
     * where it was not joined. May be NULL. */
    void (*broke)(void *ctx, const struct record_break *b);
};

struct record_reader; /* opaque */

/* NULL when memory is short. The caller frees it with record_reader_free(). */
struct record_reader *record_reader_new(const struct record_reader_calls *calls);
void record_reader_free(struct record_reader *r);

/* Feeds N bytes, cut anywhere. Callbacks run inside. */
void record_reader_feed(struct record_reader *r, const char *bytes, size_t n);

/* The input has ended: an unfinished sentence is reported. */
void record_reader_end(struct record_reader *r);

/* Lines seen so far (a last line without its end counts), sentences passed on, lines that held no
 * whole sentence. */
uint64_t record_reader_lines(const struct record_reader *r);
uint64_t record_reader_sentences(const struct record_reader *r);
uint64_t record_reader_foreign_lines(const struct record_reader *r);

/* *TEXT begins with decimal digits and they fit: then sets *VALUE and moves *TEXT beyond them. Else
 * false, and both as they were. */
bool record_read_number(const char **text, uint64_t *value);

/* The end whose words are WORDS, all of them and to the letter: RECORD_END_UNKNOWN when there is
 * none, RECORD_END_MISSING when WORDS is NULL. */
enum record_end record_end_of(const char *words);

/* TEXT is decimal digits alone and fits: then sets *VALUE. Else false, and *VALUE as it was. */
bool record_parse_number(const char *text, uint64_t *value);

#endif
