/* Writes figures for gnuplot, and runs it. */
#define _GNU_SOURCE /* memfd_create() */
#include "plots.h"
#include "figure.h"
#include "figures.h"
#include "plots_script.h"
#include "report/output/replace.h"
#include "report/output/visible.h"
#include "specs.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, NAME_BYTES = 64, MOST_DOTS = 4000, TABLE_FD = 3 };

static const char table_path[] = "/dev/fd/3"; /* TABLE_FD, for gnuplot */

extern char **environ;

static void name_part(char to[NAME_BYTES], const struct figure_spec *spec, const char *end)
{
    snprintf(to, NAME_BYTES, "%s.%s", spec->name, end);
}

/* ---- pictures ---- */

static void put_script(FILE *out, const struct figure *f)
{
    plots_script(out, f, table_path, NULL);
}

/* Returns a file without a name that holds what WRITE says of F, read from its begin; NULL with
 * errno. Nothing is left of it, however the program ends. */
static FILE *nameless(void (*write)(FILE *, const struct figure *), const struct figure *f)
{
    int fd = memfd_create(f->spec->name, MFD_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");

    if (file == NULL) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    write(file, f);
    if (fflush(file) == 0 && !ferror(file) && lseek(fileno(file), 0, SEEK_SET) == 0)
        return file;
    fclose(file);
    return NULL;
}

/* Runs gnuplot from SCRIPT, with TABLE, to PICTURE. Returns 0, or an errno; EIO where it fails. */
static int run_gnuplot(FILE *script, FILE *table, FILE *picture)
{
    char *const argv[] = { "gnuplot", "--default-settings", NULL };
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    int why = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    why |= posix_spawn_file_actions_adddup2(&actions, fileno(picture), STDOUT_FILENO);
    why |= posix_spawn_file_actions_adddup2(&actions, fileno(table), TABLE_FD);
    why |= posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (why == 0)
        why = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (why != 0)
        return why;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EIO;
}

/* The bytes of FILE from its begin as text, to be freed, or NULL. */
static char *all_text(FILE *file)
{
    char *text = NULL;
    size_t n = 0;

    rewind(file);
    if (getdelim(&text, &n, '\0', file) >= 0)
        return text;
    free(text);
    return NULL;
}

static void put_nothing(FILE *out, const struct figure *f)
{
    (void)out;
    (void)f;
}

/* Sets *SVG to the picture of F, to be freed. Returns 0, or an errno: ENOENT without gnuplot. */
static int draw_picture(const struct figure *f, char **svg)
{
    FILE *file[] = { nameless(put_script, f), nameless(plots_table, f), nameless(put_nothing, f) };
    bool whole = file[0] != NULL && file[1] != NULL && file[2] != NULL;
    int why = whole ? run_gnuplot(file[0], file[1], file[2]) : EIO;

    *svg = why == 0 ? all_text(file[2]) : NULL;
    for (size_t i = 0; i < sizeof file / sizeof file[0]; i++)
        if (file[i] != NULL)
            fclose(file[i]);
    return why == 0 && *svg == NULL ? EIO : why;
}

char *plots_svg(const struct figure *f)
{
    char *svg;

    (void)draw_picture(f, &svg);
    return svg;
}

/* ---- a folder of figures ---- */

/* Writes "PROGRAM: FILE: WHY" to ERR, unless WHY, an errno, is 0. Returns 0, or -1. */
static int say_failed(FILE *err, const char *file, int why)
{
    if (why != 0)
        output_say(err, file, "%s", strerror(why));
    return why == 0 ? 0 : -1;
}

/* Writes TEXT to DIR/NAME.END. Returns 0, or -1 after a message. */
static int put_part(const char *dir, const struct figure *f, const char *end, const char *text,
                    FILE *err)
{
    char name[NAME_BYTES], file[PATH_BYTES];

    name_part(name, f->spec, end);
    if (snprintf(file, sizeof file, "%s/%s", dir, name) >= (int)sizeof file)
        return say_failed(err, dir, ENAMETOOLONG);
    return say_failed(err, file, output_replace(file, text, strlen(text)));
}

static void put_own_script(FILE *out, const struct figure *f)
{
    char script[NAME_BYTES], table[NAME_BYTES], picture[NAME_BYTES];

    name_part(script, f->spec, "gp");
    name_part(table, f->spec, "dat");
    name_part(picture, f->spec, "svg");
    fprintf(out, "# gnuplot %s\n", script);
    plots_script(out, f, table, picture);
}

/* Writes what WRITE says of F to DIR/NAME.END. Returns 0, or -1 after a message. */
static int write_part(const char *dir, const struct figure *f, const char *end,
                      void (*write)(FILE *, const struct figure *), FILE *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    if (out == NULL)
        return say_failed(err, dir, ENOMEM);
    write(out, f);
    int failed = fclose(out) == 0 ? put_part(dir, f, end, text, err) : say_failed(err, dir, ENOMEM);
    free(text);
    return failed;
}

/* Draws F into DIR while *DRAWS, which becomes false without gnuplot. 0, or -1 after a message. */
static int write_picture(const char *dir, const struct figure *f, bool *draws, FILE *err)
{
    char *svg = NULL;
    int why = *draws ? draw_picture(f, &svg) : 0;

    *draws = *draws && why != ENOENT;
    if (why != 0 && why != ENOENT) {
        output_say(err, f->spec->name, "gnuplot could not draw it");
        return -1;
    }
    int failed = svg != NULL ? put_part(dir, f, "svg", svg, err) : 0;
    free(svg);
    return failed;
}

static int write_figure(const char *dir, const struct figure *f, bool *draws, FILE *err)
{
    int failed = write_part(dir, f, "dat", plots_table, err);

    if (failed == 0)
        failed = write_part(dir, f, "gp", put_own_script, err);
    return failed == 0 ? write_picture(dir, f, draws, err) : failed;
}

int plots_write(const struct figures *figures, const char *dir, FILE *err)
{
    bool draws = true;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return say_failed(err, dir, errno);
    for (size_t i = 0; i < figures->n; i++)
        if (*figures->at[i].missing == '\0' && write_figure(dir, &figures->at[i], &draws, err) != 0)
            return -1;
    if (!draws)
        output_say(err, dir, "no gnuplot here: scripts and tables, but no pictures");
    return 0;
}

int report_plots(const char *dir, const struct log *log, const struct results *results, FILE *err)
{
    struct figures figures;

    figures_make(&figures, &log->run, results, MOST_DOTS);
    int status = plots_write(&figures, dir, err);
    figures_free(&figures);
    return status;
}

static const char *const part_ends[] = { "dat", "gp", "svg" };
enum { PARTS = sizeof part_ends / sizeof part_ends[0] };

/* The figure of number N of all; NULL: there is none. */
static const struct figure_spec *spec_of(size_t n)
{
    if (n < figure_memory_count)
        return &figure_memory[n];
    n -= figure_memory_count;
    if (n < figure_processor_count)
        return &figure_processor[n];
    n -= figure_processor_count;
    return n < figure_kernels_count ? &figure_kernels[n] : NULL;
}

bool plots_file(char *to, size_t room, const char *dir, size_t i)
{
    const struct figure_spec *spec = spec_of(i / PARTS);
    char name[NAME_BYTES];

    if (spec == NULL)
        return false;
    name_part(name, spec, part_ends[i % PARTS]);
    snprintf(to, room, "%s/%s", dir, name);
    return true;
}
