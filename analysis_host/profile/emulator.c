/* Which emulator a program takes, and its run under the plugin. */
#define _GNU_SOURCE
#include "emulator.h"
#include "report/output/visible.h"
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MISSING = 2, NOTHING = 3, STOPPED = 128 };
enum { MOST_ARGUMENTS = 32, QUIET_SECONDS = 2, TICKS = 50, PROGRAM_COLUMNS = 24 };

void profile_say(const char *format, ...)
{
    char text[2 * PATH_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("profile: ", stderr);
    output_visible(stderr, text, strlen(text));
    fputc('\n', stderr);
}

/* Finds NAME as a shell would, in PATH unless it has a slash. Returns false where it is not. */
static bool find_program(char to[PATH_MAX], const char *name)
{
    const char *path = getenv("PATH");

    if (strchr(name, '/')) {
        snprintf(to, PATH_MAX, "%s", name);
        return access(to, F_OK) == 0;
    }
    for (path = path ? path : "/usr/bin:/bin"; *path; path += *path == ':') {
        size_t n = strcspn(path, ":");
        snprintf(to, PATH_MAX, "%.*s/%s", (int)n, n ? path : ".", name);
        struct stat s;
        if (stat(to, &s) == 0 && S_ISREG(s.st_mode) && access(to, X_OK) == 0)
            return true;
        path += n;
    }
    return false;
}

/* Machines that QEMU's plugins and the decoders know. */
static const struct machine {
    unsigned machine, class;
    const char *isa, *root;
} machines[] = {
    { EM_X86_64, ELFCLASS64, "x86_64", "/usr/x86_64-linux-gnu" },
    { EM_386, ELFCLASS32, "i386", "/usr/i686-linux-gnu" },
    { EM_AARCH64, ELFCLASS64, "aarch64", "/usr/aarch64-linux-gnu" },
    { EM_ARM, ELFCLASS32, "arm", "/usr/arm-linux-gnueabihf" },
    { EM_RISCV, ELFCLASS64, "riscv64", "/usr/riscv64-linux-gnu" },
};

static const struct machine *machine_of(const unsigned char *head)
{
    unsigned machine = head[18] | (unsigned)head[19] << 8;

    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].machine == machine && machines[i].class == head[EI_CLASS] &&
            head[EI_DATA] == ELFDATA2LSB)
            return &machines[i];
    return NULL;
}

static bool is_folder(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Reads which ISA the program is for. */
static int find_isa(struct emulator *e)
{
    unsigned char head[64 + 1] = { 0 };
    int file = open(e->program, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? -1 : read(file, head, sizeof head - 1);

    if (file < 0 || n < 0) {
        profile_say("%s: %s", e->program, strerror(errno));
        if (file >= 0)
            close(file);
        return NOTHING;
    }
    close(file);
    if (head[0] == '#' && head[1] == '!') {
        const char *first = (const char *)head + 2 + strspn((const char *)head + 2, " ");
        profile_say("%s: a script: name its interpreter, as in `profile -o FILE -- %.*s %s`",
                    e->program, (int)strcspn(first, "\r\n"), first, e->program);
        return NOTHING;
    }
    const struct machine *m = memcmp(head, ELFMAG, SELFMAG) == 0 ? machine_of(head) : NULL;
    if (!m) {
        profile_say("%s: no program of Linux for x86-64, i386, AArch64, ARM or RISC-V 64",
                    e->program);
        return NOTHING;
    }
    if (access(e->program, X_OK) != 0) {
        profile_say("%s: %s (chmod +x makes a file one to run)", e->program, strerror(errno));
        return NOTHING;
    }
    snprintf(e->isa, sizeof e->isa, "%s", m->isa);
    if (is_folder(m->root))
        snprintf(e->root, sizeof e->root, "%s", m->root);
    return 0;
}

static int find_qemu(struct emulator *e, const struct request *request)
{
    char name[64];

    snprintf(name, sizeof name, "qemu-%s", e->isa);
    if (find_program(e->qemu, request->qemu ? request->qemu : name))
        return 0;
    profile_say("%s is not installed, which runs programs for %s (Debian's package qemu-user)",
                request->qemu ? request->qemu : name, e->isa);
    return MISSING;
}

/* The plugin lies beside the program where it was built, or under lib/ where it is installed. */
static int find_plugin(struct emulator *e)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    static const char *const places[] = { "/profile.so", "/../" PONTOON_PLUGIN };

    self[n < 0 ? 0 : n] = 0;
    char *slash = strrchr(self, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        if (snprintf(e->plugin, sizeof e->plugin, "%.*s%s", (int)(slash - self), self, places[i]) <
                (int)sizeof e->plugin &&
            access(e->plugin, R_OK) == 0)
            return 0;
    }
    profile_say("profile.so, the plugin of QEMU that belongs to this program, is not beside it");
    return MISSING;
}

int emulator_find(struct emulator *e, const struct request *request)
{
    *e = (struct emulator){ .status = 0 };
    if (!find_program(e->program, request->command[0])) {
        profile_say("%s: no such program", request->command[0]);
        return NOTHING;
    }
    int status = find_isa(e);
    status = status ? status : find_qemu(e, request);
    return status ? status : find_plugin(e);
}

int emulator_find_run(struct emulator *e, const struct request *request)
{
    *e = (struct emulator){ .status = 0 };
    snprintf(e->program, sizeof e->program, "%s", request->command[0]);
    snprintf(e->qemu, sizeof e->qemu, "%.*s", (int)strcspn(request->run, " "), request->run);
    return find_plugin(e);
}

int emulator_open(struct emulator *e)
{
    const char *base = getenv("TMPDIR");

    if (!base || strlen(base) > sizeof e->folder - 20 || strchr(base, ','))
        base = "/tmp";
    snprintf(e->folder, sizeof e->folder, "%s/profile.XXXXXX", base);
    if (!mkdtemp(e->folder)) {
        profile_say("%s: %s", e->folder, strerror(errno));
        e->folder[0] = 0;
        return MISSING;
    }
    snprintf(e->raw, sizeof e->raw, "%s/raw", e->folder);
    return 0;
}

void emulator_clean(struct emulator *e)
{
    DIR *folder = e->folder[0] ? opendir(e->folder) : NULL;
    struct dirent *entry;
    char path[PATH_MAX];

    while (folder && (entry = readdir(folder)))
        if (snprintf(path, sizeof path, "%s/%s", e->folder, entry->d_name) < (int)sizeof path)
            unlink(path);
    if (folder)
        closedir(folder);
    if (e->folder[0])
        rmdir(e->folder);
    e->folder[0] = 0;
}

/* Writes TEXT with the words {image} and {options} replaced, and the plugin after its first. */
static void write_run(FILE *to, const char *text, const char *plugin, char **command)
{
    size_t first = strcspn(text, " ");

    fprintf(to, "exec %.*s -plugin '%s'", (int)first, text, plugin);
    for (text += first; *text; text++)
        if (strncmp(text, "{image}", 7) == 0) {
            fputs(command[0], to);
            text += 6;
        } else if (strncmp(text, "{options}", 9) == 0) {
            for (char **word = command + 1; *word; word++)
                fprintf(to, "%s%s", word > command + 1 ? " " : "", *word);
            text += 8;
        } else {
            fputc(*text, to);
        }
}

/* In the child: becomes a shell that starts the request's command. */
static _Noreturn void become_run(const struct request *request, const char *plugin)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&text, &n);

    if (to) {
        write_run(to, request->run, plugin, request->command);
        fclose(to);
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    }
    profile_say("/bin/sh: %s", strerror(errno));
    _exit(MISSING);
}

/* In the child: input, output and messages of a run whose output is kept. */
static void redirect(const struct request *request)
{
    int null = request->printed ? open("/dev/null", O_RDONLY) : -1;
    int to = request->printed ? open(request->printed, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;

    if (null >= 0)
        dup2(null, STDIN_FILENO);
    if (to >= 0) {
        dup2(to, STDOUT_FILENO);
        dup2(to, STDERR_FILENO);
    }
}

/* In the child: becomes QEMU. */
static _Noreturn void become_qemu(const struct emulator *e, const struct request *request)
{
    char plugin[3 * PATH_MAX];
    char *arguments[MOST_ARGUMENTS];
    size_t n = 0, n_command = 0;

    snprintf(plugin, sizeof plugin, "%s,out=%s,line=%u,page=%u%s", e->plugin, e->raw, request->line,
             request->page, request->watch ? request->watch : "");
    redirect(request);
    if (request->run)
        become_run(request, plugin);
    while (request->command[n_command])
        n_command++;
    arguments[n++] = (char *)e->qemu;
    arguments[n++] = (char *)"-plugin";
    arguments[n++] = plugin;
    if (request->cpu || strcmp(e->isa, "x86_64") == 0) {
        arguments[n++] = (char *)"-cpu";
        arguments[n++] = (char *)(request->cpu ? request->cpu : "max");
    }
    if (e->root[0]) {
        arguments[n++] = (char *)"-L";
        arguments[n++] = (char *)e->root;
    }
    arguments[n++] = (char *)"-0"; /* programs may look for themselves by what they were called */
    arguments[n++] = request->command[0];
    char **all = calloc(n + n_command + 1, sizeof *all);
    if (all) {
        memcpy(all, arguments, n * sizeof *all);
        memcpy(all + n, request->command, n_command * sizeof *all);
        all[n] = (char *)e->program;
        execv(e->qemu, all);
    }
    profile_say("%s: %s", e->qemu, strerror(errno));
    _exit(MISSING);
}

/* The last columns of a path tell more than its first ones. */
static const char *tail_of(const char *path, size_t columns)
{
    size_t n = strlen(path);

    return n > columns ? path + n - columns : path;
}

static bool tell_progress(const struct emulator *e, unsigned seconds)
{
    char shown[PROGRAM_COLUMNS + 1];

    if (seconds < QUIET_SECONDS || !isatty(STDERR_FILENO))
        return false;
    output_visible_cell(shown, sizeof shown, tail_of(e->program, PROGRAM_COLUMNS));
    fprintf(stderr, "\rprofile: %s: %u s, 30 to 300 times what it takes alone\033[K", shown,
            seconds);
    return true;
}

/* ---- signals to this program ---- */

static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
enum { ENDS = sizeof ends / sizeof *ends };

static volatile sig_atomic_t stopped, to_pass_on;

/* A terminal sends its signals to QEMU, too; those of others are for this process alone. */
static void note_signal(int signal, siginfo_t *about, void *unused)
{
    (void)unused;
    stopped = signal;
    if (about->si_code != SI_KERNEL)
        to_pass_on = signal;
}

static void note_signals(struct sigaction before[ENDS])
{
    struct sigaction note = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO };

    for (size_t i = 0; i < ENDS; i++) {
        sigaction(ends[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(ends[i], &note, NULL);
    }
}

static void forget_signals(const struct sigaction before[ENDS])
{
    for (size_t i = 0; i < ENDS; i++)
        sigaction(ends[i], &before[i], NULL);
}

bool emulator_stopped(void)
{
    return stopped != 0;
}

int emulator_say_stopped(void)
{
    profile_say("stopped by signal %d (%s): nothing was written", stopped, strsignal(stopped));
    return STOPPED + stopped;
}

/* Waits for CHILD, which may do with a signal what it likes: it ends the wait when it ends. */
static void wait_for(struct emulator *e, const struct request *request, pid_t child)
{
    const struct timespec tick = { 0, 1000000000 / TICKS };
    bool told = false;
    unsigned ticks = 0;

    while (waitpid(child, &e->status, WNOHANG) == 0) {
        if (to_pass_on != 0)
            kill(child, to_pass_on);
        to_pass_on = 0;
        nanosleep(&tick, NULL);
        if (++ticks % TICKS == 0 && !request->quiet)
            told = tell_progress(e, ticks / TICKS) || told;
        if (request->most_seconds > 0 && ticks / TICKS == request->most_seconds)
            kill(child, SIGKILL);
    }
    if (told)
        fputs("\r\033[K", stderr);
}

int emulator_run(struct emulator *e, const struct request *request)
{
    struct sigaction before[ENDS];
    int status = e->folder[0] ? 0 : emulator_open(e);

    if (status)
        return status;
    fflush(NULL);
    note_signals(before);
    pid_t child = fork();
    if (child == 0)
        become_qemu(e, request);
    if (child > 0)
        wait_for(e, request, child);
    else
        profile_say("fork: %s", strerror(errno));
    forget_signals(before);
    return child > 0 ? 0 : MISSING;
}
