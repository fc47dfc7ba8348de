/* The code of a block: assembler text goes through an assembler, object files are read as they are.
 */
#include "block.h"
#include "elf_code.h"
#include "predict/say.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { INPUT_MOST = 64 << 20, MESSAGES_MOST = 16 << 10, MESSAGES_SHOWN = 5 };

/* The assemblers of an ISA; the first that is installed is used. */
static const struct {
    const char *isa, *command[2], *package;
} assemblers[] = {
    { "x86_64", { "x86_64-linux-gnu-as --64", "as --64" }, "binutils" },
    { "i386", { "x86_64-linux-gnu-as --32", "as --32" }, "binutils" },
    { "aarch64", { "aarch64-linux-gnu-as", "aarch64-none-elf-as" }, "binutils-aarch64-linux-gnu" },
    { "arm",
      { "arm-linux-gnueabihf-as -mfpu=neon", "arm-none-eabi-as" },
      "binutils-arm-none-eabi" },
    { "riscv64",
      { "riscv64-linux-gnu-as", "riscv64-unknown-elf-as" },
      "binutils-riscv64-unknown-elf" },
};

/* What a file holds; NULL without memory, or after errno was set. */
static uint8_t *slurp(int fd, size_t *n)
{
    size_t room = 1 << 16;
    uint8_t *bytes = malloc(room);

    for (*n = 0; bytes != NULL;) {
        ssize_t got = read(fd, bytes + *n, room - *n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            return bytes;
        *n += got > 0 ? (size_t)got : 0;
        uint8_t *more = got < 0 || *n > INPUT_MOST ? NULL : bytes;
        if (more != NULL && *n == room)
            more = realloc(bytes, room *= 2);
        if (more == NULL) {
            free(bytes);
            errno = got < 0 ? errno : *n > INPUT_MOST ? EFBIG : ENOMEM;
            return NULL;
        }
        bytes = more;
    }
    return NULL;
}

/* Reads FILE, or standard input. Returns 0, or a status after a message. */
static int read_input(const char *file, uint8_t **bytes, size_t *n)
{
    int fd = strcmp(file, "-") == 0 ? dup(STDIN_FILENO) : open(file, O_RDONLY | O_CLOEXEC);

    *bytes = fd >= 0 ? slurp(fd, n) : NULL;
    int failed = errno;
    if (fd >= 0)
        close(fd);
    return *bytes != NULL ? 0 : say(SAY_USAGE, file, "%s", strerror(failed));
}

/* What the assembler said, a line each, with NAME for its "{standard input}". */
static void say_messages(char *text, const char *name)
{
    static const char input[] = "{standard input}:";
    unsigned said = 0;

    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        bool located = strncmp(line, input, sizeof input - 1) == 0;
        char where[200];
        if (!located || strstr(line, "Error: ") == NULL)
            continue;
        if (said++ == MESSAGES_SHOWN) {
            say(0, name, "more errors follow");
            return;
        }
        snprintf(where, sizeof where, "%s:%d", name, atoi(line + sizeof input - 1));
        say(0, where, "%s", strstr(line, "Error: ") + strlen("Error: "));
    }
    if (said == 0)
        say(0, name, "the assembler failed and named no line");
}

/* Starts the first of COMMANDS that is installed, from IN to the file OUT; its messages go to ERR.
 * Returns its exit status: 127 where none is installed. */
static int run_assembler(const char *const commands[2], int in, const char *out, int err)
{
    static char script[] = "out=$1; shift; for c; do command -v \"${c%% *}\" >/dev/null && exec $c "
                           "-o \"$out\"; done; exit 127";
    char *const argv[] = {
        "sh", "-c", script, "sh", (char *)out, (char *)commands[0], (char *)commands[1], NULL
    };
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDOUT_FILENO);
    int failed = posix_spawn(&child, "/bin/sh", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return 127;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

/* An open file without a name in the folder of temporary files, of the N bytes at BYTES; -1. */
static int temporary(const void *bytes, size_t n)
{
    FILE *f = tmpfile();
    int fd = f != NULL && fwrite(bytes, 1, n, f) == n && fflush(f) == 0 ? dup(fileno(f)) : -1;

    if (f != NULL)
        fclose(f);
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

/* Replaces the assembler text *BYTES by the object file that the assembler makes of it. */
static int assemble(uint8_t **bytes, size_t *n, const char *isa, const char *name,
                    const char *assembler)
{
    const char *folder = getenv("TMPDIR");
    char out[4096], messages[MESSAGES_MOST];
    const char *commands[2] = { assembler, assembler }, *package = NULL;
    int status = 127, made = -1;

    for (size_t i = 0; i < sizeof assemblers / sizeof *assemblers && assembler == NULL; i++)
        if (strcmp(assemblers[i].isa, isa) == 0) {
            memcpy(commands, assemblers[i].command, sizeof commands);
            package = assemblers[i].package;
        }
    if (commands[0] == NULL)
        return say(SAY_NOTHING, name, "no assembler is known for %s: give --assembler=COMMAND",
                   isa);
    int in = temporary(*bytes, *n), err = temporary("", 0);
    snprintf(out, sizeof out, "%s/pontoon-block-XXXXXX", folder != NULL ? folder : "/tmp");
    if (in >= 0 && err >= 0)
        made = mkstemp(out);
    if (made >= 0)
        status = run_assembler(commands, in, out, err);
    if (made < 0)
        say(0, "temporary file", "%s", strerror(errno));
    else if (status == 127)
        say(0, name, "%s is not installed%s%s", commands[0], package != NULL ? ": install " : "",
            package != NULL ? package : "");
    else if (status != 0) {
        ssize_t got = pread(err, messages, sizeof messages - 1, 0);
        messages[got > 0 ? got : 0] = '\0';
        say_messages(messages, name);
    }
    free(*bytes);
    *bytes = NULL;
    if (status == 0 && lseek(made, 0, SEEK_SET) == 0)
        *bytes = slurp(made, n);
    if (made >= 0) {
        close(made);
        unlink(out);
    }
    close(in);
    close(err);
    return *bytes != NULL ? 0 : SAY_NOTHING;
}

int block_code_read(struct block_code *c, const char *isa, const char *file, const char *symbol,
                    const char *assembler)
{
    uint8_t *bytes;
    size_t n = 0;
    int status;

    *c = (struct block_code){ 0 };
    snprintf(c->name, sizeof c->name, "%s%s%s", strcmp(file, "-") == 0 ? "standard input" : file,
             symbol != NULL ? ":" : "", symbol != NULL ? symbol : "");
    status = read_input(file, &bytes, &n);
    if (status == 0 && !(n > 4 && memcmp(bytes, "\177ELF", 4) == 0))
        status = assemble(&bytes, &n, isa, c->name, assembler);
    if (status == 0)
        status = elf_code(c, bytes, n, isa, symbol);
    free(bytes);
    return status;
}

void block_code_free(struct block_code *c)
{
    free(c->bytes);
    *c = (struct block_code){ 0 };
}
