// See sources.h.
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sources.h"

static const char *wanted; // suffixes, for scandir's filter

static int has_suffix(const struct dirent *e)
{
    const char *dot = strrchr(e->d_name, '.');
    size_t n;
    if (!dot || e->d_name[0] == '.')
        return 0;
    for (const char *s = wanted; *s; s += n + (s[n] == ' ')) {
        n = strcspn(s, " ");
        if (strlen(dot + 1) == n && !strncmp(dot + 1, s, n))
            return 1;
    }
    return 0;
}

static void add(struct sources *s, char *path)
{
    s->paths = realloc(s->paths, (s->count + 1) * sizeof(*s->paths));
    s->paths[s->count++] = path;
}

static bool add_folder(struct sources *s, const char *folder)
{
    struct dirent **found;
    int count = scandir(folder, &found, has_suffix, alphasort);
    if (count < 0) {
        perror(folder);
        return false;
    }
    for (int i = 0; i < count; i++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, found[i]->d_name) > 0)
            add(s, path);
        free(found[i]);
    }
    free(found);
    return true;
}

bool sources_find(char *const args[], unsigned count, const char *suffixes, struct sources *out)
{
    struct stat info;
    bool ok = true;
    *out = (struct sources){0};
    wanted = suffixes;
    for (unsigned i = 0; i < count; i++) {
        if (!stat(args[i], &info) && S_ISDIR(info.st_mode))
            ok = add_folder(out, args[i]) && ok;
        else
            add(out, strdup(args[i]));
    }
    return ok;
}

void sources_finish(struct sources *s)
{
    for (unsigned i = 0; i < s->count; i++)
        free(s->paths[i]);
    free(s->paths);
    *s = (struct sources){0};
}
