// ioctls on a dma-buf (DMA_BUF_IOCTL_*).
#ifndef KILN_SIM_DMA_BUF_H
#define KILN_SIM_DMA_BUF_H

struct sim_device;

// -ENOTTY: the descriptor is none of the device's objects. Takes the lock.
int sim_dma_buf_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg);

#endif
