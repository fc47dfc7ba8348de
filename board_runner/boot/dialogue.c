/* Types lines at a boot loader's prompt and looks for its answers. */
#include "dialogue.h"
#include "capture/clock.h"
#include "capture/exit_status.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Keeps zero bytes as blanks: they would end the text. */
void dialogue_hear(void *dialogue, const char *bytes, size_t n)
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

void dialogue_forget(struct dialogue *d)
{
    d->n = 0;
    d->text[0] = '\0';
    d->last_ms = clock_now_ms();
}

void dialogue_begin(struct dialogue *d, struct capture *c)
{
    d->c = c;
    dialogue_forget(d);
    c->heard = dialogue_hear;
    c->heard_ctx = d;
}

void dialogue_end(struct dialogue *d)
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

int dialogue_write(struct dialogue *d, const char *bytes, size_t n)
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

int dialogue_expect(struct dialogue *d, const char *text, const char *instead)
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

int dialogue_settle(struct dialogue *d, int64_t quiet_ms)
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

int dialogue_type(struct dialogue *d, const char *line)
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
