/* Makes the plan for a board from its facts and the command line. */
#include "plan.h"
#include "capture/exit_status.h"
#include "say.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int no_memory(void)
{
    complain("%s", strerror(ENOMEM));
    return EXIT_NOT_STARTED;
}

/* Returns the path of the image that a build made for BOARD: in this build folder, or in one of the
 * board's name. For the caller to free; NULL: no memory. */
static char *built_image(const struct image_places *images, const char *board)
{
    if (strcmp(board, images->target) == 0)
        return format_text("%s/probes", images->image_dir);
    return format_text("%s/%s/probes", images->images_dir, board);
}

static bool is_given(const struct plan *plan, enum board_key key)
{
    return board_file_text(&plan->board, key, 0) != NULL;
}

static void set_link(struct plan *plan)
{
    const struct request *q = plan->request;
    struct board_file *b = &plan->board;

    plan->link = is_given(plan, BOARD_SSH) ? PLAN_SSH : PLAN_PROCESS;
    if (!is_given(plan, BOARD_SERIAL) && !is_given(plan, BOARD_USB))
        return;
    struct port_usb_id id;
    plan->link = PLAN_PORT;
    plan->setup = (struct port_setup){
        .name = q->port != NULL ? q->port : board_file_text(b, BOARD_SERIAL, 0),
        .is_usb = q->port != NULL && port_usb_id_read(&id, q->port),
        .parity = q->parity != NULL ? q->parity : board_file_text(b, BOARD_PARITY, 0),
        .flow = q->flow != NULL ? q->flow : board_file_text(b, BOARD_FLOW, 0),
        .baud = (unsigned)(q->baud != NULL ? strtol(q->baud, NULL, 10)
                                           : board_file_number(b, BOARD_BAUD)),
    };
    if (plan->setup.name == NULL) {
        plan->setup.name = board_file_text(b, BOARD_USB, 0);
        plan->setup.is_usb = true;
    }
}

static int say_fault(const struct plan *plan, enum board_key key, size_t i,
                     enum command_fault fault)
{
    if (fault == COMMAND_NO_MEMORY)
        return no_memory();
    board_file_complain(&plan->board, key, i, command_fault_text(fault));
    return EXIT_USAGE;
}

int plan_words(const struct plan *plan, enum board_key key, size_t i, char ***words)
{
    const char *text = board_file_text(&plan->board, key, i);
    enum command_fault fault = command_split(words, text, &plan->fill);

    return fault == COMMAND_OK ? 0 : say_fault(plan, key, i, fault);
}

static int fill_load(struct plan *plan)
{
    size_t n = plan->board.n_values[BOARD_TYPE];
    enum command_fault fault = COMMAND_OK;

    int status = plan_words(plan, BOARD_LOAD, 0, &plan->load);
    if (status != 0)
        return status;
    plan->fill.address = plan->load[1];
    plan->types = calloc(n + 1, sizeof *plan->types);
    if (plan->types == NULL)
        return no_memory();
    for (size_t i = 0; i < n && fault == COMMAND_OK; i++)
        fault = command_line(&plan->types[i], board_file_text(&plan->board, BOARD_TYPE, i),
                             &plan->fill);
    if (fault == COMMAND_OK)
        fault =
            command_line(&plan->start, board_file_text(&plan->board, BOARD_START, 0), &plan->fill);
    if (fault != COMMAND_OK)
        return no_memory(); /* every other fault was found when the file was read */
    for (size_t n_start = strlen(plan->start); n_start > 0 && plan->start[n_start - 1] == ' ';)
        plan->start[--n_start] = '\0'; /* where options would be */
    return 0;
}

/* Returns true when something of the plan passes options on: `hello`, ssh, or {options}. */
static bool takes_options(const struct plan *plan)
{
    static const enum board_key keys[] = { BOARD_RUN, BOARD_UPLOAD, BOARD_TYPE, BOARD_RESET,
                                           BOARD_POWER };
    bool takes = is_given(plan, BOARD_HELLO) ||
                 (plan->link == PLAN_SSH && !is_given(plan, BOARD_RUN)) ||
                 (plan->load != NULL &&
                  command_names(board_file_text(&plan->board, BOARD_START, 0), "options"));

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        for (size_t i = 0; i < plan->board.n_values[keys[k]]; i++)
            takes |= command_names(board_file_text(&plan->board, keys[k], i), "options");
    return takes;
}

static int fill_options(struct plan *plan)
{
    static char all[] = "{options}\r";

    if (plan->fill.options[0] == NULL)
        return 0;
    if (!takes_options(plan)) {
        complain("%s: %s takes no options: its file has neither {options} nor `hello`",
                 plan->board.path[0], plan->board.name);
        return EXIT_USAGE;
    }
    if (is_given(plan, BOARD_HELLO) && command_line(&plan->typed, all, &plan->fill) != COMMAND_OK)
        return no_memory();
    return 0;
}

int plan_make(struct plan *plan, const struct request *request, const char *name)
{
    *plan = (struct plan){ .request = request };
    if (board_file_read(&plan->board, &request->places, name) != 0)
        return EXIT_USAGE;
    plan->image = request->image != NULL ? strdup(request->image)
                                         : built_image(&request->images, plan->board.base);
    if (plan->image == NULL)
        return no_memory();
    set_link(plan);
    if (plan->link != PLAN_PORT && request->port != NULL) {
        complain("%s: %s has no serial line: --port cannot be used", plan->board.path[0], name);
        return EXIT_USAGE;
    }
    plan->fill = (struct command_fill){ .image = plan->image,
                                        .options = request->options,
                                        .port = plan->setup.name };
    plan->silence_ms = request->silence_ms >= 0
                           ? request->silence_ms
                           : 1000 * board_file_number(&plan->board, BOARD_SILENCE);
    (void)snprintf(plan->name, sizeof plan->name, "pontoon-%s-%ld", name, (long)getpid());
    int status = is_given(plan, BOARD_LOAD) ? fill_load(plan) : 0;
    return status == 0 ? fill_options(plan) : status;
}

void plan_free(struct plan *plan)
{
    for (char **line = plan->types; line != NULL && *line != NULL; line++)
        free(*line);
    free(plan->types);
    command_free(plan->load);
    free(plan->start);
    free(plan->typed);
    free(plan->image);
    board_file_free(&plan->board);
}

int plan_apply(const struct request *request, int (*act)(const struct plan *plan))
{
    struct plan plan;
    int status = plan_make(&plan, request, request->words[0]);

    if (status == 0)
        status = act(&plan);
    plan_free(&plan);
    return output_flush(status);
}

bool plan_needs_image(const struct plan *plan)
{
    static const enum board_key keys[] = { BOARD_RUN, BOARD_UPLOAD, BOARD_RESET, BOARD_POWER };
    bool needs = plan->link == PLAN_SSH || plan->link == PLAN_PROCESS;

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        for (size_t i = 0; i < plan->board.n_values[keys[k]]; i++)
            needs |= command_names(board_file_text(&plan->board, keys[k], i), "image");
    return needs;
}

const char *plan_load_file(const struct plan *plan)
{
    if (plan->load == NULL)
        return NULL;
    return plan->load[2] != NULL ? plan->load[2] : plan->image;
}

struct uboot plan_uboot(const struct plan *plan)
{
    const struct board_file *b = &plan->board;
    const char *autoboot = board_file_text(b, BOARD_AUTOBOOT, 0);

    return (struct uboot){
        .prompt = board_file_text(b, BOARD_PROMPT, 0),
        .autoboot = autoboot != NULL ? autoboot : "\003",
        .types = plan->types,
        .tftp = strcmp(plan->load[0], "tftp") == 0,
        .address = plan->load[1],
        .file = plan_load_file(plan),
        .tftp_dir = board_file_text(b, BOARD_TFTP, 0),
        .name = plan->name,
        .check = strcmp(board_file_text(b, BOARD_CHECK, 0), "crc32") == 0,
        .start = plan->start,
        .prompt_ms = 1000 * board_file_number(b, BOARD_PROMPT_TIMEOUT),
        .load_ms = 1000 * board_file_number(b, BOARD_LOAD_TIMEOUT),
        .by_hand = !is_given(plan, BOARD_RESET) && !is_given(plan, BOARD_POWER),
    };
}

const char *plan_host(const struct plan *plan)
{
    const char *host = board_file_text(&plan->board, BOARD_SSH, 0);
    const char *at = host != NULL ? strrchr(host, '@') : NULL;

    return at != NULL ? at + 1 : host;
}

/* All programs of this machine share one name: they would disturb each other's measurements. */
void plan_busy_text(const struct plan *plan, char *text, size_t room)
{
    char device[PORT_NAME_BYTES], why[PORT_WHY_BYTES];

    if (plan->link == PLAN_PROCESS)
        (void)snprintf(text, room, "this machine");
    else if (plan->link == PLAN_SSH)
        (void)snprintf(text, room, "ssh %s", plan_host(plan));
    else if (port_device(&plan->setup, device, why) == 0)
        (void)snprintf(text, room, "%s", device);
    else
        (void)snprintf(text, room, "%s", plan->setup.name);
}

int output_flush(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    complain("standard output: %s", strerror(errno));
    return EXIT_LOG_LOST;
}
