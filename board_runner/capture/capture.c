/* Moves bytes from a board's link to the log, and decides when the board is done. */
#include "capture.h"
#include "clock.h"
#include "interrupts.h"
#include "link/link.h"

enum {
    LINGER_MS = 3000,   /* time for a board's program to end after END */
    LAST_WORD_MS = 300, /* the same on a link without an end: for bytes on their way */
    STOP_MS = 1000,     /* time after it was asked to stop, and after it was killed */
    CHUNK_BYTES = 4096, /* all that a program that is killed between read and write can lose */
    MOST_FDS = 7,
};

enum phase { RUNNING, LEAVING, STOPPING, KILLING, GONE };

struct watch {
    struct capture *c;
    enum phase phase;
    enum capture_end why;
    int64_t due_ms; /* of LEAVING, STOPPING and KILLING */
};

static void enter_phase(struct watch *w, enum phase phase, int64_t wait_ms)
{
    w->phase = phase;
    w->due_ms = clock_now_ms() + wait_ms;
}

static void stop_board(struct watch *w, enum capture_end why)
{
    struct link *link = w->c->link;

    if (w->phase >= STOPPING)
        return;
    w->why = why;
    w->c->stopped = !link->kind->endless && !link->kind->has_ended(link);
    link->kind->stop(link);
    enter_phase(w, link->kind->endless ? GONE : STOPPING, STOP_MS);
}

static void begin_leaving(struct watch *w)
{
    if (w->phase == RUNNING)
        enter_phase(w, LEAVING, w->c->link->kind->endless ? LAST_WORD_MS : LINGER_MS);
}

static void take_bytes(struct capture *c, const char *bytes, size_t n)
{
    uint64_t ends = c->counts.ends;

    c->last_byte_ms = clock_now_ms();
    if (log_file_put(c->log, bytes, n) != 0)
        return;
    tail_feed(&c->tail, bytes, n);
    overheard_feed(&c->overheard, bytes, n);
    if (c->counting)
        record_reader_feed(c->reader, bytes, n);
    if (record_reader_sentences(c->reader) > 0 && log_file_begin(c->log) != 0)
        return;
    if (c->first_ms < 0 && c->counts.began)
        c->first_ms = c->last_byte_ms;
    if (c->counts.ends != ends) /* between two series: nothing is timed that this could disturb */
        (void)log_file_sync(c->log);
    if (c->heard != NULL)
        c->heard(c->heard_ctx, bytes, n);
}

static void read_stream(struct capture *c)
{
    static char bytes[CHUNK_BYTES];
    size_t n = descriptor_read(&c->link->stream_fd, bytes, sizeof bytes);

    if (n > 0)
        take_bytes(c, bytes, n);
}

static void read_messages(struct capture *c)
{
    char bytes[512];
    size_t n = descriptor_read(&c->link->messages_fd, bytes, sizeof bytes);

    progress_message(&c->progress, bytes, n);
}

/* Returns the time at which something has to happen although nothing comes, ms; -1: never. */
static int64_t due_ms(const struct watch *w)
{
    if (w->phase != RUNNING)
        return w->due_ms;
    return w->c->silence_ms > 0 ? w->c->last_byte_ms + w->c->silence_ms : -1;
}

static void on_due(struct watch *w)
{
    switch (w->phase) {
    case RUNNING:
        stop_board(w, CAPTURE_SILENT);
        break;
    case LEAVING:
        stop_board(w, CAPTURE_ENDED);
        break;
    case STOPPING:
        w->c->link->kind->kill(w->c->link);
        enter_phase(w, KILLING, STOP_MS);
        break;
    case KILLING:
    case GONE:
        w->phase = GONE;
        break;
    }
}

static int wait_ms(const struct capture *c, int64_t due_ms, int64_t now_ms)
{
    int64_t wait = progress_rest_ms(&c->progress, now_ms);

    if (c->log->sync_ms >= 0 && (due_ms < 0 || c->log->sync_ms < due_ms))
        due_ms = c->log->sync_ms;
    if (due_ms >= 0 && (wait < 0 || due_ms - now_ms < wait))
        wait = due_ms - now_ms > 0 ? due_ms - now_ms : 0;
    return wait < 0 || wait > 60000 ? 60000 : (int)wait;
}

void capture_wait(struct capture *c, struct pollfd *more, unsigned n, int64_t due_ms)
{
    struct pollfd fds[MOST_FDS] = {
        { .fd = interrupts_fd(), .events = POLLIN },
        { .fd = c->link->stream_fd, .events = POLLIN }, /* poll() passes over -1 */
        { .fd = c->link->messages_fd, .events = POLLIN },
    };

    for (unsigned i = 0; i < n; i++)
        fds[3 + i] = more[i];
    bool some = poll(fds, 3 + n, wait_ms(c, due_ms, clock_now_ms())) > 0;
    for (unsigned i = 0; i < n; i++)
        more[i].revents = some ? fds[3 + i].revents : 0;
    if (some) {
        interrupts_clear();
        if (fds[2].revents != 0)
            read_messages(c);
        if (fds[1].revents != 0)
            read_stream(c);
    }
    if (c->log->sync_ms >= 0 && clock_now_ms() >= c->log->sync_ms)
        (void)log_file_sync(c->log);
    progress_tick(&c->progress, clock_now_ms());
}

/* Looks for the end of the board's program. Processes that it left may go on as long as they write.
 */
static void look_at_the_end(struct watch *w)
{
    struct link *link = w->c->link;

    if (link->stream_fd < 0)
        begin_leaving(w);
    if (!link->kind->has_ended(link))
        return;
    if (link->stream_fd < 0)
        w->phase = GONE;
    else
        begin_leaving(w);
}

/* Sets how long more bytes are waited for, after those that came. */
static void look_at_the_bytes(struct watch *w, uint64_t n_before)
{
    struct capture *c = w->c;

    if (c->log->err != 0)
        stop_board(w, CAPTURE_LOG_LOST);
    else if (c->log->n_bytes == n_before)
        return;
    else if (c->counts.ended)
        begin_leaving(w);
    else if (w->phase == LEAVING)
        enter_phase(w, LEAVING, LINGER_MS);
}

static void watch_once(struct watch *w)
{
    uint64_t n_before = w->c->log->n_bytes;

    capture_wait(w->c, NULL, 0, due_ms(w));
    look_at_the_bytes(w, n_before);
    if (interrupts_wanted())
        stop_board(w, CAPTURE_INTERRUPTED);
    if (w->phase != GONE)
        look_at_the_end(w);
    int64_t due = due_ms(w);
    if (w->phase != GONE && due >= 0 && clock_now_ms() >= due)
        on_due(w);
}

/* Reads messages that still lie in their pipe after the stream's end. */
static void drain_messages(struct capture *c)
{
    struct pollfd fd = { .fd = c->link->messages_fd, .events = POLLIN };

    while (fd.fd >= 0 && poll(&fd, 1, 0) > 0) {
        read_messages(c);
        fd.fd = c->link->messages_fd;
    }
}

int capture_begin(struct capture *c)
{
    const struct record_reader_calls calls = { .sentence = stream_counts_sentence,
                                               .fault = stream_counts_fault,
                                               .ctx = &c->counts };
    const struct progress_source source = {
        .board = c->board,
        .counts = &c->counts,
        .n_bytes = &c->log->n_bytes,
        .last_byte_ms = &c->last_byte_ms,
        .silence_ms = c->silence_ms,
        .stage = &c->stage,
        .baud = c->baud,
        .settings = c->settings,
        .heard = &c->overheard,
        .tail = &c->tail,
        .find = c->find,
        .find_ctx = c->find_ctx,
    };

    c->counts = (struct stream_counts){ .over = progress_probe_over,
                                        .begins = progress_probe_begins,
                                        .ctx = &c->progress };
    c->tail = (struct tail){ .at = 0 };
    c->overheard = (struct overheard){ .n = 0 };
    c->sentences = 0;
    c->stopped = c->counting = false;
    c->begin_ms = c->last_byte_ms = clock_now_ms();
    c->first_ms = -1;
    c->reader = record_reader_new(&calls);
    if (c->reader == NULL)
        return -1;
    progress_begin(&c->progress, c->how, &source);
    return 0;
}

void capture_count(struct capture *c)
{
    c->counting = true;
    c->last_byte_ms = clock_now_ms();
    progress_restart(&c->progress);
}

enum capture_end capture_run(struct capture *c)
{
    struct watch w = { .c = c };

    interrupts_guard(c->link->pid);
    if (!c->counting)
        capture_count(c);
    if (c->counts.ended) /* END came while the tool that started the board was still busy */
        begin_leaving(&w);
    while (w.phase != GONE)
        watch_once(&w);
    drain_messages(c);
    c->link->kind->kill(c->link);
    interrupts_guard(0);
    return w.why;
}

void capture_overheard(const struct capture *c, char text[OVERHEARD_BYTES])
{
    const struct overheard_view view = {
        .heard = &c->overheard,
        .tail = &c->tail,
        .settings = c->settings,
        .n_bytes = c->log->n_bytes,
        .n_damaged = c->counts.faults + c->counts.faults_before,
        .silent_s = (double)(clock_now_ms() - c->last_byte_ms) / 1000,
    };

    text[0] = '\0';
    if (c->sentences == 0 && overheard_means(&view))
        overheard_say(&view, false, text);
}

void capture_finish(struct capture *c)
{
    record_reader_end(c->reader);
    c->sentences = record_reader_sentences(c->reader);
    record_reader_free(c->reader);
    c->reader = NULL;
    progress_end(&c->progress);
    c->end_ms = clock_now_ms();
}
