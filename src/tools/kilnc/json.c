// See json.h.
#include "tools/kilnc/json.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

struct parser {
    struct arena *arena;
    const char *at;
    uint32_t *budget;
    unsigned depth;
};

static void skip(struct parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

static bool take(struct parser *p, char c)
{
    skip(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

// Names and hashes are ASCII: of \u only the low byte is kept.
static char escaped(struct parser *p)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char c = *p->at++;
    const char *known = c ? strchr(from, c) : NULL;
    if (known)
        return to[known - from];
    if (c != 'u')
        return c;
    char digits[5] = {0};
    for (unsigned i = 0; i < 4 && *p->at; i++)
        digits[i] = *p->at++;
    return (char)strtoul(digits, NULL, 16);
}

static const char *parse_string(struct parser *p)
{
    if (!take(p, '"'))
        return NULL;
    size_t room = 0;
    for (const char *s = p->at; *s && *s != '"'; s += *s == '\\' && s[1] ? 2 : 1)
        room++;
    char *out = arena_array(p->arena, char, room + 1), *to = out;
    while (*p->at && *p->at != '"') {
        char c = *p->at++;
        *to++ = c == '\\' && *p->at ? escaped(p) : c;
    }
    return *p->at++ == '"' ? out : NULL;
}

static struct json *parse_value(struct parser *p);

static bool parse_members(struct parser *p, struct json *j, char end)
{
    struct json **last = &j->first;
    if (take(p, end))
        return true;
    do {
        const char *key = j->type == JSON_OBJECT ? parse_string(p) : NULL;
        if (j->type == JSON_OBJECT && (!key || !take(p, ':')))
            return false;
        struct json *member = parse_value(p);
        if (!member)
            return false;
        member->key = key;
        *last = member;
        last = &member->next;
    } while (take(p, ','));
    return take(p, end);
}

static bool parse_word(struct parser *p, struct json *j)
{
    static const struct {
        const char *word;
        enum json_type type;
        uint64_t number;
    } words[] = {{"null", JSON_NULL, 0}, {"true", JSON_NUMBER, 1}, {"false", JSON_NUMBER, 0}};
    for (unsigned i = 0; i < 3; i++)
        if (!strncmp(p->at, words[i].word, strlen(words[i].word))) {
            p->at += strlen(words[i].word);
            j->type = words[i].type;
            j->number = words[i].number;
            return true;
        }
    size_t n = strspn(p->at, "+-.0123456789eE");
    j->type = JSON_NUMBER;
    j->number = strtoull(p->at, NULL, 10);
    p->at += n;
    return n;
}

static struct json *parse_value(struct parser *p)
{
    bool ok;
    if (p->depth == DEEPEST || !*p->budget)
        return NULL;
    --*p->budget;
    struct json *j = arena_new(p->arena, struct json);
    p->depth++;
    skip(p);
    if (*p->at == '"') {
        j->type = JSON_STRING;
        j->string = parse_string(p);
        ok = j->string;
    } else if (*p->at == '{' || *p->at == '[') {
        bool object = *p->at++ == '{';
        j->type = object ? JSON_OBJECT : JSON_ARRAY;
        ok = parse_members(p, j, object ? '}' : ']');
    } else {
        ok = parse_word(p, j);
    }
    p->depth--;
    return ok ? j : NULL;
}

struct json *json_parse(struct arena *a, const char *text, uint32_t *budget)
{
    struct parser p = {.arena = a, .at = text, .budget = budget};
    return parse_value(&p);
}

const struct json *json_get(const struct json *j, const char *key)
{
    for (const struct json *m = j && j->type == JSON_OBJECT ? j->first : NULL; m; m = m->next)
        if (!strcmp(m->key, key))
            return m;
    return NULL;
}

uint64_t json_number(const struct json *j, const char *key)
{
    const struct json *m = json_get(j, key);
    return m && m->type == JSON_NUMBER ? m->number : 0;
}

const char *json_string(const struct json *j, const char *key)
{
    const struct json *m = json_get(j, key);
    return m && m->type == JSON_STRING ? m->string : "";
}
