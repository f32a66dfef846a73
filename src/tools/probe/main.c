// kiln-probe: puts Kiln's assumptions as questions to a chip. See probe.h and kiln-probe(1).
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe/questions.h"

static const struct {
    const char *title;
    const struct question *questions;
} parts[] = {
    {"command streamer", probe_cs_questions},
    {"threads", probe_thread_questions},
    {"messages and caches", probe_memory_questions},
    {"instructions", probe_eu_questions},
};
enum { PARTS = sizeof(parts) / sizeof(*parts) };

static const char *const verdict_words[] = {"not asked", "as assumed", "measured",
                                            "OTHER",     "HUNG",       "not on this chip"};

struct options {
    bool json, list, markdown, verbose;
    const char *only;
};

static void usage(FILE *f)
{
    fputs("usage: kiln-probe [OPTIONS]\n"
          "  -d, --device DEVICE  sim:skl, /dev/dri/renderD128, ... (default: KILN_DEVICE, else the best)\n"
          "      --only TEXT      the questions whose name contains this\n"
          "      --list[=markdown]  the questions and where the assumptions come from\n"
          "      --json           for programs\n"
          "  -v, --verbose        answers that are as assumed, too\n",
          f);
}

static void json_string(const char *s)
{
    putchar('"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            printf("\\%c", *s);
        else if ((unsigned char)*s < 32)
            printf("\\u%04x", *s);
        else
            putchar(*s);
    }
    putchar('"');
}

static void ask(struct machine *m, const struct question *q, struct answer *a)
{
    *a = (struct answer){0};
    if (machine_begin(m)) {
        q->ask(m, q, a);
        machine_end(m);
    }
    if (m->error[0])
        answer_print(a->got, "%s", m->error);
    else
        answer_compare(a);
}

static void print_json(const struct question *q, const struct answer *a, bool first)
{
    printf("%s\n    {\"name\": ", first ? "" : ",");
    json_string(q->name);
    printf(", \"verdict\": ");
    json_string(verdict_words[a->verdict]);
    printf(", \"got\": ");
    json_string(a->got);
    printf(", \"assumed\": ");
    json_string(a->assumed);
    printf(", \"asks\": ");
    json_string(q->asks);
    printf(", \"source\": ");
    json_string(q->source);
    printf("}");
}

static void print_words(const struct question *q, const struct answer *a, bool verbose)
{
    printf("%-24s %s", q->name, verdict_words[a->verdict]);
    if (a->verdict == ANSWER_MEASURED || a->verdict == ANSWER_NONE || a->verdict == ANSWER_LACKS ||
        (verbose && a->verdict == ANSWER_AS_TABLE))
        printf(": %s", a->got);
    putchar('\n');
    if (a->verdict == ANSWER_OTHER || a->verdict == ANSWER_HUNG)
        printf("    %s\n    assumed: %s\n    answer:  %s\n    source:  %s\n", q->asks, a->assumed, a->got,
               q->source);
}

// A table cell: its bars would end it.
static void print_cell(const char *s)
{
    printf("| ");
    for (; *s; s++)
        printf(*s == '|' ? "\\|" : "%c", *s);
    putchar(' ');
}

static int list(bool markdown)
{
    if (markdown)
        printf("| question | what it asks | who says so |\n| --- | --- | --- |\n");
    for (unsigned p = 0; p < PARTS; p++)
        for (const struct question *q = parts[p].questions; q->name; q++) {
            if (markdown) {
                printf("| `%s` ", q->name);
                print_cell(q->asks);
                print_cell(q->source);
                printf("|\n");
            } else {
                printf("%s\n    %s\n    source: %s\n", q->name, q->asks, q->source);
            }
        }
    return 0;
}

static void print_device(const struct ws_device_info *info, bool json)
{
    const struct kiln_devinfo *d = info->devinfo;
    if (json) {
        printf("{\n  \"probe\": 1,\n  \"device\": ");
        json_string(info->path);
        printf(", \"name\": ");
        json_string(d->marketing_name);
        printf(", \"pci_id\": \"0x%04x\", \"revision\": %u, \"slices\": %u, \"subslices\": %u, \"eus\": %u, "
               "\"simulated\": %s,\n"
               "  \"answers\": [",
               info->pci_id, info->pci_revision, info->slices, info->subslices, info->eus,
               info->simulated ? "true" : "false");
        return;
    }
    printf("kiln-probe on %s: %s (%s, 0x%04x, revision %u), %u slices, %u subslices, %u EUs%s\n", info->path,
           d->marketing_name, d->name, info->pci_id, info->pci_revision, info->slices, info->subslices,
           info->eus, info->simulated ? ", simulated" : "");
}

static int probe(const struct ws_device_info *info, const struct options *o)
{
    struct machine m;
    unsigned count[VERDICTS] = {0}, n = 0;
    int err = machine_open(&m, info);
    if (err) {
        fprintf(stderr, "kiln-probe: %s: %s\n", info->path, strerror(-err));
        return 2;
    }
    print_device(info, o->json);
    for (unsigned p = 0; p < PARTS; p++) {
        if (!o->json && !o->only)
            printf("\n%s\n", parts[p].title);
        for (const struct question *q = parts[p].questions; q->name; q++) {
            struct answer a;
            if (o->only && !strstr(q->name, o->only))
                continue;
            ask(&m, q, &a);
            // The kernel bans a client that hangs the GPU a few times, as it should: the next question comes
            // from a new one.
            if (a.verdict == ANSWER_HUNG) {
                machine_close(&m);
                err = machine_open(&m, info);
            }
            if (o->json)
                print_json(q, &a, !n);
            else
                print_words(q, &a, o->verbose);
            fflush(stdout);
            count[a.verdict]++;
            n++;
            if (err) {
                fprintf(stderr, "kiln-probe: %s, after a hang: %s\n", info->path, strerror(-err));
                return 2;
            }
        }
    }
    machine_close(&m);
    if (o->json)
        printf("\n  ]\n}\n");
    else
        printf("\n%u questions: %u as assumed, %u other, %u hung, %u measured, %u not asked, %u not on this "
               "chip\n",
               n, count[ANSWER_AS_TABLE], count[ANSWER_OTHER], count[ANSWER_HUNG], count[ANSWER_MEASURED],
               count[ANSWER_NONE], count[ANSWER_LACKS]);
    if (!n) {
        fprintf(stderr, "kiln-probe: no question is called like that\n");
        return 2;
    }
    return count[ANSWER_OTHER] || count[ANSWER_HUNG] || count[ANSWER_NONE] ? 1 : 0;
}

int main(int argc, char **argv)
{
    enum { JSON = 256, LIST, ONLY };
    static const struct option longs[] = {{"device", required_argument, NULL, 'd'},
                                          {"json", no_argument, NULL, JSON},
                                          {"list", optional_argument, NULL, LIST},
                                          {"only", required_argument, NULL, ONLY},
                                          {"verbose", no_argument, NULL, 'v'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    struct options o = {0};
    for (int c; (c = getopt_long(argc, argv, "d:vh", longs, NULL)) != -1;) {
        switch (c) {
        case 'd':
            setenv("KILN_DEVICE", optarg, 1);
            break;
        case JSON:
            o.json = true;
            break;
        case LIST:
            o.list = true;
            o.markdown = optarg && !strcmp(optarg, "markdown");
            if (optarg && !o.markdown) {
                usage(stderr);
                return 2;
            }
            break;
        case ONLY:
            o.only = optarg;
            break;
        case 'v':
            o.verbose = true;
            break;
        case 'h':
            usage(stdout);
            return 0;
        default:
            usage(stderr);
            return 2;
        }
    }
    if (optind != argc) {
        usage(stderr);
        return 2;
    }
    if (o.list)
        return list(o.markdown);
    struct ws_device_info infos[WS_MAX_DEVICES];
    unsigned count = 0;
    setenv("KILN_ENGINE", "render", 1); // questions are batches with its registers' numbers
    int err = ws_enumerate(infos, &count);
    if (err || !count) {
        fprintf(stderr, "kiln-probe: %s\n",
                err ? "KILN_DEVICE (or --device) names no device that Kiln knows" : "no device");
        return 2;
    }
    return probe(&infos[0], &o);
}
