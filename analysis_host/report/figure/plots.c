/* Writes figures for gnuplot, and runs it. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np() */
#include "plots.h"
#include "figure.h"
#include "figures.h"
#include "plots_script.h"
#include "report/output/replace.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, MOST_DOTS = 4000 };

extern char **environ;

/* DIR/NAME.END; false when it is too long. */
static bool path_of(char *to, const char *dir, const char *name, const char *end)
{
    return snprintf(to, PATH_BYTES, "%s/%s.%s", dir, name, end) < PATH_BYTES;
}

/* Writes F by WRITE to DIR/NAME.END. Returns 0, or an errno. */
static int write_part(const char *dir, const struct figure *f, const char *end,
                      void (*write)(FILE *, const struct figure *))
{
    char file[PATH_BYTES];
    char *text = NULL;
    size_t n = 0;

    if (!path_of(file, dir, f->spec->name, end))
        return ENAMETOOLONG;
    FILE *out = open_memstream(&text, &n);
    if (out == NULL)
        return ENOMEM;
    write(out, f);
    int why = fclose(out) == 0 ? output_replace(file, text, n) : ENOMEM;
    free(text);
    return why;
}

static int write_sources(const char *dir, const struct figure *f)
{
    int why = write_part(dir, f, "dat", plots_table);

    return why != 0 ? why : write_part(dir, f, "gp", plots_script);
}

enum drawing { DRAWN, NO_GNUPLOT, NOT_DRAWN };

static enum drawing run_gnuplot(const char *dir, char *script)
{
    char *const argv[] = { "gnuplot", "--default-settings", script, NULL };
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return NOT_DRAWN;
    int why = posix_spawn_file_actions_addchdir_np(&actions, dir);
    why |= posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    why |= posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    why |= posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (why == 0)
        why = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (why != 0)
        return why == ENOENT ? NO_GNUPLOT : NOT_DRAWN;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return NOT_DRAWN;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? DRAWN : NOT_DRAWN;
}

static enum drawing draw_picture(const char *dir, const struct figure *f)
{
    char script[64];

    snprintf(script, sizeof script, "%s.gp", f->spec->name);
    return run_gnuplot(dir, script);
}

static int say_failed(FILE *err, const char *what, const char *why)
{
    fprintf(err, "analyze: %s: %s\n", what, why);
    return -1;
}

int plots_write(const struct figures *figures, const char *dir, FILE *err)
{
    enum drawing drawing = DRAWN;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return say_failed(err, dir, strerror(errno));
    for (size_t i = 0; i < figures->n; i++) {
        const struct figure *f = &figures->at[i];
        int why = *f->missing == '\0' ? write_sources(dir, f) : 0;
        if (why != 0)
            return say_failed(err, dir, strerror(why));
        if (*f->missing == '\0' && drawing == DRAWN)
            drawing = draw_picture(dir, f);
        if (drawing == NOT_DRAWN)
            return say_failed(err, f->spec->name, "gnuplot could not draw it");
    }
    if (drawing == NO_GNUPLOT)
        fprintf(err, "analyze: %s: no gnuplot here: scripts and tables, but no pictures\n", dir);
    return 0;
}

/* A file's bytes as text, or NULL. */
static char *read_text(const char *file)
{
    FILE *in = fopen(file, "r");
    char *text = NULL;
    size_t n = 0;

    if (in == NULL)
        return NULL;
    if (getdelim(&text, &n, '\0', in) < 0) {
        free(text);
        text = NULL;
    }
    fclose(in);
    return text;
}

char *plots_svg(const struct figure *f)
{
    static const char *const ends[] = { "svg", "gp", "dat" };
    char dir[] = "/tmp/pontoon-XXXXXX", file[PATH_BYTES];
    char *svg = NULL;

    if (mkdtemp(dir) == NULL)
        return NULL;
    bool drawn = write_sources(dir, f) == 0 && draw_picture(dir, f) == DRAWN;
    for (size_t i = 0;
         i < sizeof ends / sizeof ends[0] && path_of(file, dir, f->spec->name, ends[i]); i++) {
        if (drawn && i == 0)
            svg = read_text(file);
        unlink(file);
    }
    rmdir(dir);
    return svg;
}

int report_plots(const char *dir, const struct log *log, const struct results *results, FILE *err)
{
    struct figures figures;

    figures_make(&figures, &log->run, results, MOST_DOTS);
    int status = plots_write(&figures, dir, err);
    figures_free(&figures);
    return status;
}
