/* Runs one board: prepares and starts it, captures, cleans up, judges. */
#include "ask.h"
#include "boot/ssh.h"
#include "boot/stage.h"
#include "capture/capture.h"
#include "capture/interrupts.h"
#include "capture/verdict.h"
#include "commands.h"
#include "link/link.h"
#include "link/port.h"
#include "option_check.h"
#include "plan.h"
#include "say.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns true if PATH (NULL or "": no file) names the file or the device that FACTS is of. */
static bool is_same_file(const char *path, const struct stat *facts)
{
    struct stat other;

    if (path == NULL || *path == '\0' || stat(path, &other) != 0)
        return false;
    if (S_ISCHR(facts->st_mode))
        return S_ISCHR(other.st_mode) && other.st_rdev == facts->st_rdev;
    return other.st_dev == facts->st_dev && other.st_ino == facts->st_ino;
}

/* Returns the input of PLAN that FACTS is of; NULL where there is none. */
static const char *input_of(const struct plan *plan, const struct stat *facts)
{
    const char *const inputs[] = {
        plan_needs_image(plan) ? plan->image : NULL,
        plan_load_file(plan),
        plan->board.path[0],
        plan->board.path[1],
        plan->link == PLAN_PORT && !plan->setup.is_usb ? plan->setup.name : NULL,
    };

    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (is_same_file(inputs[i], facts))
            return inputs[i];
    return NULL;
}

/* Returns the name of what PLAN reads and LOG (a path; NULL: standard output), LOG.new or
 * LOG.previous would overwrite: the image, the file to load, a board file, the serial line. NULL:
 * none. The text lasts as long as PLAN. Opens nothing. */
static const char *input_check_log(const struct plan *plan, const char *log)
{
    static const char *const written[] = { "", ".new", ".previous" }; /* capture/log_file.h */
    const char *input = NULL;
    struct stat facts;

    if (log == NULL)
        return fstat(STDOUT_FILENO, &facts) == 0 ? input_of(plan, &facts) : NULL;
    for (size_t i = 0; i < sizeof written / sizeof written[0] && input == NULL; i++) {
        char *path = format_text("%s%s", log, written[i]);

        if (path != NULL && stat(path, &facts) == 0 && (i == 0 || S_ISREG(facts.st_mode)))
            input = input_of(plan, &facts);
        free(path);
    }
    return input;
}

/* Everything that is open for a board. */
struct run {
    const struct plan *plan;
    struct log_file log;
    struct link link;
    struct port port;
    struct ssh ssh;
    char **ssh_options;
    struct capture c;
    struct finder finder;
    char settings[32]; /* of the serial line */
    char heard[256];   /* the newest bytes of the board, to find its hello in */
    size_t n_heard;
    bool told;         /* the options were typed */
    struct stat image; /* as it was before the uploads */
};

/* What the last whole run of this process left on a board: its further rounds need no upload. */
static struct {
    char board[256];
    struct stat image;
} uploaded;

static const char *key_text(const struct run *r, enum board_key key)
{
    return board_file_text(&r->plan->board, key, 0);
}

static int64_t limit_ms(const struct run *r, enum board_key key)
{
    return 1000 * board_file_number(&r->plan->board, key);
}

/* Types the options, once, when the board says its hello. */
static void answer_hello(void *run, const char *bytes, size_t n)
{
    struct run *r = run;
    const char *hello = key_text(r, BOARD_HELLO), *typed = r->plan->typed;

    for (size_t i = 0; i < n && r->c.heard != NULL; i++) {
        if (r->n_heard == sizeof r->heard - 1) {
            memmove(r->heard, r->heard + 1, --r->n_heard);
        }
        r->heard[r->n_heard++] = bytes[i] != '\0' ? bytes[i] : ' ';
        r->heard[r->n_heard] = '\0';
        if (strstr(r->heard, hello) == NULL)
            continue;
        r->c.heard = NULL;
        r->told = true;
        if (write(r->link.input_fd, typed, strlen(typed)) != (ssize_t)strlen(typed))
            complain("%s: the options could not be typed: %s", r->c.board, strerror(errno));
    }
}

/* Writes COMMAND with DIR/BOARD, or DIR alone where BOARD is NULL, after it. */
static void say_folder(const char *command, const char *dir, const char *board)
{
    char *path = board != NULL ? format_text("%s/%s", dir, board) : format_text("%s", dir);

    (void)fputs(command, stderr);
    if (path != NULL)
        shell_word_print(stderr, path);
    free(path);
}

static void say_how_to_build(const struct image_places *images, const char *board)
{
    if (images->source_dir == NULL) {
        say_line(stderr,
                 "  to build it, in Pontoon's sources: cmake -G Ninja -B build/%s "
                 "-DPONTOON_TARGET=%s",
                 board, board);
        say_line(stderr,
                 "                                     cmake --build build/%s --target probes",
                 board);
        say_line(stderr, "  then from there, or with --image=FILE");
    } else if (strcmp(board, images->target) == 0) {
        say_folder("  to build it: cmake --build ", images->image_dir, NULL);
        (void)fputs(" --target probes\n", stderr);
    } else {
        say_folder("  to build it: cmake -G Ninja -S ", images->source_dir, NULL);
        say_folder(" -B ", images->images_dir, board);
        say_line(stderr, " -DPONTOON_TARGET=%s", board);
        say_folder("               cmake --build ", images->images_dir, board);
        (void)fputs(" --target probes\n", stderr);
    }
}

static int no_image(const struct plan *plan, const char *file, const char *why)
{
    complain("%s: %s", file, why);
    if (plan->request->image == NULL)
        say_how_to_build(&plan->request->images, plan->board.base);
    return EXIT_NOT_STARTED;
}

/* Refuses FILE unless it is regular, so that it ends, and can be used as MODE of access() says. */
static int check_file(const struct plan *plan, const char *file, int mode)
{
    struct stat facts;

    if (access(file, mode) != 0 || stat(file, &facts) != 0)
        return no_image(plan, file, strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return no_image(plan, file, strerror(EISDIR));
    return S_ISREG(facts.st_mode) ? 0 : no_image(plan, file, "is no regular file");
}

static int check_files(const struct plan *plan)
{
    const char *file = plan_load_file(plan);
    int status = plan_needs_image(plan) ? check_file(plan, plan->image, F_OK) : 0;

    return status == 0 && file != NULL ? check_file(plan, file, R_OK) : status;
}

/* Runs value I of KEY as the stage NAME. */
static int run_tool(struct run *r, enum board_key key, size_t i, const char *name,
                    enum board_key limit)
{
    char **words;
    int status = plan_words(r->plan, key, i, &words);

    if (status != 0)
        return stage_fail(&r->c, status, "%s", strerror(ENOMEM));
    status = stage_command(&r->c, name, words, limit_ms(r, limit), NULL, 0);
    command_free(words);
    return status;
}

static int open_port(struct run *r)
{
    char why[PORT_WHY_BYTES];

    r->c.stage.name = "serial line";
    if (port_open(&r->port, &r->plan->setup, why) != 0)
        return stage_fail(&r->c, EXIT_NOT_STARTED, "%s", why);
    int err = link_serial_start(&r->link, &r->port);
    if (err != 0) {
        port_close(&r->port);
        return stage_fail(&r->c, EXIT_NOT_STARTED, "%s: %s", r->port.device, strerror(err));
    }
    r->c.stage.name = NULL;
    return 0;
}

/* Returns true when upload tool I or a later one names the line: it has the line to itself. */
static bool is_port_theirs(const struct run *r, size_t i)
{
    const char *text = board_file_text(&r->plan->board, BOARD_UPLOAD, i);

    return text != NULL && (command_names(text, "port") || is_port_theirs(r, i + 1));
}

/* Counts from the LAST command that can start the image: bytes before it are another image's. */
static void count_before(struct run *r, bool last)
{
    if (last && r->plan->load == NULL && r->plan->link == PLAN_PORT)
        capture_count(&r->c);
}

/* Returns true when the image is on the board: an earlier round uploaded this very file, and the
 * board has a reset that starts it. Uploads that pass options on are not the same again. */
static bool is_uploaded(const struct run *r)
{
    const struct board_file *b = &r->plan->board;
    const struct stat *was = &uploaded.image, *is = &r->image;

    for (size_t i = 0; i < b->n_values[BOARD_UPLOAD]; i++)
        if (command_names(board_file_text(b, BOARD_UPLOAD, i), "options"))
            return false;
    return b->n_values[BOARD_UPLOAD] > 0 && r->plan->link == PLAN_PORT && r->plan->load == NULL &&
           key_text(r, BOARD_RESET) != NULL && strcmp(uploaded.board, b->name) == 0 &&
           was->st_dev == is->st_dev && was->st_ino == is->st_ino && was->st_size == is->st_size &&
           was->st_mtim.tv_sec == is->st_mtim.tv_sec && was->st_mtim.tv_nsec == is->st_mtim.tv_nsec;
}

/* Notes what a whole run left on the board. */
static void note_uploaded(const struct run *r)
{
    if (r->plan->board.n_values[BOARD_UPLOAD] == 0)
        return;
    (void)snprintf(uploaded.board, sizeof uploaded.board, "%s", r->plan->board.name);
    uploaded.image = r->image;
}

/* Types the options from now on, when the board asks. */
static void expect_hello(struct run *r)
{
    if (r->plan->typed == NULL)
        return;
    r->n_heard = 0;
    r->c.heard = answer_hello;
    r->c.heard_ctx = r;
}

/* Prepares the board, with the first N of its uploads. Without uploads its reset starts the image,
 * which may ask for options at once. */
static int prepare_board(struct run *r, size_t n)
{
    bool resets = key_text(r, BOARD_RESET) != NULL;
    bool wants_port = r->plan->link == PLAN_PORT && r->link.stream_fd < 0;
    int err = wants_port && (n == 0 || !is_port_theirs(r, 0)) ? open_port(r) : 0;

    if (err == 0 && key_text(r, BOARD_POWER) != NULL) {
        count_before(r, n == 0 && !resets);
        err = run_tool(r, BOARD_POWER, 0, "power", BOARD_POWER_TIMEOUT);
    }
    for (size_t i = 0; i < n && err == 0; i++) {
        count_before(r, i + 1 == n && !resets);
        err = run_tool(r, BOARD_UPLOAD, i, "upload", BOARD_UPLOAD_TIMEOUT);
        if (err == 0 && wants_port && r->link.stream_fd < 0 && !is_port_theirs(r, i + 1))
            err = open_port(r);
    }
    if (err == 0 && resets) {
        count_before(r, true);
        if (n < r->plan->board.n_values[BOARD_UPLOAD])
            expect_hello(r);
        err = run_tool(r, BOARD_RESET, 0, "reset", BOARD_RESET_TIMEOUT);
    }
    return err;
}

/* Resets a board that has the image, and waits for its hello or a sentence. Where nothing comes,
 * the image is uploaded after all. */
static int reset_board(struct run *r)
{
    int err = prepare_board(r, 0);
    if (err != 0)
        return err;
    stage_begin(&r->c, "answer", limit_ms(r, BOARD_RESET_TIMEOUT));
    while (err == 0 && stage_left_ms(&r->c) > 0 && !r->c.counts.began && !r->told)
        err = stage_wait(&r->c, NULL, 0, -1);
    if (err != 0)
        return err;
    (void)stage_over(&r->c);
    if (r->c.counts.began || r->told)
        return 0;
    complain("%s: does not answer after `reset`: the image is uploaded again", r->c.board);
    r->c.heard = NULL;
    r->c.counting = false;
    if (is_port_theirs(r, 0)) {
        r->link.kind->close(&r->link);
        link_none(&r->link);
    }
    return prepare_board(r, r->plan->board.n_values[BOARD_UPLOAD]);
}

static int start_process(struct run *r)
{
    char **words;
    int status = plan_words(r->plan, BOARD_RUN, 0, &words);

    if (status != 0)
        return stage_fail(&r->c, status, "%s", strerror(ENOMEM));
    r->c.stage.name = "start";
    status = stage_start_tool(&r->c, &r->link, words, false);
    command_free(words);
    r->c.stage.name = status == 0 ? NULL : r->c.stage.name;
    return status;
}

static int start_by_ssh(struct run *r)
{
    static char *const none[] = { NULL };
    const char *run = key_text(r, BOARD_RUN);

    if (key_text(r, BOARD_SSH_OPTIONS) != NULL &&
        plan_words(r->plan, BOARD_SSH_OPTIONS, 0, &r->ssh_options) != 0)
        return EXIT_NOT_STARTED;
    r->ssh = (struct ssh){
        .host = key_text(r, BOARD_SSH),
        .options = r->ssh_options != NULL ? r->ssh_options : none,
        .image = r->plan->image,
        .run = run != NULL ? run : "{image} {options}",
        .probe_options = r->plan->request->options,
        .limit_ms = limit_ms(r, BOARD_UPLOAD_TIMEOUT),
    };
    return ssh_start(&r->c, &r->ssh);
}

static int start_board(struct run *r)
{
    if (r->plan->image != NULL && stat(r->plan->image, &r->image) == 0 && is_uploaded(r))
        return reset_board(r);
    int err = prepare_board(r, r->plan->board.n_values[BOARD_UPLOAD]);
    if (err != 0)
        return err;
    if (r->plan->link == PLAN_SSH)
        err = start_by_ssh(r);
    else if (r->plan->link == PLAN_PROCESS)
        err = start_process(r);
    else if (r->plan->load != NULL) {
        const struct uboot u = plan_uboot(r->plan);
        err = uboot_start(&r->c, &u);
    }
    return err;
}

static void say_left_undone(struct run *r)
{
    progress_end(&r->c.progress);
    complain("%s: %s: %s", r->c.board, r->c.stage.name, r->c.cause);
}

/* Cleans up whatever happened before; a failure here changes no verdict. */
static void clean_up(struct run *r)
{
    r->c.leaving = true;
    if (ssh_clean_up(&r->c, &r->ssh) != 0)
        say_left_undone(r);
    if (key_text(r, BOARD_POWER_OFF) != NULL &&
        run_tool(r, BOARD_POWER_OFF, 0, "power off", BOARD_POWER_TIMEOUT) != 0)
        say_left_undone(r);
}

static const char *port_that_goes_on(const struct run *r)
{
    return r->plan->link == PLAN_PORT && key_text(r, BOARD_POWER_OFF) == NULL ? r->port.device
                                                                              : NULL;
}

static int finish_run(struct run *r, int failed, enum capture_end end)
{
    char cause[sizeof r->c.cause];
    const char *name = r->c.stage.name;

    (void)strcpy(cause, r->c.cause);
    clean_up(r);
    capture_finish(&r->c);
    (void)log_file_close(&r->log);
    r->c.stage.name = name;
    (void)strcpy(r->c.cause, cause);
    int status = failed != 0 ? verdict_stage(&r->c, failed)
                             : verdict(&r->c, end, r->plan->request->quiet, port_that_goes_on(r));
    if (status == EXIT_COMPLETE)
        note_uploaded(r);
    r->link.kind->close(&r->link);
    command_free(r->ssh_options);
    return status;
}

/* Returns the settings of the serial line as "115200 8N1", kept in R; NULL: there is none. */
static const char *settings_text(struct run *r)
{
    const struct port_setup *setup = &r->plan->setup;

    if (r->plan->link != PLAN_PORT)
        return NULL;
    (void)snprintf(r->settings, sizeof r->settings, "%u 8%c1", setup->baud,
                   toupper((unsigned char)setup->parity[0]));
    return r->settings;
}

/* Runs the board, with the log open. Returns the exit status. */
static int run_open(struct run *r)
{
    const struct request *q = r->plan->request;

    r->c = (struct capture){
        .link = &r->link,
        .log = &r->log,
        .board = r->plan->board.name,
        .how = progress_how(q->quiet, q->plain, r->log.fd),
        .baud = r->plan->link == PLAN_PORT ? r->plan->setup.baud : 0,
        .settings = settings_text(r),
        .silence_ms = r->plan->silence_ms,
    };
    /* On this machine an analysis would disturb the probes. */
    if (r->plan->link != PLAN_PROCESS && r->finder.log != NULL && !q->quiet &&
        access(r->finder.analyze, X_OK) == 0) {
        r->c.find = found_ask;
        r->c.find_ctx = &r->finder;
    }
    link_none(&r->link);
    if (interrupts_start() != 0 || capture_begin(&r->c) != 0) {
        complain("%s", strerror(errno));
        return EXIT_NOT_STARTED;
    }
    int failed = start_board(r);
    enum capture_end end = CAPTURE_ENDED;
    if (failed == 0) {
        if (!r->told)
            expect_hello(r);
        end = capture_run(&r->c);
    }
    return finish_run(r, failed, end);
}

static int open_log_and_go(struct run *r, const char *path)
{
    char why[LOG_WHY_BYTES];
    const char *input = input_check_log(r->plan, path);

    if (input != NULL) {
        complain("%s: the log would overwrite %s, which the run reads",
                 path != NULL ? path : "standard output", input);
        return EXIT_LOG_LOST;
    }
    int err = log_file_open(&r->log, path, r->plan->request->append, why);
    if (why[0] != '\0')
        complain("%s: %s", r->log.name, why);
    int status = err == 0 ? run_open(r) : EXIT_LOG_LOST;
    log_file_free(&r->log);
    return status;
}

char *run_log_path(const struct request *request, const char *name, const char *host)
{
    char own[256] = "here";

    if (host == NULL && gethostname(own, sizeof own - 1) == 0)
        host = own;
    char *path = format_text("%s/%s.%s.log", request->output_dir, name, host != NULL ? host : own);
    if (path != NULL && (mkdir(request->output_dir, 0777) == 0 || errno == EEXIST))
        return path;
    complain("%s: %s", request->output_dir, strerror(errno));
    free(path);
    return NULL;
}

/* Returns true when nothing of the plan starts the board. */
static bool is_by_hand(const struct plan *plan)
{
    return plan->link == PLAN_PORT && board_file_text(&plan->board, BOARD_RESET, 0) == NULL &&
           board_file_text(&plan->board, BOARD_POWER, 0) == NULL &&
           board_file_text(&plan->board, BOARD_UPLOAD, 0) == NULL;
}

/* Says that nothing was done to LOG (NULL: standard output). */
static void say_untouched(const char *log)
{
    struct stat facts;
    char bytes[32];

    if (log == NULL || stat(log, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_size == 0) {
        complain("nothing was measured");
        return;
    }
    progress_bytes_text(bytes, sizeof bytes, (uint64_t)facts.st_size);
    complain("nothing was measured; %s is as it was (%s)", log, bytes);
}

static int run_plan(const struct plan *plan, const char *name, struct run_outcome *outcome)
{
    static struct run r;
    const struct request *q = plan->request;
    char *path = NULL;

    r = (struct run){ .plan = plan };
    r.finder.analyze = q->analyze != NULL ? q->analyze : q->analyze_beside;
    int status = check_files(plan);
    if (status != 0)
        return status;
    if (q->output_dir != NULL) {
        path = run_log_path(q, name, plan_host(plan));
        if (path == NULL)
            return EXIT_LOG_LOST;
    } else if (q->log != NULL)
        path = format_text("%s", q->log);
    status = option_check(plan);
    if (status != 0) {
        say_untouched(path);
        free(path);
        return status;
    }
    r.finder.log = path;
    r.c.first_ms = -1;
    status = open_log_and_go(&r, path);
    *outcome =
        (struct run_outcome){ .log = path,
                              .start_ms = r.c.first_ms >= 0 ? r.c.first_ms - r.c.begin_ms : -1,
                              .by_hand = is_by_hand(plan),
                              .found = r.c.find != NULL };
    return status;
}

int run_once(const struct request *request, const char *name, struct run_outcome *outcome)
{
    struct plan plan;
    int status = plan_make(&plan, request, name);

    if (status == 0)
        status = run_plan(&plan, name, outcome);
    plan_free(&plan);
    return status;
}

int run_capture(const struct request *request)
{
    static const struct board_file nothing;
    struct port_usb_id id;
    struct plan plan = { .request = request, .link = PLAN_PORT, .board = nothing };

    plan.board.name = request->words[0];
    plan.silence_ms = request->silence_ms >= 0 ? request->silence_ms : 0;
    plan.setup = (struct port_setup){
        .name = request->words[0],
        .is_usb = port_usb_id_read(&id, request->words[0]),
        .baud = (unsigned)strtol(
            request->baud != NULL ? request->baud : board_keys[BOARD_BAUD].fallback, NULL, 10),
        .parity = request->parity != NULL ? request->parity : port_parities[0],
        .flow = request->flow != NULL ? request->flow : port_flows[0],
    };
    struct run_outcome outcome = { .log = NULL };
    int status = run_plan(&plan, "capture", &outcome);
    free(outcome.log);
    return status;
}
