/* Prints a plan, and what is missing for it: the commands list and check. */
#include "capture/exit_status.h"
#include "commands.h"
#include "option_check.h"
#include "plan.h"
#include "say.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void plan_link_text(const struct plan *plan, char *text, size_t room)
{
    const struct port_setup *s = &plan->setup;

    if (plan->link == PLAN_PROCESS)
        (void)snprintf(text, room, "a program of this machine");
    else if (plan->link == PLAN_SSH)
        (void)snprintf(text, room, "ssh %s", board_file_text(&plan->board, BOARD_SSH, 0));
    else
        (void)snprintf(text, room, "serial line %s%s, %u baud, parity %s, flow control %s",
                       s->is_usb ? "usb " : "", s->name, s->baud, s->parity, s->flow);
}

static void print_words(FILE *out, const struct plan *plan, const char *stage, enum board_key key)
{
    for (size_t i = 0; board_file_text(&plan->board, key, i) != NULL; i++) {
        char **words;

        if (plan_words(plan, key, i, &words) != 0)
            return;
        (void)fprintf(out, "  %-12s", stage);
        for (char **w = words; *w != NULL; w++) {
            (void)fputc(' ', out);
            shell_word_print(out, *w);
        }
        (void)fputc('\n', out);
        command_free(words);
    }
}

static void print_load(FILE *out, const struct plan *plan)
{
    struct uboot u = plan_uboot(plan);

    say_line(out, "  %-12s wait for `%s`, at most %lld s%s", "boot loader", u.prompt,
             (long long)(u.prompt_ms / 1000), u.by_hand ? "; the board is reset by hand" : "");
    for (char *const *line = u.types; *line != NULL; line++)
        say_line(out, "  %-12s %s", "type", *line);
    if (u.tftp)
        say_line(out, "  %-12s %s as %s/%s, to %s", "tftp", u.file, u.tftp_dir, u.name, u.address);
    else
        say_line(out, "  %-12s %s to %s", "ymodem", u.file, u.address);
    if (u.check)
        say_line(out, "  %-12s compared with the file's", "crc32");
    say_line(out, "  %-12s %s", "start", u.start);
}

static void print_ssh(FILE *out, const struct plan *plan)
{
    say_line(out, "  %-12s %s, by scp to a folder of its own", "copy", plan->image);
    say_line(out, "  %-12s %s there", "run",
             plan->board.n_values[BOARD_RUN] > 0 ? board_file_text(&plan->board, BOARD_RUN, 0)
                                                 : "{image} {options}");
}

void plan_print(FILE *out, const struct plan *plan)
{
    char link[640];

    plan_link_text(plan, link, sizeof link);
    say_line(out, "%s: %s", plan->board.name, link);
    print_words(out, plan, "power", BOARD_POWER);
    print_words(out, plan, "upload", BOARD_UPLOAD);
    print_words(out, plan, "reset", BOARD_RESET);
    if (plan->load != NULL)
        print_load(out, plan);
    if (plan->link == PLAN_PROCESS)
        print_words(out, plan, "run", BOARD_RUN);
    else if (plan->link == PLAN_SSH)
        print_ssh(out, plan);
    else if (plan->typed != NULL)
        say_line(out, "  %-12s %.*s when the board says `%s`", "options",
                 (int)strlen(plan->typed) - 1, plan->typed,
                 board_file_text(&plan->board, BOARD_HELLO, 0));
    say_line(out, "  %-12s until END, or %lld s of silence%s", "capture",
             (long long)(plan->silence_ms / 1000), plan->silence_ms == 0 ? " (0: any)" : "");
    print_words(out, plan, "power off", BOARD_POWER_OFF);
}

/* Returns true when TOOL, a path or a name on PATH, can be started. */
static bool is_there(const char *tool)
{
    const char *path = getenv("PATH");
    char file[1024];

    if (strchr(tool, '/') != NULL)
        return access(tool, X_OK) == 0;
    for (; path != NULL && *path != '\0'; path += strcspn(path, ":"), path += *path == ':') {
        (void)snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(path, ":"), path, tool);
        if (access(file, X_OK) == 0)
            return true;
    }
    return false;
}

static unsigned say_missing(FILE *out, const char *indent, const char *what, const char *why)
{
    say_line(out, "%smissing: %s%s%s", indent, what, *why != '\0' ? ": " : "", why);
    return 1;
}

static unsigned miss_tool(FILE *out, const char *indent, const char *tool, const char *whose)
{
    char why[64];

    if (is_there(tool))
        return 0;
    (void)snprintf(why, sizeof why, "not found on PATH (%s)", whose);
    return say_missing(out, indent, tool, why);
}

/* A tool that copies to a card or a drive wants it mounted: the folders of what it names have to be
 * there. WORDS end with NULL. */
static unsigned missing_folders(FILE *out, const char *indent, const struct plan *plan,
                                char *const *words)
{
    unsigned n = 0;

    for (size_t i = 1; words[i] != NULL; i++) {
        size_t length = words[i][0] == '/' ? (size_t)(strrchr(words[i], '/') - words[i]) : 0;
        char *folder = length > 0 ? strndup(words[i], length) : NULL;

        /* The image is looked for by itself. */
        if (folder != NULL && strncmp(words[i], plan->image, strlen(plan->image)) != 0 &&
            access(folder, F_OK) != 0)
            n += say_missing(out, indent, folder, strerror(errno));
        free(folder);
    }
    return n;
}

static unsigned missing_tools(FILE *out, const char *indent, const struct plan *plan)
{
    static const enum board_key keys[] = { BOARD_POWER, BOARD_UPLOAD, BOARD_RESET, BOARD_RUN,
                                           BOARD_POWER_OFF };
    unsigned n = 0;

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        if (keys[k] == BOARD_RUN && plan->link == PLAN_SSH)
            continue; /* it runs on the board */
        for (size_t i = 0; i < plan->board.n_values[keys[k]]; i++) {
            char **words;

            if (plan_words(plan, keys[k], i, &words) != 0)
                continue;
            if (strcmp(words[0], plan->image) != 0)
                n += miss_tool(out, indent, words[0], board_keys[keys[k]].name);
            if (keys[k] == BOARD_UPLOAD)
                n += missing_folders(out, indent, plan, words);
            command_free(words);
        }
    }
    if (plan->load != NULL && strcmp(plan->load[0], "ymodem") == 0)
        n += miss_tool(out, indent, "sb", "lrzsz");
    if (plan->link == PLAN_SSH)
        n += miss_tool(out, indent, "ssh", "openssh-client") +
             miss_tool(out, indent, "scp", "openssh-client");
    return n;
}

static unsigned missing_file(FILE *out, const char *indent, const char *path, int mode)
{
    return access(path, mode) != 0 ? say_missing(out, indent, path, strerror(errno)) : 0;
}

unsigned plan_missing(FILE *out, const char *indent, const struct plan *plan)
{
    char device[PORT_NAME_BYTES], why[PORT_WHY_BYTES];
    const char *tftp = board_file_text(&plan->board, BOARD_TFTP, 0);
    unsigned n = 0;

    if (plan_needs_image(plan))
        n += missing_file(out, indent, plan->image, F_OK);
    if (plan->load != NULL)
        n += missing_file(out, indent, plan_load_file(plan), R_OK);
    if (plan->load != NULL && tftp != NULL)
        n += missing_file(out, indent, tftp, W_OK);
    if (plan->link == PLAN_PORT && port_device(&plan->setup, device, why) != 0)
        n += say_missing(out, indent, why, "");
    else if (plan->link == PLAN_PORT)
        n += missing_file(out, indent, device, R_OK | W_OK);
    return n + missing_tools(out, indent, plan);
}

/* ---- list and check ---- */

/* What a board is begins in this column. */
enum { INDENT = 21, LINE_BYTES = 1024 };

static int list_one(const struct request *q, const char *name)
{
    struct plan plan;
    char link[640], line[LINE_BYTES];
    int status = plan_make(&plan, q, name);

    if (status == 0) {
        const char *about = board_file_text(&plan.board, BOARD_ABOUT, 0);

        plan_link_text(&plan, link, sizeof link);
        snprintf(line, sizeof line, "%-20s %s", name, about != NULL ? about : "");
        say_wrapped(stdout, INDENT, line);
        snprintf(line, sizeof line, "%-20s by %s%s", "", link,
                 plan.load != NULL ? ", from its boot loader" : "");
        say_wrapped(stdout, INDENT, line);
        (void)plan_missing(stdout, "                     ", &plan);
    }
    plan_free(&plan);
    return status;
}

int list_boards(const struct request *request)
{
    char **names;
    int status = EXIT_COMPLETE;
    long n = board_file_names(&names, &request->places, false);

    if (n < 0)
        return EXIT_USAGE;
    for (long i = 0; i < n; i++) {
        int one = list_one(request, names[i]);

        status = one != 0 ? one : status;
        free(names[i]);
    }
    free(names);
    return output_flush(status);
}

static int check_plan(const struct plan *plan)
{
    plan_print(stdout, plan);
    int missing = plan_missing(stdout, "  ", plan) > 0 ? EXIT_NOT_STARTED : EXIT_COMPLETE;

    return missing != 0 ? missing : option_check(plan);
}

int list_check(const struct request *request)
{
    return plan_apply(request, check_plan);
}
