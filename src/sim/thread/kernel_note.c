// See kernel_note.h.
#include "sim/thread/kernel_note.h"

#include <stdlib.h>

struct kiln_note *sim_kernel_note_find(const struct sim_pages *pages, uint64_t kernel)
{
    uint8_t header[KILN_NOTE_HEADER];
    uint32_t offset, size;
    struct sim_tlb *tlb = calloc(1, sizeof(*tlb)); // large for a stack
    struct kiln_note *n = NULL;
    uint8_t *body = NULL;
    if (!tlb)
        return NULL;
    tlb->pages = pages;
    if (pages && sim_tlb_peek(tlb, kernel - KILN_NOTE_HEADER, header, sizeof(header)) &&
        kiln_note_parse_header(header, &offset, &size)) {
        body = malloc(size);
        if (body && sim_tlb_peek(tlb, kernel + offset, body, size))
            n = kiln_note_parse(header, body);
    }
    free(body);
    free(tlb);
    return n;
}
