/* Reads signatures: each section by itself, so that damage to one is known as that. */
#include "file.h"
#include "section.h"
#include "system_calls.h"
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LINE_BYTES_MAX = 65536 };

/* The message of a signature, and how much room it has. */
struct message {
    char *text;
    size_t size;
};

static void add_problem(const struct message *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends to the message, after "; " where there is one. */
static void add_problem(const struct message *m, const char *format, ...)
{
    size_t n = strlen(m->text);
    va_list arguments;

    if (n && n + 2 < m->size) {
        memcpy(m->text + n, "; ", 3);
        n += 2;
    }
    va_start(arguments, format);
    vsnprintf(m->text + n, m->size - n, format, arguments);
    va_end(arguments);
}

/* ---- rows ---- */

/* A number of BYTES bytes at AT. */
static uint64_t number_at(const unsigned char *at, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* Each of these reads column C of a row from the LEFT bytes at FROM, and returns how many it used;
 * 0: they are damaged, or there is no memory. */

static size_t read_sparse(const struct column *c, char *row, const unsigned char *from, size_t left)
{
    uint64_t *values = (void *)(row + c->offset);
    size_t used = 0;

    for (; left - used >= 10 && number_at(from + used, 2) != 0; used += 10) {
        uint64_t k = number_at(from + used, 2) - 1;
        if (k >= c->count)
            return 0;
        values[k] = number_at(from + used + 2, 8);
    }
    return left - used >= 2 && number_at(from + used, 2) == 0 ? used + 2 : 0;
}

static size_t read_text_column(const struct column *c, char *row, const unsigned char *from,
                               size_t left)
{
    const unsigned char *zero = memchr(from, 0, left);
    char *text = NULL;

    if (!zero || (zero > from && *from != '='))
        return 0;
    if (zero > from && !(text = strdup((const char *)from + 1)))
        return 0;
    memcpy(row + c->offset, &text, sizeof text);
    return (size_t)(zero - from) + 1;
}

/* A list may have no elements: *USED is set, and false returned where the list is damaged. */
static bool read_list(const struct column *c, char *row, const unsigned char *from, size_t left,
                      size_t *used)
{
    uint32_t n;

    memcpy(&n, row + c->size, sizeof n);
    *used = 4 * (size_t)n;
    uint32_t *list = *used > left ? NULL : calloc(n + (size_t)1, sizeof *list);
    for (uint32_t k = 0; list && k < n; k++)
        list[k] = (uint32_t)number_at(from + 4 * (size_t)k, 4);
    memcpy(row + c->offset, &list, sizeof list);
    return list != NULL;
}

/* Reads what is no plain number of N rows from the bytes FROM to END, all of them. */
static bool read_other_columns(const struct section *section, char *rows, uint32_t n,
                               const unsigned char *from, const unsigned char *end)
{
    for (const struct column *c = section->columns; c->size; c++)
        for (uint32_t i = 0; c->kind != COLUMN_NUMBER && i < n; i++) {
            char *row = rows + i * section->row_bytes;
            size_t left = (size_t)(end - from), used = 0;
            bool good;
            if (c->kind == COLUMN_LIST)
                good = read_list(c, row, from, left, &used);
            else if (c->kind == COLUMN_SPARSE)
                good = (used = read_sparse(c, row, from, left)) > 0;
            else
                good = (used = read_text_column(c, row, from, left)) > 0;
            if (!good)
                return false;
            from += used;
        }
    return from == end;
}

/* Unpacks the N bytes at FROM, which are zlib's, to LENGTH bytes at TO. The section has a sum of
 * its own: zlib's, which costs a third as much as unpacking does, is not checked. */
static bool unpack(unsigned char *to, size_t length, const unsigned char *from, size_t n)
{
    enum { HEAD = 2, SUM = 4, DICTIONARY = 32, CHECK = 31 };
    z_stream z = { .next_out = to, .avail_out = (uInt)length };

    if (n < HEAD + SUM || (from[0] << 8 | from[1]) % CHECK != 0 || (from[0] & 15) != Z_DEFLATED ||
        (from[1] & DICTIONARY) != 0 || inflateInit2(&z, -MAX_WBITS) != Z_OK)
        return false;
    z.next_in = (z_const unsigned char *)from + HEAD;
    z.avail_in = (uInt)(n - HEAD - SUM);
    bool good = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_out == 0;
    inflateEnd(&z);
    return good;
}

/* Makes rows of SECTION from its N bytes. The caller drops them, also after false. */
static bool read_rows(const unsigned char *bytes, size_t n, const struct section *section,
                      struct signature *s)
{
    enum { HEAD = 8, RATIO_MAX = 1100 }; /* zlib compresses zeros to one byte of 1032 */
    uint32_t count = n >= HEAD ? (uint32_t)number_at(bytes, 4) : 0;
    size_t length = n >= HEAD ? number_at(bytes + 4, 4) : 0;
    size_t planes = count * section_number_bytes(section);

    if (n < HEAD || length > SECTION_BYTES_MAX || length / RATIO_MAX > n ||
        count == SIGNATURE_NONE || planes > length)
        return false;
    unsigned char *plain = malloc(length + 1);
    bool good = plain && unpack(plain, length, bytes + HEAD, n - HEAD);
    char *rows = good ? calloc(count + (size_t)1, section->row_bytes) : NULL;

    if (rows) {
        memcpy((char *)s + section->rows, &rows, sizeof rows);
        memcpy((char *)s + section->n_rows, &count, sizeof count);
        section_from_planes(section, plain, rows, count);
    }
    good = rows && read_other_columns(section, rows, count, plain + planes, plain + length);
    free(plain);
    return good;
}

/* ---- sections ---- */

/* One section as it is in the file. */
struct stored {
    char tag[5];
    unsigned char *bytes;
    size_t n;
    bool cut;    /* the file ends in it */
    bool intact; /* its sum is right */
};

/* Reads N bytes that may be cut, in steps: a damaged length takes no memory that is not filled. */
static unsigned char *read_bytes(FILE *from, size_t n, bool *cut)
{
    enum { STEP = 16 << 20 };
    unsigned char *bytes = NULL;
    size_t have = 0;

    *cut = false;
    do {
        size_t room = n - have < STEP ? n : have + STEP;
        unsigned char *more = realloc(bytes, room + 1);
        if (!more)
            break;
        bytes = more;
        have += fread(bytes + have, 1, room - have, from);
        *cut = have < room;
    } while (have < n && !*cut);
    return bytes;
}

static void read_stored(struct stored *at, FILE *from)
{
    unsigned char head[8], sum[4];

    *at = (struct stored){ .tag = "" };
    if (fread(head, 1, sizeof head, from) != sizeof head) {
        at->cut = true;
        return;
    }
    memcpy(at->tag, head, 4);
    at->n = number_at(head + 4, 4);
    at->bytes = read_bytes(from, at->n, &at->cut);
    if (!at->bytes || at->cut || fread(sum, 1, sizeof sum, from) != sizeof sum) {
        at->cut = true;
        return;
    }
    uLong is = crc32(crc32(0, head, 4), at->bytes, (uInt)at->n);
    at->intact = is == number_at(sum, 4);
}

/* A tag as messages show it: what is no printable letter is a dot. */
static const char *shown(const char *tag, char to[5])
{
    for (int i = 0; i < 4; i++)
        to[i] = tag[i] > ' ' && tag[i] <= '~' ? tag[i] : '.';
    to[4] = 0;
    return to;
}

/* Reads one stored section; SEEN has a bit for each that was read. */
static void read_section(struct signature *s, const struct stored *at, unsigned *seen,
                         const struct message *message)
{
    size_t i = 0;
    char tag[5];

    while (i < SIGNATURE_SECTIONS && memcmp(signature_sections[i].tag, at->tag, 4) != 0)
        i++;
    if (i == SIGNATURE_SECTIONS) {
        add_problem(message, "section %s is not known", shown(at->tag, tag));
    } else if (*seen >> i & 1) {
        add_problem(message, "section %s comes twice", at->tag);
    } else if (!at->intact || !read_rows(at->bytes, at->n, &signature_sections[i], s)) {
        add_problem(message, "section %s is damaged", at->tag);
        section_drop(s, &signature_sections[i]);
    } else {
        *seen |= 1U << i;
    }
}

enum sections_end { ENDED_WHOLE, ENDED_CUT, ENDED_HEAD_DAMAGED };

/* Reads sections up to the last one. */
static enum sections_end read_sections(struct signature *s, FILE *from, uLong head_sum,
                                       unsigned *seen, const struct message *message)
{
    char tag[5];

    for (;;) {
        struct stored at;
        read_stored(&at, from);
        bool last = memcmp(at.tag, SIGNATURE_LAST, 4) == 0;
        bool intact = at.intact && at.n == 4 && number_at(at.bytes, 4) == head_sum;
        if (at.cut && at.tag[0])
            add_problem(message, "the file ends within section %s", shown(at.tag, tag));
        else if (at.cut)
            add_problem(message, "the file ends before its last section");
        else if (last && !intact)
            add_problem(message, "its first line is damaged");
        else if (!last)
            read_section(s, &at, seen, message);
        free(at.bytes);
        if (at.cut || last)
            return at.cut ? ENDED_CUT : intact ? ENDED_WHOLE : ENDED_HEAD_DAMAGED;
    }
}

/* Names the first sections that are missing. Returns false if one is required. */
static bool name_missing(unsigned seen, const struct message *message)
{
    enum { NAMED = 3 };
    bool good = true;
    unsigned n = 0;

    for (size_t i = 0; i < SIGNATURE_SECTIONS; i++)
        if (!(seen >> i & 1) && signature_sections[i].need != SECTION_IF_ROWS) {
            if (n++ < NAMED)
                add_problem(message, "without section %s", signature_sections[i].tag);
            good = good && signature_sections[i].need != SECTION_REQUIRED;
        }
    if (n > NAMED)
        add_problem(message, "and without %u more", n - NAMED);
    return good;
}

/* ---- the first line ---- */

/* Copies a string of the head, which has the byte of each character of Latin-1. */
static bool read_text(const json_t *head, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(head, key));
    size_t n = 0;

    for (; text && *text && n + 1 < size; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c & 0xe0) == 0xc0)
            c = (unsigned char)((c & 3) << 6 | (*++text & 63));
        to[n++] = (char)c;
    }
    to[n] = 0;
    return text != NULL;
}

/* A count that the head does not have is 0. */
static uint64_t count_of(const json_t *head, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(head, key));

    return value < 0 ? 0 : (uint64_t)value;
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static void read_counts(struct signature *s, const json_t *head)
{
    char key[32];

    for (const struct head_count *c = signature_head_counts; c->key; c++) {
        char *to = (char *)s + c->offset;
        uint64_t value = count_of(head, c->key);
        uint32_t word = (uint32_t)at_most(value, UINT32_MAX);
        if (c->size == 1)
            *(bool *)to = value != 0;
        else
            memcpy(to, c->size == 8 ? (void *)&value : (void *)&word, c->size);
    }
    s->ended &= 127;
    s->pages_read = at_most(s->pages_read, s->pages);
    s->pages_copied = at_most(s->pages_copied, s->pages_read);
    for (unsigned w = 0; w < SIGNATURE_WORKS; w++) {
        const char *name = work_name((enum signature_work)w);
        snprintf(key, sizeof key, "calls_%s", name);
        s->works[w].count = count_of(head, key);
        snprintf(key, sizeof key, "%s_units", name);
        s->works[w].units = count_of(head, key);
    }
}

static bool read_head(struct signature *s, const char *line, size_t n,
                      const struct message *message)
{
    json_error_t error;
    json_t *head = json_loadb(line, n, 0, &error);
    const char *schema = json_string_value(json_object_get(head, "schema"));
    bool good = schema && strcmp(schema, SIGNATURE_SCHEMA) == 0;

    if (schema && !good)
        add_problem(message,
                    "its format is %.40s, this program reads %s: profile the program again", schema,
                    SIGNATURE_SCHEMA);
    else if (!good && (n == 0 || line[n - 1] != '\n') && n < LINE_BYTES_MAX)
        add_problem(message, "it ends within its first line");
    else if (!good)
        add_problem(message, "its first line is not that of a signature");
    good = good && read_text(head, "isa", s->isa, sizeof s->isa) &&
           read_text(head, "program", s->program, sizeof s->program);
    if (schema && !good && !message->text[0])
        add_problem(message, "its first line names no isa or program");
    read_text(head, "build_id", s->build_id, sizeof s->build_id);
    read_text(head, "emulator", s->emulator, sizeof s->emulator);
    read_text(head, "arguments", s->arguments, sizeof s->arguments);
    if (head)
        read_counts(s, head);
    json_decref(head);
    return good;
}

/* Reads the first line with its end into LINE of LINE_BYTES_MAX bytes; returns its length, 0 at the
 * end of the file. */
static size_t read_line(char *line, FILE *from)
{
    size_t n = 0;
    int c = 0;

    while (n < LINE_BYTES_MAX && c != '\n' && (c = getc(from)) != EOF)
        line[n++] = (char)c;
    return n;
}

/* ---- files ---- */

enum signature_state signature_read_next(struct signature *s, FILE *from, char *message,
                                         size_t size)
{
    static const unsigned all = (1U << SIGNATURE_SECTIONS) - 1;
    struct message m = { message, size };
    unsigned seen = 0;
    char *line = calloc(1, LINE_BYTES_MAX);
    size_t n = line ? read_line(line, from) : 0;
    uLong sum = crc32(0, (unsigned char *)line, (uInt)n);

    message[0] = 0;
    memset(s, 0, sizeof *s);
    bool good = n > 0 && read_head(s, line, n, &m);
    free(line);
    if (n == 0)
        return SIGNATURE_END;
    enum sections_end end = good ? read_sections(s, from, sum, &seen, &m) : ENDED_CUT;
    if (good && seen != all)
        good = name_missing(seen, &m);
    if (good && end != ENDED_HEAD_DAMAGED && section_check_all(s, message, size))
        return message[0] ? SIGNATURE_PARTS : SIGNATURE_WHOLE;
    signature_free(s);
    return SIGNATURE_REFUSED;
}

enum signature_state signature_read(struct signature *s, const char *path, char *message,
                                    size_t size)
{
    FILE *from = fopen(path, "rb");

    memset(s, 0, sizeof *s);
    if (!from) {
        snprintf(message, size, "%s", strerror(errno));
        return SIGNATURE_REFUSED;
    }
    enum signature_state state = signature_read_next(s, from, message, size);
    fclose(from);
    if (state != SIGNATURE_END)
        return state;
    snprintf(message, size, "it is empty");
    return SIGNATURE_REFUSED;
}
