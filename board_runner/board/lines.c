/* Reads files of keys, with path and line in every message. */
#include "lines.h"
#include "say.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 20 };

struct reading {
    const char *path;
    bool sections;
    int (*take)(void *ctx, const struct board_line *line);
    void *ctx;
    char *section;
};

int board_lines_refuse(const char *path, unsigned line, const char *what, const char *word)
{
    complain("%s:%u: %s%s", path, line, what, word);
    return -1;
}

/* Returns TEXT without blanks at its ends; cuts it in place. */
static char *trimmed(char *text)
{
    size_t n = strlen(text);

    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL)
        text[--n] = '\0';
    return text + strspn(text, " \t");
}

static int take_section(struct reading *r, unsigned line, char *text)
{
    size_t n = strlen(text);

    if (!r->sections)
        return board_lines_refuse(r->path, line,
                                  "sections are allowed only in a file of --boards: ", text);
    if (text[n - 1] != ']' || n < 3)
        return board_lines_refuse(r->path, line, "expected `[board]`: ", text);
    text[n - 1] = '\0';
    free(r->section);
    r->section = strdup(trimmed(text + 1));
    if (r->section == NULL)
        return board_lines_refuse(r->path, line, strerror(errno), "");
    return r->take(r->ctx, &(struct board_line){ r->path, line, r->section, NULL, NULL });
}

static int take_line(struct reading *r, unsigned line, char *text, size_t n)
{
    if (strlen(text) != n)
        return board_lines_refuse(r->path, line, "holds a zero byte: not a text file", "");
    char *key = trimmed(text);
    if (*key == '\0' || *key == '#')
        return 0;
    if (*key == '[')
        return take_section(r, line, key);
    char *equals = strchr(key, '=');
    if (equals == NULL)
        return board_lines_refuse(r->path, line, "expected `key = value`: ", key);
    *equals = '\0';
    if (r->sections && r->section == NULL)
        return board_lines_refuse(r->path, line, "is before the first [board]: ", key);
    const struct board_line whole = { r->path, line, r->section, trimmed(key),
                                      trimmed(equals + 1) };
    return r->take(r->ctx, &whole);
}

static int refuse_file(const char *path, const char *why)
{
    complain("%s: %s", path, why);
    return -1;
}

/* Opens a file that can be read as often as wanted, and ends. Returns NULL after a message. */
static FILE *open_file(const char *path)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe must not be waited for */

    if (fd < 0 || fstat(fd, &facts) != 0) {
        (void)refuse_file(path, strerror(errno));
    } else if (S_ISDIR(facts.st_mode)) {
        (void)refuse_file(path, strerror(EISDIR));
    } else if (!S_ISREG(facts.st_mode)) {
        (void)refuse_file(path, "is no regular file");
    } else if (facts.st_size > MOST_BYTES) {
        (void)refuse_file(path, "is longer than 1 MiB: no file of keys");
    } else {
        FILE *in = fdopen(fd, "r");
        if (in != NULL)
            return in;
        (void)refuse_file(path, strerror(errno));
    }
    if (fd >= 0)
        (void)close(fd);
    return NULL;
}

int board_lines_read(const char *path, bool sections,
                     int (*take)(void *ctx, const struct board_line *line), void *ctx)
{
    struct reading r = { path, sections, take, ctx, NULL };
    FILE *in = open_file(path);
    char *text = NULL;
    size_t room = 0;
    unsigned line = 0;
    int err = 0;

    if (in == NULL)
        return -1;
    for (ssize_t n; err == 0 && (n = getline(&text, &room, in)) >= 0;)
        err = take_line(&r, ++line, text, (size_t)n);
    if (err == 0 && ferror(in))
        err = board_lines_refuse(path, line + 1, "cannot be read: ", strerror(errno));
    (void)fclose(in);
    free(text);
    free(r.section);
    return err;
}
