// Binds that wait for something: a thread of the kernel's carries them out.
#ifndef KILN_SIM_XE_BIND_H
#define KILN_SIM_XE_BIND_H

struct sim_device;

// struct sim_driver.
int sim_binder_create(struct sim_device *dev); // 0 or -ENOMEM
void sim_binder_destroy(struct sim_device *dev);
void sim_binder_stop(struct sim_device *dev);       // what still waits is not carried out; takes the lock
void sim_binder_fork_child(struct sim_device *dev); // needs the lock

#endif
