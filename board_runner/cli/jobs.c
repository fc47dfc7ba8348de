/* Fills the templates of cli/jobs. In a template @KEY@ is a value, quoted for the language of the
 * template. A line that begins with ?KEY and a blank is left out where KEY has no value. */
#include "capture/exit_status.h"
#include "commands.h"
#include "option_check.h"
#include "plan.h"
#include "record/visible.h"
#include "say.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The templates (board_runner/CMakeLists.txt). */
extern const char job_lava[], job_labgrid[], job_slurm[];

struct value {
    const char *key;
    const char *text; /* NULL: none */
    enum { AS_IS, AS_YAML, AS_SHELL } quote;
    char *const *list; /* several, up to NULL, in place of TEXT: items of YAML, words of a shell */
};

/* A description under way: nothing is written until it is whole. */
struct job {
    FILE *out;
    const char *refused; /* a value that YAML cannot hold; NULL: none */
};

/* Writes TEXT as a double-quoted scalar (YAML 1.2, 7.3.1): what a terminal would not show is
 * escaped. */
static void put_yaml(struct job *job, const char *text)
{
    uint32_t code;

    (void)fputc('"', job->out);
    for (const char *at = text; *at != '\0';) {
        unsigned n = visible_character(at, strlen(at), &code);

        if (n == 0) {
            job->refused = text;
            return;
        }
        if (*at == '"' || *at == '\\')
            (void)fputc('\\', job->out);
        if (visible_length(at, strlen(at)) > 0)
            (void)fwrite(at, 1, n, job->out);
        else
            (void)fprintf(job->out, code <= 0xffff ? "\\u%04x" : "\\U%08x", code);
        at += n;
    }
    (void)fputc('"', job->out);
}

/* Writes TEXT as one word of a shell that expands nothing in it. */
static void put_shell(struct job *job, const char *text)
{
    (void)fputc('\'', job->out);
    for (; *text != '\0'; text++)
        (void)fprintf(job->out, *text == '\'' ? "'\\''" : "%c", *text);
    (void)fputc('\'', job->out);
}

static void put_value(struct job *job, const struct value *value)
{
    for (char *const *one = value->list; one != NULL && *one != NULL; one++) {
        bool yaml = value->quote == AS_YAML;

        (void)fputs(yaml ? "    - " : "", job->out);
        (yaml ? put_yaml : put_shell)(job, *one);
        (void)fputc(yaml ? '\n' : ' ', job->out);
    }
    if (value->list != NULL)
        return;
    if (value->quote == AS_IS)
        (void)fputs(value->text, job->out);
    else
        (value->quote == AS_YAML ? put_yaml : put_shell)(job, value->text);
}

/* Returns the value of the N letters KEY, which VALUES have. */
static const struct value *value_of(const struct value *values, const char *key, size_t n)
{
    while (strlen(values->key) != n || strncmp(values->key, key, n) != 0)
        values++;
    return values;
}

/* Writes TEMPLATE, filled with VALUES, to standard output. Returns 0, or an exit status after a
 * message with nothing written. */
static int put_job(const struct plan *plan, const char *template, const struct value *values)
{
    char *text = NULL;
    size_t n;
    struct job job = { .out = open_memstream(&text, &n) };

    for (size_t length; job.out != NULL && *template != '\0'; template += length) {
        length = strcspn(template, "\n") + 1;
        size_t at = 0;
        if (*template == '?') {
            at = strcspn(template, " ") + 1;
            if (value_of(values, template + 1, at - 2)->text == NULL)
                continue;
        }
        while (at < length) {
            size_t plain = strcspn(template + at, "@\n");
            (void)fwrite(template + at, 1, plain, job.out);
            at += plain + 1;
            if (at == length) {
                (void)fputc('\n', job.out);
            } else {
                size_t key = strcspn(template + at, "@");
                put_value(&job, value_of(values, template + at, key));
                at += key + 1;
            }
        }
    }
    int status = job.out != NULL && fclose(job.out) == 0 ? 0 : EXIT_NOT_STARTED;
    if (status != 0)
        complain("%s", strerror(errno));
    else if (job.refused != NULL) {
        complain("%s: YAML cannot hold `%s`, which is not UTF-8", plan->board.name, job.refused);
        status = EXIT_USAGE;
    } else {
        (void)fputs(text, stdout);
    }
    free(text);
    return status;
}

/* Returns the absolute path of FILE, to be freed; a file that is not there keeps its name. */
static char *absolute(const char *file)
{
    char *path = realpath(file, NULL);

    return path != NULL ? path : format_text("%s", file);
}

static int no_memory(void)
{
    complain("%s", strerror(ENOMEM));
    return EXIT_NOT_STARTED;
}

static int write_lava(const struct plan *plan)
{
    const char *run = board_file_text(&plan->board, BOARD_RUN, 0);
    const char *type = board_file_text(&plan->board, BOARD_LAVA, 0);
    bool is_qemu = plan->link == PLAN_PROCESS && strncmp(run, "qemu-system-", 12) == 0;
    char minutes[24], load[128], *options = NULL;

    if (plan->link != PLAN_PORT && !is_qemu) {
        complain("%s: %s has neither a serial line nor an emulator that LAVA knows",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    if (plan->request->options[0] != NULL &&
        command_line(&options, "{options}", &plan->fill) != COMMAND_OK)
        return no_memory();
    (void)snprintf(minutes, sizeof minutes, "%ld",
                   plan->silence_ms > 0 ? (long)(plan->silence_ms / 60000) + 1 : 60);
    if (plan->load != NULL)
        (void)snprintf(load, sizeof load, "tftp %s {KERNEL}", plan->load[1]);
    char *image = absolute(plan->load != NULL ? plan_load_file(plan) : plan->image);
    char *url = image != NULL ? format_text("file://%s", image) : NULL;
    char *arguments = format_text("-kernel {kernel}%s%s%s", options != NULL ? " -append \"" : "",
                                  options != NULL ? options : "", options != NULL ? "\"" : "");
    int status = url == NULL || arguments == NULL ? no_memory() : 0;
    if (status == 0)
        status = put_job(
            plan, job_lava,
            (const struct value[]){
                { .key = "TYPE", type != NULL ? type : plan->board.name, AS_YAML },
                { .key = "NAME", plan->board.name, AS_YAML },
                { .key = "MINUTES", minutes },
                { .key = "URL", url, AS_YAML },
                { .key = "UBOOT", plan->load != NULL ? load : NULL, AS_YAML },
                { .key = "TYPED", NULL, AS_YAML, plan->types },
                { .key = "START", plan->start, AS_YAML },
                { .key = "QEMU", is_qemu ? arguments : NULL, AS_YAML },
                { .key = "FLASH", is_qemu || plan->load != NULL ? NULL : image, AS_YAML } });
    free(image);
    free(url);
    free(options);
    free(arguments);
    return status;
}

int jobs_lava(const struct request *request)
{
    return plan_apply(request, write_lava);
}

static int write_labgrid(const struct plan *plan)
{
    const struct port_setup *s = &plan->setup;
    bool by_ssh = plan->link == PLAN_SSH;
    struct port_usb_id id = { .serial = "" };
    char *user = NULL, baud[16], vendor[16], product[16];

    if (plan->link == PLAN_PROCESS) {
        complain("%s: %s is a program of this machine: there is nothing to describe",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    if (by_ssh) {
        const char *host = board_file_text(&plan->board, BOARD_SSH, 0);

        if (strchr(host, '@') == NULL) {
            board_file_complain(&plan->board, BOARD_SSH, 0, "labgrid wants USER@HOST");
            return EXIT_USAGE;
        }
        user = format_text("%.*s", (int)strcspn(host, "@"), host);
    }
    bool by_usb = !by_ssh && s->is_usb && port_usb_id_read(&id, s->name);
    (void)snprintf(vendor, sizeof vendor, "%04x", id.vendor);
    (void)snprintf(product, sizeof product, "%04x", id.product);
    (void)snprintf(baud, sizeof baud, "%u", s->baud);
    char *image = absolute(plan->load != NULL ? plan_load_file(plan) : plan->image);
    int status = image == NULL || (by_ssh && user == NULL) ? no_memory() : 0;
    if (status == 0)
        status = put_job(
            plan, job_labgrid,
            (const struct value[]){
                { .key = "HOST", by_ssh ? plan_host(plan) : NULL, AS_YAML },
                { .key = "USER", user, AS_YAML },
                { .key = "PORT", by_ssh || by_usb ? NULL : s->name, AS_YAML },
                { .key = "USB", by_usb ? vendor : NULL },
                { .key = "PRODUCT", product },
                { .key = "SERIAL", id.serial[0] != '\0' ? id.serial : NULL, AS_YAML },
                { .key = "BAUD", by_ssh ? NULL : baud },
                { .key = "START", plan->start, AS_YAML },
                { .key = "PROMPT", board_file_text(&plan->board, BOARD_PROMPT, 0), AS_YAML },
                { .key = "IMAGE", image, AS_YAML } });
    free(image);
    free(user);
    return status;
}

int jobs_labgrid(const struct request *request)
{
    return plan_apply(request, write_labgrid);
}

/* Returns the path of the program analyze in the folder of this one, to be freed; nodes may have
 * another in their path. */
static char *own_analyze(void)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "analyze");

    path[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(path, '/');
    (void)strcpy(slash != NULL ? slash + 1 : path, "analyze");
    return absolute(path);
}

static int write_slurm(const struct plan *plan)
{
    char **words = NULL;

    if (plan->link != PLAN_PROCESS) {
        complain("%s: %s is no program of a node: Slurm cannot start it", plan->board.path[0],
                 plan->board.name);
        return EXIT_USAGE;
    }
    int status = option_check(plan);
    if (status == 0)
        status = plan_words(plan, BOARD_RUN, 0, &words);
    if (status != 0)
        return status;
    char *dir = absolute(plan->request->output_dir), *analyze = own_analyze();
    for (char **word = words; *word != NULL; word++) {
        char *path = strcmp(*word, plan->image) == 0 ? realpath(*word, NULL) : NULL;
        char *replaced = path != NULL ? *word : NULL;
        *word = path != NULL ? path : *word;
        free(replaced);
    }
    status = dir == NULL || analyze == NULL
                 ? no_memory()
                 : put_job(plan, job_slurm,
                           (const struct value[]){ { .key = "DIR", dir, AS_SHELL },
                                                   { .key = "ANALYZE", analyze, AS_SHELL },
                                                   { .key = "COMMAND", NULL, AS_SHELL, words } });
    free(dir);
    free(analyze);
    command_free(words);
    return status;
}

int jobs_slurm(const struct request *request)
{
    if (request->output_dir == NULL) {
        complain("slurm: --output-dir=DIR says where the nodes write their logs");
        return EXIT_USAGE;
    }
    return plan_apply(request, write_slurm);
}
