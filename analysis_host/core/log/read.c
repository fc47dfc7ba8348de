/* Reads a log: unpacks it, gives it to the readers, and says how that went. */
#include "read.h"
#include "build.h"
#include "input.h"
#include "log/tools/matrix_reader.h"
#include "log/tools/table_reader.h"
#include "readings.h"
#include "record/record.h"
#include "text.h"
#include "timeless.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One pass feeds all readers, until the first sentence shows that it is a record stream. */
struct readers {
    struct log *log;
    struct log_input *in;
    struct log_text text;
    char *bytes;     /* LOG_INPUT_BYTES */
    bool past_first; /* the log's first line is over */
    struct log_build build;
    struct record_reader *record;
    struct table_reader *table; /* NULL once a sentence was read */
    struct matrix_reader *matrix;
};

static bool open_readers(struct readers *r)
{
    struct record_reader_calls calls = { .sentence = log_build_runs_sentence,
                                         .fault = log_build_runs_fault,
                                         .broke = log_build_breaks_take,
                                         .ctx = &r->build };

    r->record = record_reader_new(&calls);
    r->table = table_reader_new();
    r->matrix = matrix_reader_new();
    r->in = calloc(1, sizeof *r->in);
    r->bytes = malloc(LOG_INPUT_BYTES);
    r->text.input = r->in;
    return r->record != NULL && r->table != NULL && r->matrix != NULL && r->in != NULL &&
           r->bytes != NULL;
}

static void close_readers(struct readers *r)
{
    log_text_close(&r->text);
    if (r->in != NULL)
        log_input_close(r->in);
    free(r->in);
    free(r->bytes);
    record_reader_free(r->record);
    table_reader_free(r->table);
    matrix_reader_free(r->matrix);
}

/* Keeps the first line that is not blank. */
static void take_first_line(struct readers *r, const char *bytes, size_t n)
{
    struct log *log = r->log;

    for (size_t i = 0; i < n && !r->past_first; i++) {
        bool blank = bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] == '\n';
        if (log->n_first == 0 && blank)
            continue;
        r->past_first = bytes[i] == '\n' || log->n_first == sizeof log->first;
        if (!r->past_first)
            log->first[log->n_first++] = bytes[i];
    }
}

static void feed(struct readers *r, const char *bytes, size_t n)
{
    take_first_line(r, bytes, n);
    record_reader_feed(r->record, bytes, n);
    if (r->table != NULL && record_reader_sentences(r->record) > 0) {
        table_reader_free(r->table);
        r->table = NULL;
    }
    if (r->table != NULL) {
        table_reader_feed(r->table, bytes, n);
        matrix_reader_feed(r->matrix, bytes, n);
    }
}

/* What is no file may have no end: after so much without a sentence no more of it is read. */
enum { MOST_FOREIGN_MIB = 256 };

struct foreign {
    bool bounded;
    uint64_t sentences, bytes; /* bytes since there were so many sentences */
};

static bool may_be_endless(int fd)
{
    struct stat about;

    return fstat(fd, &about) != 0 || !S_ISREG(about.st_mode);
}

/* Counts N more bytes. Returns true when no log follows. */
static bool has_no_end(struct foreign *f, const struct readers *r, size_t n)
{
    uint64_t sentences = record_reader_sentences(r->record);

    f->bytes = sentences == f->sentences ? f->bytes + n : 0;
    f->sentences = sentences;
    return f->bounded && f->bytes > (uint64_t)MOST_FOREIGN_MIB << 20;
}

/* LOG_OK at the end of the input. */
static enum log_status read_all(struct readers *r)
{
    struct foreign foreign = { .bounded = may_be_endless(r->in->fd) };
    ssize_t n;

    while (!r->build.no_memory &&
           (n = log_text_read(&r->text, r->bytes, LOG_INPUT_BYTES)) != LOG_INPUT_END) {
        if (n == LOG_INPUT_NO_MEMORY)
            r->build.no_memory = true;
        if (n < 0)
            return r->in->packing != NULL && !log_can_unpack() ? LOG_PACKED : LOG_READ;
        feed(r, r->bytes, (size_t)n);
        if (has_no_end(&foreign, r, (size_t)n)) {
            r->in->why = "256 MiB came without a sentence of the record stream";
            return LOG_READ;
        }
    }
    return LOG_OK;
}

static void end_record(struct readers *r)
{
    if (!r->build.no_memory)
        record_reader_end(r->record);
    log_build_runs_end(&r->build);
    r->log->lines = record_reader_lines(r->record);
    r->log->foreign_lines = record_reader_foreign_lines(r->record);
    r->log->sentences = record_reader_sentences(r->record);
}

/* Names what was read. False when it is neither a record stream nor a table. */
static bool end_kind(struct readers *r)
{
    if (r->table != NULL)
        return table_reader_end(r->table, r->log) || matrix_reader_end(r->matrix, r->log);
    r->log->kind = log_build_copy(&r->build, "record stream");
    log_timeless(r->log);
    log_readings(r->log);
    return true;
}

static enum log_status end_all(struct readers *r, enum log_status status, unsigned wanted)
{
    end_record(r);
    bool known = end_kind(r);

    if (r->build.no_memory)
        return LOG_NO_MEMORY;
    if (status != LOG_OK)
        return status;
    if (r->log->lines == 0)
        return LOG_EMPTY;
    if (!known)
        return LOG_UNKNOWN;
    return wanted > r->log->n_runs ? LOG_NO_RUN : LOG_OK;
}

enum log_status log_read(struct log *log, int fd, unsigned run_wanted)
{
    struct readers *r = calloc(1, sizeof *r); /* large */
    enum log_status status = LOG_NO_MEMORY;

    *log = (struct log){ 0 };
    if (r == NULL)
        return status;
    r->log = r->build.log = log;
    r->build.wanted = run_wanted;
    if (open_readers(r)) {
        r->in->fd = fd;
        status = end_all(r, read_all(r), run_wanted);
        log->broken = r->in->why;
        log->crc = r->in->crc;
        log->bytes = r->in->bytes;
        log->unpack_by = status == LOG_PACKED ? r->in->packing->command : NULL;
    }
    close_readers(r);
    free(r);
    return status;
}
