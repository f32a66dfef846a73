// The simulated chip as a PCI device that a vfio-user client is given: kiln-chip's door.
#ifndef KILN_SIM_PCI_GRAPHICS_H
#define KILN_SIM_PCI_GRAPHICS_H

#include <stddef.h>
#include <stdio.h>

struct sim_graphics;

// device: a name of hw/devinfo. log: every access and message is written there; or NULL. NULL with a sentence
// in `why`.
struct sim_graphics *sim_graphics_create(const char *device, FILE *log, char *why, size_t size);
void sim_graphics_destroy(struct sim_graphics *g);

// Serves one client on a connected socket, until it has gone. Takes the socket.
void sim_graphics_serve(struct sim_graphics *g, int socket);

#endif
