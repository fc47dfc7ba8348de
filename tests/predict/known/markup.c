/* Reads a text with tags and entities by a machine of many states, and counts what it meets. */
#include <stdio.h>
#include <stdlib.h>

enum state {
    TEXT,
    OPEN,
    NAME,
    SPACE,
    KEY,
    EQUALS,
    VALUE,
    BARE,
    CLOSE,
    SLASH,
    ENTITY,
    NUMBER,
    BANG,
    DASH,
    COMMENT,
    END1,
    END2
};

enum { SIZE = 1 << 17 };

static char text[SIZE];

static unsigned write_text(unsigned most)
{
    static const char *const part[] = { "<p>",
                                        "some words here ",
                                        "<a href=\"http://x/y?z\">",
                                        "</a>",
                                        "&amp;",
                                        "&#8364;",
                                        "\n",
                                        "<br/>",
                                        "<!-- a note - here -->",
                                        "</p>",
                                        "3 > 2 ",
                                        "<td width=20 id='c'>" };
    unsigned long x = 5;
    unsigned at = 0;

    while (at + 32 < most) {
        x = x * 6364136223846793005UL + 1442695040888963407UL;
        for (const char *p = part[(x >> 33) % 12]; *p != '\0'; p++)
            text[at++] = *p;
    }
    return at;
}

int main(int argc, char **argv)
{
    unsigned n = write_text(argc > 1 ? (unsigned)atoi(argv[1]) % SIZE : 110000), count[17] = { 0 };
    enum state s = TEXT;
    char quote = 0;
    unsigned long hash = 0;

    for (unsigned i = 0; i < n; i++) {
        char c = text[i];

        count[s]++;
        switch (s) {
        case TEXT:
            s = c == '<' ? OPEN : c == '&' ? ENTITY : TEXT;
            break;
        case OPEN:
            s = c == '/' ? CLOSE : c == '!' ? BANG : NAME;
            hash = (unsigned char)c;
            break;
        case NAME:
            if (c == '>')
                s = TEXT;
            else if (c == ' ')
                s = SPACE;
            else if (c == '/')
                s = SLASH;
            else
                hash = hash * 31 + (unsigned char)c;
            break;
        case SPACE:
            s = c == '>' ? TEXT : c == ' ' ? SPACE : KEY;
            break;
        case KEY:
            s = c == '=' ? EQUALS : c == '>' ? TEXT : KEY;
            break;
        case EQUALS:
            quote = c;
            s = c == '"' || c == '\'' ? VALUE : BARE;
            break;
        case VALUE:
            s = c == quote ? SPACE : VALUE;
            break;
        case BARE:
            s = c == ' ' ? SPACE : c == '>' ? TEXT : BARE;
            break;
        case CLOSE:
            s = c == '>' ? TEXT : CLOSE;
            break;
        case SLASH:
            s = c == '>' ? TEXT : NAME;
            break;
        case ENTITY:
            s = c == '#' ? NUMBER : c == ';' ? TEXT : ENTITY;
            break;
        case NUMBER:
            hash = hash * 10 + (unsigned)(c - '0');
            s = c == ';' ? TEXT : NUMBER;
            break;
        case BANG:
            s = c == '-' ? DASH : CLOSE;
            break;
        case DASH:
            s = c == '-' ? COMMENT : CLOSE;
            break;
        case COMMENT:
            s = c == '-' ? END1 : COMMENT;
            break;
        case END1:
            s = c == '-' ? END2 : COMMENT;
            break;
        case END2:
            s = c == '>' ? TEXT : c == '-' ? END2 : COMMENT;
            break;
        }
    }
    for (unsigned i = 0; i < 17; i++)
        printf("%u ", count[i]);
    printf("%lu\n", hash);
    return 0;
}
