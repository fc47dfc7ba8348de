#include "board_file.h"
#include "complain.h"
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *path_of(const char *targets_dir, const char *name)
{
    size_t n = strlen(targets_dir) + strlen(name) + sizeof "//board.txt";
    char *path = malloc(n);

    if (path != NULL)
        (void)snprintf(path, n, "%s/%s/board.txt", targets_dir, name);
    return path;
}

/* TEXT without blanks at its ends; writes into it. */
static char *trimmed(char *text)
{
    size_t n = strlen(text);

    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL)
        text[--n] = '\0';
    return text + strspn(text, " \t");
}

/* Where the value of KEY belongs, or NULL. */
static char **place_of(struct board_file *board, const char *key, unsigned line)
{
    if (strcmp(key, "about") == 0)
        return &board->about;
    if (strcmp(key, "run") != 0)
        return NULL;
    board->run_line = board->run == NULL ? line : board->run_line;
    return &board->run;
}

static int refuse(const struct board_file *board, unsigned line, const char *what, const char *key)
{
    complain("%s:%u: %s%s", board->path, line, what, key);
    return -1;
}

static int take_value(struct board_file *board, unsigned line, const char *key, const char *value)
{
    char **place = place_of(board, key, line);

    if (place == NULL)
        return refuse(board, line, "unknown key (there are: about, run): ", key);
    if (*place != NULL)
        return refuse(board, line, "given twice: ", key);
    if (*value == '\0')
        return refuse(board, line, "has no value: ", key);
    *place = strdup(value);
    return *place != NULL ? 0 : refuse(board, line, strerror(errno), "");
}

static int take_line(struct board_file *board, unsigned line, char *text, size_t n)
{
    if (strlen(text) != n)
        return refuse(board, line, "holds a zero byte: no text file", "");
    char *key = trimmed(text);
    if (*key == '\0' || *key == '#')
        return 0;
    char *equals = strchr(key, '=');
    if (equals == NULL)
        return refuse(board, line, "expected `key = value`: ", key);
    *equals = '\0';
    return take_value(board, line, trimmed(key), trimmed(equals + 1));
}

static int take_file(struct board_file *board, FILE *in)
{
    char *text = NULL;
    size_t room = 0;
    unsigned line = 0;
    int err = 0;

    for (ssize_t n; err == 0 && (n = getline(&text, &room, in)) >= 0;)
        err = take_line(board, ++line, text, (size_t)n);
    if (err == 0 && ferror(in))
        err = refuse(board, line + 1, "cannot be read: ", strerror(errno));
    if (err == 0 && board->run == NULL)
        err = refuse(board, line + (line == 0),
                     "ends without `run`, the command that starts the image", "");
    free(text);
    return err;
}

/* A board is a folder with a board.txt; `_template` and its like are none. */
static bool is_board(const char *targets_dir, const char *name)
{
    char *path = name[0] == '.' || name[0] == '_' ? NULL : path_of(targets_dir, name);
    bool there = path != NULL && access(path, F_OK) == 0;

    free(path);
    return there;
}

static const char *folder_to_list;

static int wanted(const struct dirent *entry)
{
    return is_board(folder_to_list, entry->d_name);
}

/* The boards by name, for the caller to free one by one; their number, or -1 with errno set. */
static int boards(const char *targets_dir, struct dirent ***names)
{
    folder_to_list = targets_dir;
    return scandir(targets_dir, names, wanted, alphasort);
}

static void say_what_there_is(const char *targets_dir, const char *name)
{
    struct dirent **names = NULL;
    int n = boards(targets_dir, &names);

    (void)fprintf(stderr, "board_runner: no board `%s` under %s; there %s:", name, targets_dir,
                  n == 1 ? "is" : "are");
    for (int i = 0; i < n; i++) {
        (void)fprintf(stderr, " %s", names[i]->d_name);
        free(names[i]);
    }
    (void)fputs(n > 0 ? "\n" : " none\n", stderr);
    free(names);
}

int board_file_read(struct board_file *board, const char *targets_dir, const char *name)
{
    *board = (struct board_file){ .path = path_of(targets_dir, name) };
    if (*name == '\0' || strchr("._", *name) != NULL || strchr(name, '/') != NULL ||
        board->path == NULL) {
        say_what_there_is(targets_dir, name);
        return -1;
    }
    FILE *in = fopen(board->path, "re");
    if (in == NULL && errno == ENOENT) {
        say_what_there_is(targets_dir, name);
        return -1;
    }
    if (in == NULL)
        return refuse(board, 1, "cannot be read: ", strerror(errno));
    int err = take_file(board, in);
    (void)fclose(in);
    return err;
}

void board_file_free(struct board_file *board)
{
    free(board->path);
    free(board->about);
    free(board->run);
    *board = (struct board_file){ 0 };
}

static int list_one(FILE *out, const char *targets_dir, const char *name)
{
    struct board_file board;
    int err = board_file_read(&board, targets_dir, name);

    if (err == 0)
        (void)fprintf(out, "%-16s %s\n", name, board.about != NULL ? board.about : "");
    board_file_free(&board);
    return err;
}

int board_file_list(FILE *out, const char *targets_dir)
{
    struct dirent **names = NULL;
    int n = boards(targets_dir, &names);
    int err = 0;

    if (n < 0) {
        complain("%s: %s (--targets names the folder of the boards)", targets_dir, strerror(errno));
        return -1;
    }
    for (int i = 0; i < n; i++) {
        err |= list_one(out, targets_dir, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    return err;
}
