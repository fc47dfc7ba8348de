/* A sheet of cells with formulas: parsed into trees, computed in the order in which cells depend.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 60, COLUMNS = 20, FORMULA = 48 };

enum kind { NUMBER, CELL, SUM, ADD, SUBTRACT, MULTIPLY, DIVIDE, ROOT, GREATER };

struct node {
    enum kind kind;
    double number;
    int row, column, last_row, last_column;
    struct node *left, *right;
};

struct cell {
    char text[FORMULA];
    struct node *formula;
    double value;
    enum { STALE, BUSY, FRESH } state;
};

static struct cell cells[ROWS][COLUMNS];
static const char *at;
static unsigned long computed, circles;

static struct node *make(enum kind kind, struct node *left, struct node *right)
{
    struct node *n = calloc(1, sizeof *n);

    if (n == NULL)
        exit(1);
    n->kind = kind;
    n->left = left;
    n->right = right;
    return n;
}

static void read_place(int *row, int *column)
{
    *column = *at++ - 'A';
    *row = (int)strtol(at, (char **)&at, 10) - 1;
}

static struct node *read_sum(void);

static struct node *read_value(void)
{
    struct node *n;

    if (*at == '(') {
        at++;
        n = read_sum();
        at++;
    } else if (strncmp(at, "SUM(", 4) == 0) {
        n = make(SUM, NULL, NULL);
        at += 4;
        read_place(&n->row, &n->column);
        at++;
        read_place(&n->last_row, &n->last_column);
        at++;
    } else if (strncmp(at, "SQRT(", 5) == 0) {
        at += 5;
        n = make(ROOT, read_sum(), NULL);
        at++;
    } else if (*at >= 'A' && *at <= 'Z') {
        n = make(CELL, NULL, NULL);
        read_place(&n->row, &n->column);
    } else {
        n = make(NUMBER, NULL, NULL);
        n->number = strtod(at, (char **)&at);
    }
    return n;
}

static struct node *read_product(void)
{
    struct node *n = read_value();

    while (*at == '*' || *at == '/') {
        enum kind kind = *at++ == '*' ? MULTIPLY : DIVIDE;

        n = make(kind, n, read_value());
    }
    return n;
}

static struct node *read_sum(void)
{
    struct node *n = read_product();

    while (*at == '+' || *at == '-' || *at == '>') {
        char sign = *at++;

        n = make(sign == '+' ? ADD : sign == '-' ? SUBTRACT : GREATER, n, read_product());
    }
    return n;
}

static void drop(struct node *n)
{
    if (n == NULL)
        return;
    drop(n->left);
    drop(n->right);
    free(n);
}

static void set(int row, int column, const char *text)
{
    struct cell *c = &cells[row][column];

    snprintf(c->text, sizeof c->text, "%s", text);
    drop(c->formula);
    at = c->text;
    c->formula = read_sum();
}

static double value_of(int row, int column);

static double compute(const struct node *n)
{
    double sum = 0, other;

    switch (n->kind) {
    case NUMBER:
        return n->number;
    case CELL:
        return value_of(n->row, n->column);
    case ROOT:
        return sqrt(fabs(compute(n->left)));
    case ADD:
        return compute(n->left) + compute(n->right);
    case SUBTRACT:
        return compute(n->left) - compute(n->right);
    case MULTIPLY:
        return compute(n->left) * compute(n->right);
    case GREATER:
        return compute(n->left) > compute(n->right);
    case DIVIDE:
        other = compute(n->right);
        return other == 0 ? 0 : compute(n->left) / other;
    case SUM:
        break;
    }
    for (int r = n->row; r <= n->last_row; r++)
        for (int c = n->column; c <= n->last_column; c++)
            sum += value_of(r, c);
    return sum;
}

static double value_of(int row, int column)
{
    struct cell *c;

    if (row < 0 || column < 0 || row >= ROWS || column >= COLUMNS)
        return 0;
    c = &cells[row][column];
    if (c->state == BUSY)
        circles++;
    if (c->state != STALE || c->formula == NULL)
        return c->value;
    c->state = BUSY;
    c->value = compute(c->formula);
    c->state = FRESH;
    computed++;
    return c->value;
}

static double compute_all(void)
{
    double sum = 0;

    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            cells[r][c].state = STALE;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            sum += value_of(r, c);
    return sum;
}

static void fill(void)
{
    char text[FORMULA];

    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            char own = (char)('A' + c), before = (char)('A' + c - 1);

            if (c == 0)
                snprintf(text, sizeof text, "%d.%02d", r * 37 % 101, r * 13 % 100);
            else if (r == ROWS - 1)
                snprintf(text, sizeof text, "SUM(%c1:%c%d)/%d", own, own, ROWS - 1, ROWS - 1);
            else if (c % 4 == 3)
                snprintf(text, sizeof text, "SQRT(%c%d*%c%d+1)", before, r + 1, before, r + 1);
            else if (c % 4 == 2)
                snprintf(text, sizeof text, "%c%d*(A%d>50)-%c%d/7", before, r + 1, r + 1, before,
                         r % 5 + 1);
            else
                snprintf(text, sizeof text, "SUM(%c%d:%c%d)*0.25", before, r < 3 ? 1 : r - 2,
                         before, r + 1);
            set(r, c, text);
        }
}

int main(int argc, char **argv)
{
    int changes = argc > 1 ? atoi(argv[1]) : 40;
    double sum;

    fill();
    sum = compute_all();
    for (int i = 0; i < changes; i++) {
        char text[FORMULA];

        snprintf(text, sizeof text, "A%d+%d", i * 7 % 50 + 2, i);
        set(0, 1, text);
        sum += compute_all();
    }
    printf("%.6f, %lu cells computed, %lu circles\n", sum, computed, circles);
    return 0;
}
