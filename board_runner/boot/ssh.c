/* Copies an image by scp, starts it by ssh, and leaves nothing on the host. */
#include "ssh.h"
#include "board/command.h"
#include "capture/exit_status.h"
#include "link/argv.h"
#include "link/link.h"
#include "stage.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONNECTION_LOST = 255, /* ssh(1), EXIT STATUS */
    MORE_WORDS = 4,        /* words after the options, at most */
};

/* Begins a command of TOOL. BatchMode: nobody is there to type a password. */
static struct argv tool_words(const char *tool, const struct ssh *ssh)
{
    struct argv w = { .n = 0 };

    argv_add(&w, tool);
    argv_add(&w, "-oBatchMode=yes");
    argv_add(&w, "-oConnectTimeout=10");
    for (char *const *o = ssh->options; *o != NULL; o++)
        argv_add(&w, *o);
    return w;
}

/* Runs TEXT on the host. It begins with `sh -c`: the user may have another shell there. */
static int run_there(struct capture *c, const struct ssh *ssh, const char *name, const char *text,
                     char *said, size_t room)
{
    struct argv w = tool_words("ssh", ssh);

    argv_add(&w, ssh->host);
    argv_add(&w, text);
    return stage_command(c, name, argv_words(&w), ssh->limit_ms, said, room);
}

static int make_dir(struct capture *c, struct ssh *ssh)
{
    char said[SSH_DIR_BYTES];
    int err = run_there(c, ssh, "ssh", "sh -c 'mktemp -d /tmp/pontoon.XXXXXX'", said, sizeof said);

    if (err != 0)
        return err;
    said[strcspn(said, "\r\n")] = '\0';
    if (strncmp(said, "/tmp/pontoon.", 13) != 0 ||
        strspn(said + 13, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") !=
            strlen(said + 13)) {
        stage_begin(c, "ssh", ssh->limit_ms);
        return stage_fail(c, EXIT_NOT_STARTED,
                          "expected the name of a folder from mktemp, not `%s`", said);
    }
    (void)strcpy(ssh->dir, said);
    return 0;
}

static int copy_image(struct capture *c, const struct ssh *ssh)
{
    struct argv w = tool_words("scp", ssh);
    char to[512];

    (void)snprintf(to, sizeof to, "%s:%s/probes", ssh->host, ssh->dir);
    argv_add(&w, "-q");
    argv_add(&w, "--");
    argv_add(&w, ssh->image);
    argv_add(&w, to);
    return stage_command(c, "copy", argv_words(&w), ssh->limit_ms, NULL, 0);
}

/* Writes WORD in quotes, for a shell whose whole text is in single quotes. */
static void print_quoted(FILE *out, const char *word)
{
    (void)fputs(" '\\''", out);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            (void)fputs("'\\''\"'\\''\"'\\''", out); /* '"'"' */
        else
            (void)fputc(*word, out);
    (void)fputs("'\\''", out);
}

/* Returns the text that runs WORDS, for the caller to free. The process number stays in a file
 * while the image runs: when ssh ends early, the image does not. */
static char *text_to_run(const struct ssh *ssh, char **words)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    if (out == NULL)
        return NULL;
    (void)fprintf(out, "sh -c 'cd %s || exit 1;", ssh->dir);
    for (char **w = words; *w != NULL; w++)
        print_quoted(out, *w);
    (void)fputs(" & echo $! >pid; wait $!; s=$?; rm -f pid; exit $s'", out);
    return fclose(out) == 0 ? text : NULL;
}

static const char *lost_text(struct link *link)
{
    return link_process_status(link) == CONNECTION_LOST
               ? "the connection broke (ssh's message is above)"
               : NULL;
}

static int start_link(struct capture *c, const struct ssh *ssh, char *text)
{
    static struct link_kind kind;
    struct argv w = tool_words("ssh", ssh);

    argv_add(&w, ssh->host);
    argv_add(&w, text);
    stage_begin(c, "start", ssh->limit_ms);
    int err = stage_start_tool(c, c->link, argv_words(&w), false);
    if (err != 0)
        return err;
    kind = *c->link->kind;
    kind.lost_text = lost_text;
    c->link->kind = &kind;
    return stage_over(c);
}

static int start_image(struct capture *c, const struct ssh *ssh)
{
    char image[SSH_DIR_BYTES + 16];
    char **words;
    const struct command_fill fill = { .image = image, .options = ssh->probe_options };

    (void)snprintf(image, sizeof image, "%s/probes", ssh->dir);
    enum command_fault fault = command_split(&words, ssh->run, &fill);
    char *text = fault == COMMAND_OK ? text_to_run(ssh, words) : NULL;
    int err = text != NULL ? start_link(c, ssh, text)
                           : stage_fail(c, EXIT_NOT_STARTED, "%s", strerror(ENOMEM));
    free(text);
    command_free(words);
    return err;
}

int ssh_start(struct capture *c, struct ssh *ssh)
{
    ssh->dir[0] = '\0';
    if (tool_words("ssh", ssh).n > ARGV_MOST - MORE_WORDS) {
        stage_begin(c, "ssh", ssh->limit_ms);
        return stage_fail(c, EXIT_NOT_STARTED, "more than %d options", ARGV_MOST);
    }
    int err = make_dir(c, ssh);
    if (err == 0)
        err = copy_image(c, ssh);
    return err == 0 ? start_image(c, ssh) : err;
}

int ssh_clean_up(struct capture *c, struct ssh *ssh)
{
    char text[2 * SSH_DIR_BYTES + 128];

    if (ssh->dir[0] == '\0')
        return 0;
    (void)snprintf(text, sizeof text,
                   "sh -c 'cd %s && { test ! -f pid || kill `cat pid`; }; rm -rf %s'", ssh->dir,
                   ssh->dir);
    return run_there(c, ssh, "clean up", text, NULL, 0);
}
