/* Runs another program and keeps what it writes. */
#include "ask.h"
#include "capture/clock.h"
#include "capture/interrupts.h"
#include "link/descriptor.h"
#include "link/process.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void refuse(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(why, ASK_WHY_BYTES, format, args);
    va_end(args);
}

enum { MOST_BYTES = 4 << 20, LONGEST_MS = 300000, STATUS_MS = 10000, LAST_WORDS = 4096 };

/* What the program writes. */
struct answer {
    char *text;
    size_t n;
    bool failed;            /* too much, or no memory */
    char words[LAST_WORDS]; /* the first of its messages */
    size_t n_words;
};

static void take_text(struct answer *a, const char *bytes, size_t n)
{
    char *grown = a->n + n <= MOST_BYTES ? realloc(a->text, a->n + n) : NULL;

    if (grown == NULL) {
        a->failed = true;
        return;
    }
    memcpy(grown + a->n, bytes, n);
    a->text = grown;
    a->n += n;
}

static void take_words(struct answer *a, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n && a->n_words + 1 < sizeof a->words; i++)
        a->words[a->n_words++] = bytes[i] != '\0' ? bytes[i] : ' ';
    a->words[a->n_words] = '\0';
}

/* Reads what is there. Returns false when nothing more can come. */
static bool read_some(struct link *link, struct answer *a)
{
    char bytes[4096];
    size_t n;

    while (link->stream_fd >= 0 &&
           (n = descriptor_read(&link->stream_fd, bytes, sizeof bytes)) > 0 && !a->failed)
        take_text(a, bytes, n);
    while (link->messages_fd >= 0 &&
           (n = descriptor_read(&link->messages_fd, bytes, sizeof bytes)) > 0)
        take_words(a, bytes, n);
    return link->stream_fd >= 0 || link->messages_fd >= 0 || !link->kind->has_ended(link);
}

static enum ask_end watch(struct link *link, struct answer *a, int64_t longest_ms, char *why)
{
    int64_t due_ms = clock_now_ms() + longest_ms;

    while (read_some(link, a)) {
        struct pollfd fds[] = { { .fd = interrupts_fd(), .events = POLLIN },
                                { .fd = link->stream_fd, .events = POLLIN },
                                { .fd = link->messages_fd, .events = POLLIN } };

        if (interrupts_wanted() || a->failed || clock_now_ms() > due_ms) {
            link->kind->kill(link);
            refuse(why, a->failed ? "it says more than %d MiB" : "it did not end within %d s",
                   a->failed ? MOST_BYTES >> 20 : (int)(longest_ms / 1000));
            return interrupts_wanted() ? ASK_INTERRUPTED : ASK_FAILED;
        }
        (void)poll(fds, 3, 1000);
        interrupts_clear();
    }
    return ASK_READ;
}

/* Status of analyze: 0 and 1, a damaged log, come with an answer, 3 says that there is none. */
static enum ask_end judge(struct link *link, const struct answer *a, char *why)
{
    enum { NOTHING = 3 };
    int status = link_process_status(link);

    if (status == 0 || status == 1)
        return ASK_READ;
    refuse(why, "it %s%s%.*s", link->kind->end_text(link), a->n_words > 0 ? ": " : "",
           (int)strcspn(a->words, "\n"), a->words);
    return status == NOTHING ? ASK_NOTHING : ASK_FAILED;
}

enum ask_end ask_program(const char *const *argv, char **text, size_t *n, char *why)
{
    return ask_within(argv, LONGEST_MS, text, n, why);
}

enum ask_end ask_within(const char *const *argv, int64_t longest_ms, char **text, size_t *n,
                        char *why)
{
    struct answer a = { .n = 0 };
    struct link link;

    *text = NULL;
    *n = 0;
    link_none(&link);
    if (access(argv[0], X_OK) != 0) {
        refuse(why, "%s", strerror(errno));
        return ASK_NO_PROGRAM;
    }
    int err = link_process_start(&link, (char *const *)(size_t)argv, false);
    if (err != 0) {
        refuse(why, "%s", strerror(err));
        return ASK_FAILED;
    }
    enum ask_end end = watch(&link, &a, longest_ms, why);
    if (end == ASK_READ)
        end = judge(&link, &a, why);
    link.kind->close(&link);
    *text = a.text;
    *n = a.n;
    return end;
}

int ask_status(const char *const *argv, char *said, size_t room)
{
    struct answer a = { .n = 0 };
    char why[ASK_WHY_BYTES];
    struct link link;

    said[0] = '\0';
    link_none(&link);
    if (link_process_start(&link, (char *const *)(size_t)argv, false) != 0)
        return -1;
    bool ended = watch(&link, &a, STATUS_MS, why) == ASK_READ;
    int status = ended ? link_process_status(&link) : -1;
    link.kind->close(&link);
    (void)snprintf(said, room, "%s", a.words);
    free(a.text);
    return status;
}
