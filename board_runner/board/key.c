/* Checks the values of board.txt, key by key. */
#include "key.h"
#include "command.h"
#include "link/port.h"
#include "say.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_S = 1000000, FASTEST_BAUD = 20000000 };

static bool is_number(const char *value, long least, long most, char why[BOARD_WHY_BYTES])
{
    long number;

    if (number_read(value, least, most, &number))
        return true;
    (void)snprintf(why, BOARD_WHY_BYTES, "expected a number from %ld to %ld", least, most);
    return false;
}

static bool fits_seconds(const char *value, char why[BOARD_WHY_BYTES])
{
    return is_number(value, 1, LONGEST_S, why);
}

static bool fits_silence(const char *value, char why[BOARD_WHY_BYTES])
{
    return is_number(value, 0, LONGEST_S, why);
}

static bool fits_baud(const char *value, char why[BOARD_WHY_BYTES])
{
    return is_number(value, 1, FASTEST_BAUD, why);
}

static bool is_one_of(const char *value, const char *const *words, char why[BOARD_WHY_BYTES])
{
    for (const char *const *w = words; *w != NULL; w++)
        if (strcmp(*w, value) == 0)
            return true;
    (void)snprintf(why, BOARD_WHY_BYTES, "expected:");
    for (const char *const *w = words; *w != NULL; w++)
        format_append(why, BOARD_WHY_BYTES, "%s %s", w == words ? "" : " or", *w);
    return false;
}

static bool fits_parity(const char *value, char why[BOARD_WHY_BYTES])
{
    return is_one_of(value, port_parities, why);
}

static bool fits_flow(const char *value, char why[BOARD_WHY_BYTES])
{
    return is_one_of(value, port_flows, why);
}

static bool fits_check(const char *value, char why[BOARD_WHY_BYTES])
{
    static const char *const ways[] = { "crc32", "none", NULL };

    return is_one_of(value, ways, why);
}

static bool fits_usb(const char *value, char why[BOARD_WHY_BYTES])
{
    struct port_usb_id id;

    if (port_usb_id_read(&id, value))
        return true;
    (void)snprintf(why, BOARD_WHY_BYTES,
                   "expected VENDOR:PRODUCT or VENDOR:PRODUCT:SERIAL, the first two in hex");
    return false;
}

/* Any values for the placeholders, to check commands with. */
static char *const no_options[] = { NULL };
static const struct command_fill any = {
    .image = "i", .port = "p", .address = "0", .options = no_options
};

static bool say_fault(enum command_fault fault, char why[BOARD_WHY_BYTES])
{
    if (fault != COMMAND_OK)
        (void)snprintf(why, BOARD_WHY_BYTES, "%s", command_fault_text(fault));
    return fault == COMMAND_OK;
}

static bool fits_command(const char *value, char why[BOARD_WHY_BYTES])
{
    char **words;
    enum command_fault fault = command_split(&words, value, &any);

    command_free(words);
    return say_fault(fault, why);
}

static bool fits_typed(const char *value, char why[BOARD_WHY_BYTES])
{
    char *line;
    enum command_fault fault = command_line(&line, value, &any);

    free(line);
    return say_fault(fault, why);
}

/* A leading - is refused: ssh takes it for an option. */
static bool fits_host(const char *value, char why[BOARD_WHY_BYTES])
{
    if (*value != '-' && strpbrk(value, " \t'\"") == NULL)
        return true;
    (void)snprintf(why, BOARD_WHY_BYTES, "expected HOST or USER@HOST, as ssh takes them");
    return false;
}

static bool is_hex(const char *word)
{
    return strncmp(word, "0x", 2) == 0 && word[2] != '\0' && strlen(word) <= 18 &&
           strspn(word + 2, "0123456789abcdefABCDEF") == strlen(word + 2);
}

static bool fits_load(const char *value, char why[BOARD_WHY_BYTES])
{
    char **w;
    enum command_fault fault = command_split(&w, value, &any);

    if (fault != COMMAND_OK)
        return say_fault(fault, why);
    bool fits = (strcmp(w[0], "ymodem") == 0 || strcmp(w[0], "tftp") == 0) && w[1] != NULL &&
                is_hex(w[1]) && (w[2] == NULL || w[3] == NULL);
    if (!fits)
        (void)snprintf(
            why, BOARD_WHY_BYTES,
            "expected: ymodem ADDRESS [FILE] or tftp ADDRESS [FILE], the address as 0x..");
    command_free(w);
    return fits;
}

const struct board_key_facts board_keys[BOARD_KEYS] = {
    [BOARD_ABOUT] = { "about", NULL, BOARD_ANY, false, NULL },
    [BOARD_LIKE] = { "like", NULL, BOARD_ANY, false, NULL },
    [BOARD_RUN] = { "run", NULL, BOARD_LINK, false, fits_command },
    [BOARD_SERIAL] = { "serial", NULL, BOARD_LINK, false, NULL },
    [BOARD_USB] = { "usb", NULL, BOARD_LINK, false, fits_usb },
    [BOARD_SSH] = { "ssh", NULL, BOARD_LINK, false, fits_host },
    [BOARD_SSH_OPTIONS] = { "ssh_options", NULL, BOARD_ANY, false, fits_command },
    [BOARD_BAUD] = { "baud", "115200", BOARD_ON_PORT, false, fits_baud },
    [BOARD_PARITY] = { "parity", "none", BOARD_ON_PORT, false, fits_parity },
    [BOARD_FLOW] = { "flow", "none", BOARD_ON_PORT, false, fits_flow },
    [BOARD_POWER] = { "power", NULL, BOARD_ANY, false, fits_command },
    [BOARD_POWER_OFF] = { "power_off", NULL, BOARD_ANY, false, fits_command },
    [BOARD_UPLOAD] = { "upload", NULL, BOARD_ANY, true, fits_command },
    [BOARD_RESET] = { "reset", NULL, BOARD_ANY, false, fits_command },
    [BOARD_PROMPT] = { "prompt", "=>", BOARD_BOOT_LOADER, false, NULL },
    [BOARD_AUTOBOOT] = { "autoboot", NULL, BOARD_BOOT_LOADER, false, NULL },
    [BOARD_TYPE] = { "type", NULL, BOARD_BOOT_LOADER, true, fits_typed },
    [BOARD_LOAD] = { "load", NULL, BOARD_ON_PORT, false, fits_load },
    [BOARD_TFTP] = { "tftp", NULL, BOARD_BOOT_LOADER, false, NULL },
    [BOARD_CHECK] = { "check", "crc32", BOARD_BOOT_LOADER, false, fits_check },
    [BOARD_START] = { "start", "go {address} {options}", BOARD_BOOT_LOADER, false, fits_typed },
    [BOARD_HELLO] = { "hello", NULL, BOARD_ON_PORT, false, NULL },
    [BOARD_SILENCE] = { "silence", "120", BOARD_ANY, false, fits_silence },
    [BOARD_POWER_TIMEOUT] = { "power_timeout", "30", BOARD_ANY, false, fits_seconds },
    [BOARD_UPLOAD_TIMEOUT] = { "upload_timeout", "120", BOARD_ANY, false, fits_seconds },
    [BOARD_RESET_TIMEOUT] = { "reset_timeout", "30", BOARD_ANY, false, fits_seconds },
    [BOARD_PROMPT_TIMEOUT] = { "prompt_timeout", "60", BOARD_BOOT_LOADER, false, fits_seconds },
    [BOARD_LOAD_TIMEOUT] = { "load_timeout", "600", BOARD_BOOT_LOADER, false, fits_seconds },
    [BOARD_LAVA] = { "lava", NULL, BOARD_ANY, false, NULL },
};

enum board_key board_key_find(const char *name)
{
    unsigned key = 0;

    while (key < BOARD_KEYS && strcmp(board_keys[key].name, name) != 0)
        key++;
    return (enum board_key)key;
}

void board_key_names(char *text, size_t room)
{
    text[0] = '\0';
    for (unsigned key = 0; key < BOARD_KEYS; key++)
        format_append(text, room, "%s%s", key == 0 ? "" : ", ", board_keys[key].name);
}

bool number_read(const char *text, long least, long most, long *value)
{
    long sum = 0;
    const char *p = text;

    for (; *p >= '0' && *p <= '9' && sum <= most; p++)
        sum = 10 * sum + (*p - '0');
    if (*p != '\0' || p == text || sum < least || sum > most)
        return false;
    *value = sum;
    return true;
}
