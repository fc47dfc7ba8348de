#include "capture.h"
#include "clock.h"
#include "interrupts.h"
#include "record.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
    LINGER_MS = 3000, /* how long a board may take to leave after its last word */
    STOP_MS = 1000,   /* and after it was asked to stop, or killed */
    CHUNK_BYTES = 65536,
};

enum stage { RUNNING, LEAVING, STOPPING, KILLING, GONE };

struct watch {
    struct capture *c;
    struct progress progress;
    struct record_reader *reader;
    enum stage stage;
    enum capture_end why;
    int64_t last_byte_ms;
    int64_t due_ms; /* of LEAVING, STOPPING and KILLING */
};

static void enter(struct watch *w, enum stage stage, int64_t wait_ms)
{
    w->stage = stage;
    w->due_ms = clock_now_ms() + wait_ms;
}

static void stop(struct watch *w, enum capture_end why)
{
    if (w->stage >= STOPPING)
        return;
    w->why = why;
    w->c->stopped = !w->c->link->kind->has_ended(w->c->link);
    w->c->link->kind->stop(w->c->link);
    enter(w, STOPPING, STOP_MS);
}

static void leave(struct watch *w)
{
    if (w->stage == RUNNING)
        enter(w, LEAVING, LINGER_MS);
}

static void close_stream(struct link *link)
{
    (void)close(link->stream_fd);
    link->stream_fd = -1;
}

static void take_bytes(struct watch *w, const char *bytes, size_t n)
{
    struct capture *c = w->c;

    w->last_byte_ms = clock_now_ms();
    if (log_file_put(c->log, bytes, n) != 0) {
        stop(w, CAPTURE_LOG_LOST);
        return;
    }
    tail_feed(&c->tail, bytes, n);
    record_reader_feed(w->reader, bytes, n);
    if (c->tally.ended)
        leave(w);
    else if (w->stage == LEAVING)
        enter(w, LEAVING, LINGER_MS);
}

static void read_stream(struct watch *w)
{
    static char bytes[CHUNK_BYTES];
    ssize_t n = read(w->c->link->stream_fd, bytes, sizeof bytes);

    if (n > 0) {
        take_bytes(w, bytes, (size_t)n);
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_stream(w->c->link);
        leave(w);
    }
}

static void read_messages(struct watch *w)
{
    struct link *link = w->c->link;
    char bytes[512];
    ssize_t n = read(link->messages_fd, bytes, sizeof bytes);

    if (n > 0) {
        progress_message(&w->progress, bytes, (size_t)n);
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        (void)close(link->messages_fd);
        link->messages_fd = -1;
    }
}

/* When something has to happen although nothing comes, ms; -1: never. */
static int64_t due_ms(const struct watch *w)
{
    if (w->stage != RUNNING)
        return w->due_ms;
    return w->c->silence_ms > 0 ? w->last_byte_ms + w->c->silence_ms : -1;
}

static void on_due(struct watch *w)
{
    switch (w->stage) {
    case RUNNING:
        stop(w, CAPTURE_SILENT);
        break;
    case LEAVING:
        stop(w, CAPTURE_ENDED);
        break;
    case STOPPING:
        w->c->link->kind->kill(w->c->link);
        enter(w, KILLING, STOP_MS);
        break;
    case KILLING:
    case GONE:
        w->stage = GONE;
        break;
    }
}

static int wait_ms(const struct watch *w, int64_t now_ms)
{
    int64_t due = due_ms(w);
    int64_t wait = progress_rest_ms(&w->progress, now_ms);

    if (due >= 0 && (wait < 0 || due - now_ms < wait))
        wait = due - now_ms > 0 ? due - now_ms : 0;
    return wait > 60000 ? 60000 : (int)wait;
}

static void wait_and_read(struct watch *w)
{
    const struct link *link = w->c->link;
    struct pollfd fds[] = {
        { .fd = interrupts_fd(), .events = POLLIN },
        { .fd = link->stream_fd, .events = POLLIN }, /* poll() passes over -1 */
        { .fd = link->messages_fd, .events = POLLIN },
    };

    if (poll(fds, 3, wait_ms(w, clock_now_ms())) <= 0)
        return;
    interrupts_clear();
    if (fds[2].revents != 0)
        read_messages(w);
    if (fds[1].revents != 0)
        read_stream(w);
}

/* A program that ended may have left others that write: they may go on as long as they do so. */
static void look_at_the_end(struct watch *w)
{
    struct link *link = w->c->link;

    if (!link->kind->has_ended(link))
        return;
    if (link->stream_fd < 0)
        w->stage = GONE;
    else
        leave(w);
}

static void step(struct watch *w)
{
    wait_and_read(w);
    if (interrupts_wanted())
        stop(w, CAPTURE_INTERRUPTED);
    look_at_the_end(w);
    int64_t due = due_ms(w);
    if (w->stage != GONE && due >= 0 && clock_now_ms() >= due)
        on_due(w);
    progress_tick(&w->progress, clock_now_ms());
}

/* What still lies in the pipe beside a stream that is over. */
static void drain_messages(struct watch *w)
{
    struct pollfd fd = { .fd = w->c->link->messages_fd, .events = POLLIN };

    while (fd.fd >= 0 && poll(&fd, 1, 0) > 0) {
        read_messages(w);
        fd.fd = w->c->link->messages_fd;
    }
}

static void begin(struct watch *w)
{
    struct capture *c = w->c;
    const struct progress_source source = {
        .board = c->board,
        .tally = &c->tally,
        .n_bytes = &c->log->n_bytes,
        .last_byte_ms = &w->last_byte_ms,
        .silence_ms = c->silence_ms,
    };

    c->tally = (struct tally){ .over = progress_over, .ctx = &w->progress };
    c->tail = (struct tail){ .at = 0 };
    c->stopped = false;
    c->begin_ms = w->last_byte_ms = clock_now_ms();
    progress_begin(&w->progress, c->how, &source);
}

enum capture_end capture_run(struct capture *c)
{
    struct watch w = { .c = c };
    const struct record_reader_calls calls = { tally_sentence, tally_fault, &c->tally };

    interrupts_guard(c->link->pid);
    begin(&w);
    w.reader = record_reader_new(&calls);
    if (w.reader == NULL) {
        c->link->kind->kill(c->link);
        return CAPTURE_NO_MEMORY;
    }
    while (w.stage != GONE)
        step(&w);
    drain_messages(&w);
    c->link->kind->kill(c->link);
    record_reader_end(w.reader);
    c->sentences = record_reader_sentences(w.reader);
    record_reader_free(w.reader);
    progress_end(&w.progress);
    interrupts_guard(0);
    c->end_ms = clock_now_ms();
    return w.why;
}
