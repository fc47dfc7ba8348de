/* Reads a board's facts from board.txt and the user's file, and checks that they fit together. */
#include "file.h"
#include "command.h"
#include "lines.h"
#include "record/similar_names.h"
#include "say.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *path_of(const char *targets_dir, const char *name)
{
    return format_text("%s/%s/board.txt", targets_dir, name);
}

static void drop_values(struct board_file *board, enum board_key key)
{
    for (size_t i = 0; i < board->n_values[key]; i++)
        free(board->value[key][i].text);
    free(board->value[key]);
    board->value[key] = NULL;
    board->n_values[key] = 0;
}

/* Drops values of an earlier file that a value of KEY in PATH replaces: a link replaces the link,
 * and one that is no port also what is said of the port and of a boot loader on it. */
static void drop_replaced(struct board_file *board, enum board_key key, const char *path)
{
    bool is_link = board_keys[key].group == BOARD_LINK;
    bool is_port = key == BOARD_SERIAL || key == BOARD_USB;

    for (unsigned k = 0; k < BOARD_KEYS; k++) {
        enum board_group group = board_keys[k].group;
        bool of_port = group == BOARD_ON_PORT || group == BOARD_BOOT_LOADER;
        bool replaced = k == (unsigned)key || (is_link && group == BOARD_LINK) ||
                        (is_link && !is_port && of_port);

        if (replaced && board->n_values[k] > 0 && board->value[k][0].path != path)
            drop_values(board, (enum board_key)k);
    }
}

static int add_value(struct board_file *board, enum board_key key, const struct board_line *line)
{
    size_t n = board->n_values[key];
    struct board_value *values = realloc(board->value[key], (n + 1) * sizeof *values);

    if (values != NULL)
        board->value[key] = values;
    if (values == NULL || (values[n].text = strdup(line->value)) == NULL)
        return board_lines_refuse(line->path, line->line, strerror(errno), "");
    values[n].path = line->path;
    values[n].line = line->line;
    board->n_values[key]++;
    return 0;
}

/* Asks whether the key of LINE was meant to be another one. Returns -1. */
static int ask_near_key(const struct board_line *line)
{
    struct similar_names near = { .typed = line->key };
    char question[128];

    for (unsigned key = 0; key < BOARD_KEYS; key++)
        similar_names_add(&near, board_keys[key].name, NULL);
    return similar_names_question(&near, "", question, sizeof question)
               ? board_lines_refuse(line->path, line->line, question, "")
               : -1;
}

/* Takes a line of one of the board's files. */
static int take_value(void *ctx, const struct board_line *line)
{
    struct board_file *board = ctx;
    enum board_key key = board_key_find(line->key);
    char why[BOARD_WHY_BYTES];

    if (key == BOARD_KEYS) {
        char names[512], what[600];

        board_key_names(names, sizeof names);
        (void)snprintf(what, sizeof what, "unknown key (there are: %s): ", names);
        (void)board_lines_refuse(line->path, line->line, what, line->key);
        return ask_near_key(line);
    }
    if (key == BOARD_LIKE && line->section == NULL)
        return board_lines_refuse(line->path, line->line,
                                  "is allowed only in a file of --boards: ", line->key);
    drop_replaced(board, key, line->path);
    if (board->n_values[key] > 0 && !board_keys[key].many)
        return board_lines_refuse(line->path, line->line, "given twice: ", line->key);
    if (*line->value == '\0')
        return board_lines_refuse(line->path, line->line, "has no value: ", line->key);
    if (board_keys[key].fits != NULL && !board_keys[key].fits(line->value, why)) {
        complain("%s:%u: %s: %s", line->path, line->line, line->key, why);
        return -1;
    }
    return add_value(board, key, line);
}

/* The section of a board in the user's file. */
struct own_section {
    const char *name;
    char *like;    /* value of that key, or NULL */
    unsigned line; /* where the section begins; 0: there is none */
    struct board_file *board;
};

static int find_section(void *ctx, const struct board_line *line)
{
    struct own_section *own = ctx;

    if (strcmp(line->section, own->name) != 0)
        return 0;
    if (line->key == NULL && own->line != 0)
        return board_lines_refuse(line->path, line->line, "a second section: ", own->name);
    if (line->key == NULL)
        own->line = line->line;
    else if (strcmp(line->key, "like") == 0 && own->like == NULL)
        own->like = strdup(line->value);
    return 0;
}

static int take_section_value(void *ctx, const struct board_line *line)
{
    struct own_section *own = ctx;

    return line->key == NULL || strcmp(line->section, own->name) != 0
               ? 0
               : take_value(own->board, line);
}

static bool is_board(const char *targets_dir, const char *name)
{
    bool named = *name != '\0' && strchr("._", *name) == NULL && strchr(name, '/') == NULL;
    char *path = named ? path_of(targets_dir, name) : NULL;
    bool there = path != NULL && access(path, F_OK) == 0;

    free(path);
    return there;
}

static const char *folder_to_list;

static int is_board_folder(const struct dirent *entry)
{
    return is_board(folder_to_list, entry->d_name);
}

/* A list of names under way. */
struct names {
    char **name;
    size_t n;
};

static int add_name(struct names *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->name[i], name) == 0)
            return 0;
    char **longer = realloc(list->name, (list->n + 1) * sizeof *longer);
    if (longer != NULL)
        list->name = longer;
    if (longer == NULL || (longer[list->n] = strdup(name)) == NULL) {
        complain("%s", strerror(errno));
        return -1;
    }
    list->n++;
    return 0;
}

static int add_section(void *ctx, const struct board_line *line)
{
    return line->key == NULL ? add_name(ctx, line->section) : 0;
}

static int add_folders(struct names *list, const char *targets_dir)
{
    struct dirent **found = NULL;
    int err = 0;

    folder_to_list = targets_dir;
    int n = scandir(targets_dir, &found, is_board_folder, alphasort);
    if (n < 0) {
        complain("%s: %s (--targets names the folder of the boards)", targets_dir, strerror(errno));
        return -1;
    }
    for (int i = 0; i < n; i++) {
        err = err == 0 ? add_name(list, found[i]->d_name) : err;
        free(found[i]);
    }
    free(found);
    return err;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

long board_file_names(char ***names, const struct board_places *places, bool only_own)
{
    struct names list = { .name = NULL };
    int err = only_own ? 0 : add_folders(&list, places->targets_dir);

    if (err == 0 && places->boards != NULL)
        err = board_lines_read(places->boards, true, add_section, &list);
    if (list.n > 0)
        qsort(list.name, list.n, sizeof *list.name, compare_names);
    *names = list.name;
    if (err == 0)
        return (long)list.n;
    for (size_t i = 0; i < list.n; i++)
        free(list.name[i]);
    free(list.name);
    *names = NULL;
    return -1;
}

/* Asks whether NAME was meant to be one of the N names. */
static void ask_near_board(const char *name, char *const *names, long n)
{
    struct similar_names near = { .typed = name };
    char question[128];

    for (long i = 0; i < n; i++)
        similar_names_add(&near, names[i], NULL);
    if (similar_names_question(&near, "", question, sizeof question))
        complain("%s", question);
}

static int say_no_such_board(const struct board_places *places, const char *name)
{
    char **names;
    long n = board_file_names(&names, places, false);

    if (n < 0)
        return -1;
    say_part(stderr, "board_runner: no board `%s` under %s%s%s; there %s:", name,
             places->targets_dir, places->boards != NULL ? " or in " : "",
             places->boards != NULL ? places->boards : "", n == 1 ? "is" : "are");
    for (long i = 0; i < n; i++)
        say_part(stderr, " %s", names[i]);
    say_line(stderr, "%s", n > 0 ? "" : " none");
    ask_near_board(name, names, n);
    for (long i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return -1;
}

static size_t n_given(const struct board_file *board, enum board_key key)
{
    return board->n_values[key];
}

static bool has_port(const struct board_file *board)
{
    return n_given(board, BOARD_SERIAL) + n_given(board, BOARD_USB) > 0;
}

/* Refuses none and several links. `run` with `ssh` is no link: it runs on the host. */
static int check_link(const struct board_file *board)
{
    size_t n = n_given(board, BOARD_SERIAL) + n_given(board, BOARD_USB) + n_given(board, BOARD_SSH);
    enum board_key named = n_given(board, BOARD_SSH) > 0   ? BOARD_SSH
                           : n_given(board, BOARD_RUN) > 0 ? BOARD_RUN
                                                           : BOARD_USB;
    bool on_port = has_port(board) && n_given(board, BOARD_RUN) > 0;

    if (n == 0 && n_given(board, BOARD_RUN) == 0) {
        complain("%s: ends without `run`, the command that starts the image, or `serial`, `usb` or "
                 "`ssh`, the way to the board",
                 board->path[0]);
        return -1;
    }
    if (n <= 1 && !on_port)
        return 0;
    board_file_complain(board, named, 0,
                        "a second link: give one of `run`, `serial`, `usb`, `ssh`");
    return -1;
}

static int check_keys(const struct board_file *board)
{
    for (unsigned key = 0; key < BOARD_KEYS; key++) {
        if (n_given(board, (enum board_key)key) == 0)
            continue;
        if (board_keys[key].group == BOARD_ON_PORT && !has_port(board)) {
            board_file_complain(board, (enum board_key)key, 0,
                                "is allowed only with `serial` or `usb`");
            return -1;
        }
        if (board_keys[key].group == BOARD_BOOT_LOADER && n_given(board, BOARD_LOAD) == 0) {
            board_file_complain(board, (enum board_key)key, 0, "is allowed only with `load`");
            return -1;
        }
    }
    if (n_given(board, BOARD_LOAD) > 0 && n_given(board, BOARD_TFTP) == 0 &&
        strncmp(board_file_text(board, BOARD_LOAD, 0), "tftp", 4) == 0) {
        board_file_complain(board, BOARD_LOAD, 0, "`tftp`, the folder of the server, is missing");
        return -1;
    }
    return 0;
}

/* Refuses {port} without a serial line, and {address} outside what is typed. */
static int check_placeholders(const struct board_file *board)
{
    static const enum board_key commands[] = { BOARD_RUN,    BOARD_POWER, BOARD_POWER_OFF,
                                               BOARD_UPLOAD, BOARD_RESET, BOARD_SSH_OPTIONS };

    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
        for (size_t i = 0; i < n_given(board, commands[k]); i++) {
            const char *text = board_file_text(board, commands[k], i);

            if (command_names(text, "address") ||
                (command_names(text, "port") && !has_port(board))) {
                board_file_complain(board, commands[k], i, command_fault_text(COMMAND_BRACES));
                return -1;
            }
        }
    return 0;
}

/* Finds the user's section for the board, and the board's folder. Returns 0, or -1 after a message.
 */
static int read_section(struct own_section *own, const struct board_places *places)
{
    if (places->boards != NULL && board_lines_read(places->boards, true, find_section, own) != 0)
        return -1;
    own->board->base = strdup(own->like != NULL ? own->like : own->name);
    if (own->board->base == NULL) {
        complain("%s", strerror(errno));
        return -1;
    }
    if (is_board(places->targets_dir, own->board->base))
        return 0;
    if (own->line != 0)
        complain("%s:%u: [%s] names no board under targets/: `like = BOARD` is missing or wrong",
                 places->boards, own->line, own->name);
    return say_no_such_board(places, own->board->base);
}

int board_file_read(struct board_file *board, const struct board_places *places, const char *name)
{
    struct own_section own = { .name = name, .board = board };

    *board = (struct board_file){ .name = strdup(name) };
    int err = read_section(&own, places);
    free(own.like);
    if (err != 0)
        return -1;
    board->path[0] = path_of(places->targets_dir, board->base);
    board->path[1] = strdup(places->boards != NULL ? places->boards : "");
    if (board->name == NULL || board->path[0] == NULL || board->path[1] == NULL) {
        complain("%s", strerror(errno));
        return -1;
    }
    err = board_lines_read(board->path[0], false, take_value, board);
    if (err == 0 && own.line != 0)
        err = board_lines_read(board->path[1], true, take_section_value, &own);
    if (err == 0)
        err = check_link(board);
    if (err == 0)
        err = check_keys(board);
    return err == 0 ? check_placeholders(board) : err;
}

void board_file_free(struct board_file *board)
{
    for (unsigned key = 0; key < BOARD_KEYS; key++)
        drop_values(board, (enum board_key)key);
    free(board->name);
    free(board->base);
    free(board->path[0]);
    free(board->path[1]);
    *board = (struct board_file){ .name = NULL };
}

const char *board_file_text(const struct board_file *board, enum board_key key, size_t i)
{
    return i < board->n_values[key] ? board->value[key][i].text
           : i == 0                 ? board_keys[key].fallback
                                    : NULL;
}

long board_file_number(const struct board_file *board, enum board_key key)
{
    return strtol(board_file_text(board, key, 0), NULL, 10);
}

void board_file_complain(const struct board_file *board, enum board_key key, size_t i,
                         const char *what)
{
    const struct board_value *v = &board->value[key][i];

    complain("%s:%u: %s: %s", v->path, v->line, board_keys[key].name, what);
}
