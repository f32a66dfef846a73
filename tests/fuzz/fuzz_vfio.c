// Fuzzing of the vfio-user server: whatever a client sends, the server answers or closes, its accesses stay
// in the device's BARs, and it keeps none of the client's files.
//
// An input is a series of: a byte (bits 1:0 how many files come along, 3:2 which; bit 4: the header's size is
// what stands there, else the true one), a byte of length, then a header and payload of that many bytes.
#include <fcntl.h>

#include "../sim/pci_client.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Takes away what the server answers, so that it never waits.
static void *drain(void *of)
{
    char bytes[4096];
    while (read(*(int *)of, bytes, sizeof(bytes)) > 0)
        ;
    return NULL;
}

static size_t send_one(struct rig *r, const uint8_t *data, size_t size, const int *files)
{
    uint8_t bytes[16 + 255] = {0};
    struct vfio_user_header header;
    size_t n = data[1] < size - 2 ? data[1] : size - 2;
    memcpy(bytes, data + 2, n);
    if (n < sizeof(header))
        n = sizeof(header);
    memcpy(&header, bytes, sizeof(header));
    if (!(data[0] & 16))
        header.size = (uint32_t)n;
    header.command %= VFIO_USER_COMMANDS + 1;
    if (!rig_send_raw(r, header, bytes + sizeof(header), n - sizeof(header), files + (data[0] >> 2 & 3),
                      data[0] & 3))
        return size;
    return 2 + (data[1] < size - 2 ? data[1] : size - 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rig r;
    static bool is_ready;
    if (!is_ready) {
        rig_init(&r);
        sim_dma_guard(r.dma);
        is_ready = true;
    }
    int files[6] = {
        rig_memory(1 << 16), eventfd(0, EFD_NONBLOCK), open("/dev/null", O_RDWR), rig_memory(4096), 0, 1};
    int client;
    pthread_t drainer;
    rig_connect(&r);
    rig_negotiate(&r);
    client = r.client;
    pthread_create(&drainer, NULL, drain, &client);
    for (size_t at = 0; at + 2 <= size;)
        at += send_one(&r, data + at, size - at, files);
    sim_pci_interrupt(r.server);
    shutdown(r.client, SHUT_WR);
    pthread_join(r.thread, NULL);
    close(r.socket);
    pthread_join(drainer, NULL);
    close(r.client);
    for (unsigned i = 0; i < 4; i++)
        close(files[i]);
    int next = dup(0); // the lowest that is free: it grows if one is kept
    if (atomic_load(&r.wrong) || next > 200)
        abort();
    close(next);
    return 0;
}
