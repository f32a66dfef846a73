// kiln-chip: the simulated GPU as a PCI device, for QEMU's vfio-user-pci. man/kiln-chip.1.
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "hw/target.h"
#include "sim/pci/graphics.h"

static const char usage[] =
    "usage: kiln-chip --device NAME --socket PATH [--log FILE] [--once]\n"
    "\n"
    "Shows a simulated GPU as a PCI device to a vfio-user client (QEMU 10.1 and later) on a unix socket.\n"
    "\n"
    "  --device NAME  the chip: skl, bdw, icl, tgl, ...; help lists them\n"
    "  --socket PATH  where the client connects; a socket that is there is replaced\n"
    "  --log FILE     what the client asks: messages, accesses to registers\n"
    "  --once         end when the first client has gone; otherwise the next one is served\n";

struct options {
    const char *device, *socket, *log;
    bool once;
};

static int refuse(const char *text)
{
    fprintf(stderr, "kiln-chip: %s\n%s", text, usage);
    return 2;
}

static int list_devices(void)
{
    const struct kiln_devinfo *d;
    for (unsigned i = 0; (d = kiln_devinfo_get(i)); i++)
        if (kiln_devinfo_simulated(d->name) == d && kiln_target_of(d)->isa >= KILN_ISA_GEN8)
            printf("%-6s %04x  %s\n", d->name, d->pci_id, d->marketing_name);
    return 0;
}

// -1: go on; else the status to end with.
static int parse(int argc, char **argv, struct options *o)
{
    static const struct option options[] = {
        {"device", required_argument, NULL, 'd'}, {"socket", required_argument, NULL, 's'},
        {"log", required_argument, NULL, 'l'},    {"once", no_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0},
    };
    *o = (struct options){.device = "skl"};
    for (int c; (c = getopt_long(argc, argv, "d:s:l:h", options, NULL)) != -1;) {
        switch (c) {
        case 'd':
            o->device = optarg;
            break;
        case 's':
            o->socket = optarg;
            break;
        case 'l':
            o->log = optarg;
            break;
        case 'o':
            o->once = true;
            break;
        case 'h':
            return fputs(usage, stdout) < 0;
        default:
            return refuse("see the usage");
        }
    }
    if (optind < argc)
        return refuse("too many arguments");
    if (!strcmp(o->device, "help"))
        return list_devices();
    return o->socket ? -1 : refuse("--socket is missing");
}

static char socket_path[sizeof(((struct sockaddr_un *)0)->sun_path)];

static void end(int signal)
{
    unlink(socket_path);
    _exit(0);
}

// A socket that listens at the path; -1, after a message.
static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat st;
    if (strlen(path) >= sizeof(address.sun_path)) {
        fprintf(stderr, "kiln-chip: %s: a socket's path has at most %zu bytes\n", path,
                sizeof(address.sun_path) - 1);
        return -1;
    }
    strcpy(address.sun_path, path);
    if (!lstat(path, &st) && S_ISSOCK(st.st_mode)) // what an earlier run left
        unlink(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof(address)) || listen(fd, 1)) {
        fprintf(stderr, "kiln-chip: %s: %s\n", path, strerror(errno));
        return -1;
    }
    strcpy(socket_path, path);
    return fd;
}

static int serve(struct sim_graphics *g, const struct options *o)
{
    int listening = listen_at(o->socket);
    if (listening < 0)
        return 1;
    signal(SIGTERM, end);
    signal(SIGINT, end);
    do {
        int client = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (client < 0) {
            fprintf(stderr, "kiln-chip: %s: %s\n", o->socket, strerror(errno));
            break;
        }
        sim_graphics_serve(g, client);
    } while (!o->once);
    close(listening);
    unlink(socket_path);
    return 0;
}

int main(int argc, char **argv)
{
    struct options o;
    char why[256];
    int status = parse(argc, argv, &o);
    if (status >= 0)
        return status;
    FILE *log = o.log ? fopen(o.log, "we") : NULL;
    if (o.log && !log) {
        fprintf(stderr, "kiln-chip: %s: %s\n", o.log, strerror(errno));
        return 1;
    }
    if (log)
        setvbuf(log, NULL, _IOLBF, BUFSIZ); // whoever ends this program has all of it
    struct sim_graphics *g = sim_graphics_create(o.device, log, why, sizeof(why));
    if (!g) {
        fprintf(stderr, "kiln-chip: %s\n", why);
        return 1;
    }
    status = serve(g, &o);
    sim_graphics_destroy(g);
    if (log)
        fclose(log);
    return status;
}
