/* Starts the image once a kernel. */
#include "image.h"
#include "log/read.h"
#include "profile/finish.h"
#include "profile/objects.h"
#include "series/kernels.h"
#include "signature/file.h"
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- From series of kernels to what is watched ---- */

#define MOST_LAPS 1e6

static int add(struct kernel_watches *w, const struct kernel_run *r, const struct kernel_point *p,
               double ticks)
{
    struct kernel_watch *more = realloc(w->at, (w->n + 1) * sizeof *more);

    if (more == NULL)
        return -1;
    w->at = more;
    w->at[w->n++] = (struct kernel_watch){
        .name = r->name,
        .variant = r->variant,
        .type = r->type,
        .n = p->n,
        .laps = (uint64_t)fmax(1, fmin(MOST_LAPS, round(ticks / p->ticks))),
        .lap_ticks = p->ticks,
    };
    return 0;
}

static int add_run(struct kernel_watches *w, const struct kernel_run *r, double ticks)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].n > 0 && r->point[i].timings > 0 && r->point[i].ticks > 0 &&
            add(w, r, &r->point[i], ticks) != 0)
            return -1;
    return 0;
}

/* Laps and the one that warms. */
static double all_ticks(const struct kernel_watch *w)
{
    return ((double)w->laps + 1) * w->lap_ticks;
}

static int by_ticks(const void *a, const void *b)
{
    double x = all_ticks(a), y = all_ticks(b);

    return (x > y) - (x < y);
}

int kernel_watches_find(struct kernel_watches *w, const struct log_run *run, double ticks)
{
    struct kernels kernels;
    int status = kernels_read(&kernels, run, "kernels", METHOD_ROBUST);

    *w = (struct kernel_watches){ 0 };
    for (size_t i = 0; i < kernels.n && status == 0; i++)
        if (kernels.run[i].contexts <= 1 && strcmp(kernels.run[i].state, "warm") == 0)
            status = add_run(w, &kernels.run[i], ticks);
    kernels_free(&kernels);
    if (w->n > 0)
        qsort(w->at, w->n, sizeof *w->at, by_ticks);
    return status;
}

void kernel_watches_free(struct kernel_watches *w)
{
    free(w->at);
    *w = (struct kernel_watches){ 0 };
}

enum { MISSING = 2, NOTHING = 3, MOST_SECONDS = 120 };

static int find_path(struct kernel_image *image, const char *target)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL)
        *slash = '\0';
    if (image->asked->image != NULL)
        snprintf(image->path, sizeof image->path, "%s", image->asked->image);
    else if (strcmp(target, "host_posix") == 0)
        snprintf(image->path, sizeof image->path, "%.4000s/probes", self);
    else
        snprintf(image->path, sizeof image->path, "%.3900s/../%.60s/probes", self, target);
    char *whole = realpath(image->path, NULL); /* names without a folder are looked for in PATH */
    if (whole != NULL)
        snprintf(image->path, sizeof image->path, "%s", whole);
    free(whole);
    struct stat file;
    if (stat(image->path, &file) == 0 && S_ISDIR(file.st_mode)) {
        profile_say("%s: is a folder; name the image in it", image->path);
        return MISSING;
    }
    if (access(image->path, R_OK) == 0)
        return 0;
    profile_say("%s: no image of %s there; name it by --image=FILE", image->path, target);
    return MISSING;
}

static int find_marks(struct kernel_image *image)
{
    struct object *o = object_open(image->path);
    uint64_t begins, ends;
    bool found = o != NULL && object_find(o, "kernel_watch_begins", &begins) &&
                 object_find(o, "kernel_watch_ends", &ends);

    if (found) /* what an emulator of whole machines runs is where its file says */
        snprintf(image->marks, sizeof image->marks,
                 ",start=%llx,stop=%llx,code=%llx,bursts=24,every=10000",
                 (unsigned long long)begins, (unsigned long long)ends,
                 (unsigned long long)(image->asked->run != NULL ? 0 : object_code(o)));
    if (o != NULL)
        object_close(o);
    if (found)
        return 0;
    profile_say("%s: no function kernel_watch_begins in it: an image from before it was made, "
                "stripped, or this program was built without libdw",
                image->path);
    return MISSING;
}

int kernel_image_find(struct kernel_image *image, const struct request *asked, const char *target)
{
    *image = (struct kernel_image){ .asked = asked };
    int status = find_path(image, target);
    return status == 0 ? find_marks(image) : status;
}

/* Takes kernels_crc from the stream that the image sent to FILE. */
static void read_crc(struct kernel_image *image, const char *file)
{
    struct log log;
    int fd = open(file, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    (void)log_read(&log, fd, 0);
    const char *text =
        log.has_run ? log_key_text(log.run.keys, log.run.n_keys, "kernels_crc") : NULL;
    snprintf(image->crc, sizeof image->crc, "%s", text != NULL ? text : "");
    log_free(&log);
}

/* Why W left no signature, or one of no instruction: the emulator met an instruction that it does
 * not know, as of a vector extension, or something that is said, with its last words. */
static int lost(struct kernel_image *image, const struct emulator *e, const struct kernel_watch *w,
                const char *printed)
{
    char line[200] = "", last[200] = "";
    FILE *from = NULL;

    if (emulator_stopped())
        return NOTHING;
    if (WIFSIGNALED(e->status) && WTERMSIG(e->status) == SIGILL) {
        image->n_unknown++;
        return NOTHING;
    }
    from = fopen(printed, "r");
    while (from != NULL && fgets(line, sizeof line, from) != NULL)
        if (line[0] != '$')
            snprintf(last, sizeof last, "%.*s", (int)strcspn(line, "\r\n"), line);
    if (from != NULL)
        fclose(from);
    profile_say("%s.%s, n=%llu: %s ended with %s %d, and no kernel ran%s%s", w->name, w->variant,
                (unsigned long long)w->n, e->qemu, WIFSIGNALED(e->status) ? "signal" : "status",
                WIFSIGNALED(e->status) ? WTERMSIG(e->status) : WEXITSTATUS(e->status),
                last[0] ? ": " : "", last);
    return NOTHING;
}

static int read_signature(struct kernel_image *image, const struct emulator *e,
                          const struct kernel_watch *w, const char *printed, struct signature *s)
{
    char message[512], maps[sizeof e->raw + 8];
    struct finish_report report;
    struct stat file;

    snprintf(maps, sizeof maps, "%s.maps", e->raw);
    if (stat(e->raw, &file) != 0 || signature_read(s, e->raw, message, sizeof message) != 0)
        return lost(image, e, w, printed);
    if (s->instructions == 0) {
        signature_free(s);
        return lost(image, e, w, printed);
    }
    if (!finish_signature(s, maps, image->path, &report)) {
        signature_free(s);
        profile_say("not enough memory");
        return NOTHING;
    }
    return 0;
}

static void name_signature(struct signature *s, const struct kernel_watch *w, const char *crc)
{
    snprintf(s->program, sizeof s->program, "%s.%s", w->name, w->variant);
    snprintf(s->arguments, sizeof s->arguments,
             "name=%s variant=%s type=%s n=%llu laps=%llu state=warm", w->name, w->variant, w->type,
             (unsigned long long)w->n, (unsigned long long)w->laps);
    s->kernels_crc = (uint32_t)strtoul(crc, NULL, 16);
    free(s->memory); /* of boards that replay no bursts, and no kernel is fitted on these */
    free(s->writebacks);
    s->memory = NULL;
    s->writebacks = NULL;
    s->n_memory = s->n_writebacks = 0;
}

/* Runs what Q says and reads what came of it. */
static int run_once(struct kernel_image *image, struct request *q, const struct kernel_watch *w,
                    struct signature *s)
{
    struct emulator e;
    char printed[sizeof e.folder + 16];
    int status = q->run != NULL ? emulator_find_run(&e, q) : emulator_find(&e, q);

    if (status == 0)
        status = emulator_open(&e);
    if (status != 0)
        return status;
    snprintf(printed, sizeof printed, "%s/printed", e.folder);
    q->printed = printed;
    status = emulator_run(&e, q);
    if (status == 0)
        status = read_signature(image, &e, w, printed, s);
    if (status == 0 && image->crc[0] == '\0')
        read_crc(image, printed);
    if (status == 0)
        name_signature(s, w, image->crc);
    emulator_clean(&e);
    return status;
}

int kernel_image_run(struct kernel_image *image, const struct kernel_watch *w, struct signature *s)
{
    char kernel[80], size[32], laps[32];
    char *command[] = {
        image->path, (char *)"--quick", (char *)"--only", (char *)"kernels", kernel, size, laps,
        NULL
    };
    struct request q = *image->asked;

    snprintf(kernel, sizeof kernel, "kernel=%.30s.%.30s", w->name, w->variant);
    snprintf(size, sizeof size, "n=%llu", (unsigned long long)w->n);
    snprintf(laps, sizeof laps, "laps=%llu", (unsigned long long)w->laps);
    q.command = command;
    q.watch = image->marks;
    q.quiet = true;
    q.most_seconds = MOST_SECONDS;
    return run_once(image, &q, w, s);
}
