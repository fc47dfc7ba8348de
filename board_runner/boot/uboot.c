/* Drives a boot loader: prompt, load, checksum, start. */
#include "uboot.h"
#include "capture/clock.h"
#include "capture/exit_status.h"
#include "capture/progress_line.h"
#include "link/link.h"
#include "stage.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* ---- the dialogue ---- */

/* Functions that can fail return 0 or an exit status (stage.h). */

enum { DIALOGUE_BYTES = 4096 };

struct dialogue {
    struct capture *c;
    char text[DIALOGUE_BYTES + 1]; /* the newest bytes since dialogue_forget() */
    size_t n;
    int64_t last_ms; /* time of the last byte */
};

/* Takes N bytes of the board: the callback of a capture; others that listen call it, too. */
static void dialogue_hear(void *dialogue, const char *bytes, size_t n)
{
    struct dialogue *d = dialogue;

    d->last_ms = clock_now_ms();
    if (n > DIALOGUE_BYTES) {
        bytes += n - DIALOGUE_BYTES;
        n = DIALOGUE_BYTES;
    }
    if (d->n + n > DIALOGUE_BYTES) {
        size_t old = d->n + n - DIALOGUE_BYTES;

        memmove(d->text, d->text + old, d->n - old);
        d->n -= old;
    }
    for (size_t i = 0; i < n; i++)
        d->text[d->n++] = bytes[i] != '\0' ? bytes[i] : ' ';
    d->text[d->n] = '\0';
}

/* Forgets all that came so far. */
static void dialogue_forget(struct dialogue *d)
{
    d->n = 0;
    d->text[0] = '\0';
    d->last_ms = clock_now_ms();
}

/* Listens to C until dialogue_end(). */
static void dialogue_begin(struct dialogue *d, struct capture *c)
{
    d->c = c;
    dialogue_forget(d);
    c->heard = dialogue_hear;
    c->heard_ctx = d;
}

static void dialogue_end(struct dialogue *d)
{
    d->c->heard = NULL;
}

static int say_late(struct dialogue *d, const char *what)
{
    long long s = (long long)(d->c->stage.limit_ms / 1000);

    if (d->n == 0)
        return stage_fail(d->c, EXIT_SILENT, "the board said nothing for %lld s: is it on?", s);
    return stage_fail(d->c, EXIT_NOT_STARTED, "`%s` did not come within %lld s", what, s);
}

/* Writes N bytes to the board. */
static int dialogue_write(struct dialogue *d, const char *bytes, size_t n)
{
    while (n > 0) {
        struct pollfd out = { .fd = d->c->link->input_fd, .events = POLLOUT };
        ssize_t done = write(out.fd, bytes, n);
        int err = done < 0 && errno != EAGAIN && errno != EINTR ? errno : 0;

        if (err != 0)
            return stage_fail(d->c, EXIT_NOT_STARTED, "the line cannot be written: %s",
                              strerror(err));
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
        if (done > 0)
            continue;
        if (stage_left_ms(d->c) == 0)
            return stage_fail(d->c, EXIT_NOT_STARTED, "the line accepts no more bytes");
        err = stage_wait(d->c, &out, 1, -1);
        if (err != 0)
            return err;
    }
    return 0;
}

/* Waits until TEXT has come. Fails when the stage's time is over (EXIT_SILENT when nothing at all
 * came since dialogue_forget()), or when INSTEAD (may be NULL) came and TEXT did not. */
static int dialogue_expect(struct dialogue *d, const char *text, const char *instead)
{
    while (strstr(d->text, text) == NULL) {
        if (instead != NULL && strstr(d->text, instead) != NULL)
            return stage_fail(d->c, EXIT_NOT_STARTED, "the boot loader did not answer `%s`", text);
        if (stage_left_ms(d->c) == 0)
            return say_late(d, text);
        int err = stage_wait(d->c, NULL, 0, -1);
        if (err != 0)
            return err;
    }
    return 0;
}

/* Waits until nothing has come for QUIET_MS, or the stage's time is over. */
static int dialogue_settle(struct dialogue *d, int64_t quiet_ms)
{
    while (clock_now_ms() - d->last_ms < quiet_ms && stage_left_ms(d->c) > 0) {
        int err = stage_wait(d->c, NULL, 0, d->last_ms + quiet_ms);

        if (err != 0)
            return err;
    }
    return 0;
}

/* Waits a short while for the echo of LINE. Returns 1 when it came, 0 when not, -1 with *ERR set.
 */
static int came_back(struct dialogue *d, const char *line, int *err)
{
    enum { ECHO_MS = 2000 };
    int64_t due_ms = clock_now_ms() + ECHO_MS;

    while (strstr(d->text, line) == NULL) {
        if (clock_now_ms() >= due_ms || stage_left_ms(d->c) == 0)
            return 0;
        *err = stage_wait(d->c, NULL, 0, due_ms);
        if (*err != 0)
            return -1;
    }
    return 1;
}

/* Types LINE at the prompt and ends it once its echo came back: serial lines lose bytes. A line
 * whose echo is wrong is abandoned and typed again. */
static int dialogue_type(struct dialogue *d, const char *line)
{
    enum { TRIES = 3, SETTLE_MS = 200 };
    static const char give_up[] = "\003"; /* Ctrl-C: a new prompt */
    int err = 0;

    for (unsigned i = 0; i < TRIES && err == 0; i++) {
        dialogue_forget(d);
        err = dialogue_write(d, line, strlen(line));
        int came = err == 0 ? came_back(d, line, &err) : -1;
        if (came > 0) {
            dialogue_forget(d);
            return dialogue_write(d, "\r", 1);
        }
        if (err == 0)
            err = dialogue_write(d, give_up, 1);
        if (err == 0)
            err = dialogue_settle(d, SETTLE_MS);
    }
    return err != 0
               ? err
               : stage_fail(d->c, EXIT_NOT_STARTED, "the boot loader does not echo `%s`", line);
}

/* ---- U-Boot ---- */

enum { PROMPT_BYTES = 128, PATH_BYTES = 1024 };

/* A conversation under way. */
struct talk {
    const struct uboot *u;
    struct dialogue d;
    struct capture *c;
    char prompt[PROMPT_BYTES]; /* with the line end before it: the `==>` of crc32 is no prompt */
};

/* Waits for the prompt. A board that was just reset misses bytes that come early, so the bytes that
 * stop the count-down are repeated. */
static int find_prompt(struct talk *t)
{
    enum { AGAIN_MS = 200, SETTLE_MS = 400 };
    int err = 0;

    stage_begin(t->c, "boot loader", t->u->prompt_ms);
    (void)snprintf(t->c->stage.detail, sizeof t->c->stage.detail, "%s",
                   t->u->by_hand ? "reset the board now" : "");
    dialogue_forget(&t->d);
    while (err == 0 && strstr(t->d.text, t->prompt) == NULL && stage_left_ms(t->c) > 0) {
        err = dialogue_write(&t->d, t->u->autoboot, strlen(t->u->autoboot));
        int64_t again_ms = clock_now_ms() + AGAIN_MS;
        while (err == 0 && clock_now_ms() < again_ms && strstr(t->d.text, t->prompt) == NULL)
            err = stage_wait(t->c, NULL, 0, again_ms);
    }
    if (err == 0)
        err = dialogue_expect(&t->d, t->prompt, NULL);
    if (err == 0)
        err = dialogue_settle(&t->d, SETTLE_MS);
    t->c->stage.detail[0] = '\0';
    return err == 0 ? stage_over(t->c) : err;
}

static int type_line(struct talk *t, const char *line)
{
    stage_begin(t->c, "type", t->u->prompt_ms);
    (void)snprintf(t->c->stage.detail, sizeof t->c->stage.detail, "%.60s", line);
    int err = dialogue_type(&t->d, line);
    if (err == 0)
        err = dialogue_expect(&t->d, t->prompt, NULL);
    return err == 0 ? stage_over(t->c) : err;
}

/* The bytes between the board and sb. */
struct relay {
    struct talk *t;
    struct link sb;
    char bytes[2048]; /* from sb, for the board */
    size_t n, at;
    uint64_t n_sent;
    int64_t n_file;
};

/* Passes the board's bytes to sb. A failed write is no error: sb does not wait for these bytes. */
static void to_sb(void *relay, const char *bytes, size_t n)
{
    struct relay *r = relay;

    dialogue_hear(&r->t->d, bytes, n);
    if (r->sb.input_fd >= 0 && write(r->sb.input_fd, bytes, n) < 0)
        errno = 0;
}

static int to_board(struct relay *r)
{
    struct capture *c = r->t->c;
    ssize_t done = write(c->link->input_fd, r->bytes + r->at, r->n - r->at);

    if (done < 0 && errno != EAGAIN && errno != EINTR)
        return stage_fail(c, EXIT_NOT_STARTED, "the line cannot be written: %s", strerror(errno));
    r->at += done > 0 ? (size_t)done : 0;
    r->n_sent += done > 0 ? (uint64_t)done : 0;
    return 0;
}

static void show_progress(struct relay *r)
{
    struct progress_stage *stage = &r->t->c->stage;
    uint64_t n_file = (uint64_t)r->n_file;
    char sent[24], whole[24];

    progress_bytes_text(sent, sizeof sent, r->n_sent < n_file ? r->n_sent : n_file);
    progress_bytes_text(whole, sizeof whole, n_file);
    (void)snprintf(stage->detail, sizeof stage->detail, "%s of %s", sent, whole);
}

static int relay_once(struct relay *r)
{
    struct capture *c = r->t->c;
    bool full = r->at < r->n;
    struct pollfd fds[3] = {
        { .fd = full ? -1 : r->sb.stream_fd, .events = POLLIN },
        { .fd = r->sb.messages_fd, .events = POLLIN },
        { .fd = full ? c->link->input_fd : -1, .events = POLLOUT },
    };
    char words[512];

    int err = stage_wait(c, fds, 3, -1);
    if (fds[1].revents != 0) {
        size_t n = descriptor_read(&r->sb.messages_fd, words, sizeof words);
        tail_feed(&c->tool_tail, words, n);
    }
    if (err == 0 && fds[0].revents != 0) {
        r->n = descriptor_read(&r->sb.stream_fd, r->bytes, sizeof r->bytes);
        r->at = 0;
    }
    if (err == 0 && r->at < r->n)
        err = to_board(r);
    show_progress(r);
    return err;
}

/* Runs sb, which talks to the board through this program: all bytes of the board reach the log. */
static int send_by_sb(struct relay *r)
{
    struct capture *c = r->t->c;
    char *const words[] = { (char[]){ "sb" }, (char[]){ "-k" }, (char[]){ "--" },
                            (char *)(uintptr_t)r->t->u->file, NULL };
    int err = stage_start_tool(c, &r->sb, words, true);

    if (err != 0)
        return err;
    c->heard = to_sb;
    c->heard_ctx = r;
    while (err == 0 && !(r->sb.kind->has_ended(&r->sb) && r->sb.stream_fd < 0 && r->at == r->n)) {
        if (stage_left_ms(c) == 0)
            err = stage_fail(c, EXIT_NOT_STARTED, "took longer than %lld s: stopped",
                             (long long)(c->stage.limit_ms / 1000));
        else
            err = relay_once(r);
    }
    const char *end = err == 0 ? r->sb.kind->end_text(&r->sb) : NULL;
    if (end != NULL)
        err = stage_fail(c, EXIT_NOT_STARTED, "sb %s", end);
    c->heard = dialogue_hear;
    c->heard_ctx = &r->t->d;
    stage_end_tool(&r->sb);
    return err;
}

static int64_t size_of(const char *file)
{
    FILE *in = fopen(file, "re");
    long n = in != NULL && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;

    if (in != NULL)
        (void)fclose(in);
    return n;
}

static int load_by_ymodem(struct talk *t)
{
    struct relay r = { .t = t, .n_file = size_of(t->u->file) };
    char line[64];

    stage_begin(t->c, "ymodem", t->u->load_ms);
    (void)snprintf(line, sizeof line, "loady %s", t->u->address);
    int err = dialogue_type(&t->d, line);
    if (err == 0)
        err = dialogue_expect(&t->d, "Ready for binary", t->prompt);
    if (err == 0)
        err = send_by_sb(&r);
    if (err == 0)
        err = dialogue_expect(&t->d, t->prompt, NULL);
    return err == 0 ? stage_over(t->c) : err;
}

enum { COPY_BYTES = 8192 }; /* read at once */

static int copy_stream(FILE *out, FILE *in)
{
    char bytes[COPY_BYTES];

    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        if (fwrite(bytes, 1, n, out) != n)
            return -1;
    return ferror(in) != 0 || fflush(out) != 0 ? -1 : 0;
}

static int copy_file(const char *to, const char *from)
{
    FILE *in = fopen(from, "re");
    FILE *out = in != NULL ? fopen(to, "we") : NULL;
    int err = out != NULL ? copy_stream(out, in) : -1;

    if (in != NULL)
        (void)fclose(in);
    if (out != NULL && fclose(out) != 0)
        err = -1;
    return err;
}

static int load_by_tftp(struct talk *t)
{
    char path[PATH_BYTES], line[PROMPT_BYTES];

    stage_begin(t->c, "tftp", t->u->load_ms);
    (void)snprintf(path, sizeof path, "%s/%s", t->u->tftp_dir, t->u->name);
    (void)snprintf(line, sizeof line, "tftpboot %s %s", t->u->address, t->u->name);
    if (copy_file(path, t->u->file) != 0)
        return stage_fail(t->c, EXIT_NOT_STARTED, "%s: %s", path, strerror(errno));
    int err = dialogue_type(&t->d, line);
    if (err == 0)
        err = dialogue_expect(&t->d, "Bytes transferred = ", t->prompt);
    if (err == 0)
        err = dialogue_expect(&t->d, t->prompt, NULL);
    (void)unlink(path);
    return err == 0 ? stage_over(t->c) : err;
}

/* Computes the CRC-32 and the size of FILE. Returns 0, or -1 with errno. */
static int sum_of(const char *file, uLong *crc, unsigned long *n_bytes)
{
    FILE *in = fopen(file, "re");
    unsigned char bytes[COPY_BYTES];

    if (in == NULL)
        return -1;
    *crc = crc32(0, NULL, 0);
    *n_bytes = 0;
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0; *n_bytes += n)
        *crc = crc32(*crc, bytes, (uInt)n);
    int err = ferror(in) != 0 ? -1 : 0;
    (void)fclose(in);
    return err;
}

static int check_sum(struct talk *t)
{
    char line[PROMPT_BYTES];
    unsigned long n_bytes;
    uLong crc;

    stage_begin(t->c, "crc32", t->u->prompt_ms);
    if (sum_of(t->u->file, &crc, &n_bytes) != 0)
        return stage_fail(t->c, EXIT_NOT_STARTED, "%s: %s", t->u->file, strerror(errno));
    (void)snprintf(line, sizeof line, "crc32 %s %lx", t->u->address, n_bytes);
    int err = dialogue_type(&t->d, line);
    if (err == 0)
        err = dialogue_expect(&t->d, "==> ", t->prompt);
    if (err == 0)
        err = dialogue_expect(&t->d, t->prompt, NULL);
    if (err != 0)
        return err;
    const char *answer = strstr(t->d.text, "==> ");
    unsigned long got = answer != NULL ? strtoul(answer + 4, NULL, 16) : ~crc;
    if (got != crc)
        return stage_fail(t->c, EXIT_NOT_STARTED,
                          "the image was damaged on its way: crc32 %08lx on the board, %08lx here",
                          got, crc);
    return stage_over(t->c);
}

static int start_image(struct talk *t)
{
    stage_begin(t->c, "start", t->u->prompt_ms);
    capture_count(t->c);
    int err = dialogue_type(&t->d, t->u->start);
    return err == 0 ? stage_over(t->c) : err;
}

int uboot_start(struct capture *c, const struct uboot *u)
{
    struct talk t = { .u = u, .c = c };

    (void)snprintf(t.prompt, sizeof t.prompt, "\n%s", u->prompt);
    dialogue_begin(&t.d, c);
    int err = find_prompt(&t);
    for (char *const *line = u->types; err == 0 && *line != NULL; line++)
        err = type_line(&t, *line);
    if (err == 0)
        err = u->tftp ? load_by_tftp(&t) : load_by_ymodem(&t);
    if (err == 0 && u->check)
        err = check_sum(&t);
    if (err == 0)
        err = start_image(&t);
    dialogue_end(&t.d);
    return err;
}
