/* Finds the folders of boards and images from the program's own place. */
#include "folders.h"
#include "board/lines.h"
#include "complain.h"
#include "format.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Texts that a request points to until the program ends. */
static struct {
    char *program_dir, *source_dir, *targets_dir, *images_dir, *analyze;
} found;

static char *find_program_dir(void)
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program);

    while (n > 0 && program[n - 1] != '/')
        n--;
    return n > 1 ? format_text("%.*s", (int)n - 1, program) : format_text(".");
}

/* Returns DIR/NAME without detours through "..", for the caller to free; NULL: no memory. */
static char *resolve(const char *dir, const char *name)
{
    char *path = *name == '/' ? format_text("%s", name) : format_text("%s/%s", dir, name);
    char *real = path != NULL ? realpath(path, NULL) : NULL;

    if (real == NULL)
        return path;
    free(path);
    return real;
}

/* Takes a line of board_runner.where: its folder is used while none before it has targets/. */
static int take_source(void *ctx, const struct board_line *line)
{
    (void)ctx;
    if (strcmp(line->key, "source") != 0)
        return board_lines_refuse(line->path, line->line,
                                  "unknown key (there is: source): ", line->key);
    if (found.targets_dir != NULL && access(found.targets_dir, F_OK) == 0)
        return 0;
    free(found.source_dir);
    free(found.targets_dir);
    found.source_dir = resolve(found.program_dir, line->value);
    if (found.source_dir == NULL)
        return board_lines_refuse(line->path, line->line, strerror(ENOMEM), "");
    found.targets_dir = format_text("%s/targets", found.source_dir);
    return 0;
}

static int find_source(const char *where)
{
    if (board_lines_read(where, false, take_source, NULL) != 0)
        return -1;
    if (found.source_dir == NULL)
        return board_lines_refuse(where, 1, "ends without `source`, the source tree", "");
    found.images_dir = format_text("%s/build", found.source_dir);
    return 0;
}

static void find_installed(void)
{
    found.targets_dir = resolve(found.program_dir, "../share/pontoon/targets");
    found.images_dir = format_text("build");
}

static int find_folders(const char *where)
{
    if (found.program_dir != NULL && where != NULL) {
        if (access(where, F_OK) != 0)
            find_installed();
        else if (find_source(where) != 0)
            return -1;
    }
    if (found.targets_dir != NULL && found.images_dir != NULL)
        return 0;
    complain("%s", strerror(ENOMEM));
    return -1;
}

int folders_find(struct request *request, const char *target)
{
    found.program_dir = find_program_dir();
    char *where =
        format_text("%s/board_runner.where", found.program_dir != NULL ? found.program_dir : ".");
    int err = find_folders(where);

    free(where);
    found.analyze = format_text("%s/analyze", found.program_dir != NULL ? found.program_dir : ".");
    request->analyze_beside = found.analyze;
    request->places.targets_dir = found.targets_dir;
    request->images = (struct image_places){ .source_dir = found.source_dir,
                                             .image_dir = found.program_dir,
                                             .images_dir = found.images_dir,
                                             .target = target };
    return err;
}
