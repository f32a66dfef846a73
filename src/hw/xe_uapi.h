// The interface of Linux' xe driver: numbers and layouts of uapi/drm/xe_drm.h as of Linux 6.12, which later
// kernels (7.x) only add to. Our own header, since Debian 12's libdrm has none; both sides of the ioctl
// include it. Names are the kernel's. What neither side uses is left out: the reports of observation streams,
// protected content, system memory that is shared virtually. <drm.h> has what the ioctls are made of.
//
// Source: Linux 6.12 include/uapi/drm/xe_drm.h. Layouts were compared with it, member by member.
#ifndef KILN_HW_XE_UAPI_H
#define KILN_HW_XE_UAPI_H

#include <stdint.h>

enum {
    DRM_XE_DEVICE_QUERY,
    DRM_XE_GEM_CREATE,
    DRM_XE_GEM_MMAP_OFFSET,
    DRM_XE_VM_CREATE,
    DRM_XE_VM_DESTROY,
    DRM_XE_VM_BIND,
    DRM_XE_EXEC_QUEUE_CREATE,
    DRM_XE_EXEC_QUEUE_DESTROY,
    DRM_XE_EXEC_QUEUE_GET_PROPERTY,
    DRM_XE_EXEC,
    DRM_XE_WAIT_USER_FENCE,
    DRM_XE_OBSERVATION, // Linux 6.11
};

// clang-format off
#define DRM_IOCTL_XE_DEVICE_QUERY            DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_DEVICE_QUERY, struct drm_xe_device_query)
#define DRM_IOCTL_XE_GEM_CREATE              DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_GEM_CREATE, struct drm_xe_gem_create)
#define DRM_IOCTL_XE_GEM_MMAP_OFFSET         DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_GEM_MMAP_OFFSET, struct drm_xe_gem_mmap_offset)
#define DRM_IOCTL_XE_VM_CREATE               DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_VM_CREATE, struct drm_xe_vm_create)
#define DRM_IOCTL_XE_VM_DESTROY              DRM_IOW(DRM_COMMAND_BASE + DRM_XE_VM_DESTROY, struct drm_xe_vm_destroy)
#define DRM_IOCTL_XE_VM_BIND                 DRM_IOW(DRM_COMMAND_BASE + DRM_XE_VM_BIND, struct drm_xe_vm_bind)
#define DRM_IOCTL_XE_EXEC_QUEUE_CREATE       DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_EXEC_QUEUE_CREATE, struct drm_xe_exec_queue_create)
#define DRM_IOCTL_XE_EXEC_QUEUE_DESTROY      DRM_IOW(DRM_COMMAND_BASE + DRM_XE_EXEC_QUEUE_DESTROY, struct drm_xe_exec_queue_destroy)
#define DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_EXEC_QUEUE_GET_PROPERTY, struct drm_xe_exec_queue_get_property)
#define DRM_IOCTL_XE_EXEC                    DRM_IOW(DRM_COMMAND_BASE + DRM_XE_EXEC, struct drm_xe_exec)
#define DRM_IOCTL_XE_WAIT_USER_FENCE         DRM_IOWR(DRM_COMMAND_BASE + DRM_XE_WAIT_USER_FENCE, struct drm_xe_wait_user_fence)
#define DRM_IOCTL_XE_OBSERVATION             DRM_IOW(DRM_COMMAND_BASE + DRM_XE_OBSERVATION, struct drm_xe_observation_param)
// clang-format on

// ---- chains of extensions

struct drm_xe_user_extension {
    uint64_t next_extension;
    uint32_t name, pad;
};

struct drm_xe_ext_set_property {
    struct drm_xe_user_extension base;
    uint32_t property, pad;
    uint64_t value;
    uint64_t reserved[2];
};

// ---- queries: size 0 asks for the size, any other but that size is refused

enum {
    DRM_XE_DEVICE_QUERY_ENGINES,
    DRM_XE_DEVICE_QUERY_MEM_REGIONS,
    DRM_XE_DEVICE_QUERY_CONFIG,
    DRM_XE_DEVICE_QUERY_GT_LIST,
    DRM_XE_DEVICE_QUERY_HWCONFIG,
    DRM_XE_DEVICE_QUERY_GT_TOPOLOGY,
    DRM_XE_DEVICE_QUERY_ENGINE_CYCLES,
    DRM_XE_DEVICE_QUERY_UC_FW_VERSION,
    DRM_XE_DEVICE_QUERY_OA_UNITS,
};

struct drm_xe_device_query {
    uint64_t extensions;
    uint32_t query, size;
    uint64_t data;
    uint64_t reserved[2];
};

enum {
    DRM_XE_ENGINE_CLASS_RENDER,
    DRM_XE_ENGINE_CLASS_COPY,
    DRM_XE_ENGINE_CLASS_VIDEO_DECODE,
    DRM_XE_ENGINE_CLASS_VIDEO_ENHANCE,
    DRM_XE_ENGINE_CLASS_COMPUTE,
    DRM_XE_ENGINE_CLASS_VM_BIND, // no engine: an order of binds
};

struct drm_xe_engine_class_instance {
    uint16_t engine_class, engine_instance, gt_id, pad;
};

struct drm_xe_engine {
    struct drm_xe_engine_class_instance instance;
    uint64_t reserved[3];
};

struct drm_xe_query_engines {
    uint32_t num_engines, pad;
    struct drm_xe_engine engines[];
};

enum { DRM_XE_MEM_REGION_CLASS_SYSMEM, DRM_XE_MEM_REGION_CLASS_VRAM };

struct drm_xe_mem_region {
    uint16_t mem_class, instance; // a bit of drm_xe_gem_create.placement
    uint32_t min_page_size;
    uint64_t total_size, used, cpu_visible_size, cpu_visible_used;
    uint64_t reserved[6];
};

struct drm_xe_query_mem_regions {
    uint32_t num_mem_regions, pad;
    struct drm_xe_mem_region mem_regions[];
};

enum {
    DRM_XE_QUERY_CONFIG_REV_AND_DEVICE_ID, // from bit 16 on, and below
    DRM_XE_QUERY_CONFIG_FLAGS,
    DRM_XE_QUERY_CONFIG_MIN_ALIGNMENT,
    DRM_XE_QUERY_CONFIG_VA_BITS,
    DRM_XE_QUERY_CONFIG_MAX_EXEC_QUEUE_PRIORITY,
    DRM_XE_QUERY_CONFIG_COUNT, // ours
};
enum { DRM_XE_QUERY_CONFIG_FLAG_HAS_VRAM = 1 };

struct drm_xe_query_config {
    uint32_t num_params, pad;
    uint64_t info[];
};

enum { DRM_XE_QUERY_GT_TYPE_MAIN, DRM_XE_QUERY_GT_TYPE_MEDIA };

struct drm_xe_gt {
    uint16_t type, tile_id, gt_id, pad[3];
    uint32_t reference_clock; // Hz, of timestamps
    uint64_t near_mem_regions, far_mem_regions;
    uint16_t ip_ver_major, ip_ver_minor, ip_ver_rev, pad2;
    uint64_t reserved[7];
};

struct drm_xe_query_gt_list {
    uint32_t num_gt, pad;
    struct drm_xe_gt gt_list[];
};

enum {
    DRM_XE_TOPO_DSS_GEOMETRY = 1,
    DRM_XE_TOPO_DSS_COMPUTE,
    DRM_XE_TOPO_L3_BANK,
    DRM_XE_TOPO_EU_PER_DSS,
    DRM_XE_TOPO_SIMD16_EU_PER_DSS,
};

// One follows the other without a gap.
struct drm_xe_query_topology_mask {
    uint16_t gt_id, type;
    uint32_t num_bytes;
    uint8_t mask[];
};

struct drm_xe_query_engine_cycles {
    struct drm_xe_engine_class_instance eci;
    int32_t clockid;
    uint32_t width; // bits of the counter
    uint64_t engine_cycles, cpu_timestamp, cpu_delta;
};

struct drm_xe_query_uc_fw_version {
    uint16_t uc_type, pad;
    uint32_t branch_ver, major_ver, minor_ver, patch_ver, pad2;
    uint64_t reserved;
};

// ---- memory

enum {
    DRM_XE_GEM_CREATE_FLAG_DEFER_BACKING = 1 << 0,
    DRM_XE_GEM_CREATE_FLAG_SCANOUT = 1 << 1,
    DRM_XE_GEM_CREATE_FLAG_NEEDS_VISIBLE_VRAM = 1 << 2,
};
enum { DRM_XE_GEM_CPU_CACHING_WB = 1, DRM_XE_GEM_CPU_CACHING_WC };

struct drm_xe_gem_create {
    uint64_t extensions;
    uint64_t size;
    uint32_t placement, flags, vm_id, handle;
    uint16_t cpu_caching, pad[3];
    uint64_t reserved[2];
};

struct drm_xe_gem_mmap_offset {
    uint64_t extensions;
    uint32_t handle, flags;
    uint64_t offset;
    uint64_t reserved[2];
};

// ---- addresses

enum {
    DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE = 1 << 0,
    DRM_XE_VM_CREATE_FLAG_LR_MODE = 1 << 1,
    DRM_XE_VM_CREATE_FLAG_FAULT_MODE = 1 << 2,
};

struct drm_xe_vm_create {
    uint64_t extensions;
    uint32_t flags, vm_id;
    uint64_t reserved[2];
};

struct drm_xe_vm_destroy {
    uint32_t vm_id, pad;
    uint64_t reserved[2];
};

enum {
    DRM_XE_VM_BIND_OP_MAP,
    DRM_XE_VM_BIND_OP_UNMAP,
    DRM_XE_VM_BIND_OP_MAP_USERPTR,
    DRM_XE_VM_BIND_OP_UNMAP_ALL, // of an object
    DRM_XE_VM_BIND_OP_PREFETCH,
};
enum {
    DRM_XE_VM_BIND_FLAG_READONLY = 1 << 0,
    DRM_XE_VM_BIND_FLAG_IMMEDIATE = 1 << 1,
    DRM_XE_VM_BIND_FLAG_NULL = 1 << 2,
    DRM_XE_VM_BIND_FLAG_DUMPABLE = 1 << 3,
};

struct drm_xe_vm_bind_op {
    uint64_t extensions;
    uint32_t obj;
    uint16_t pat_index, pad;
    union {
        uint64_t obj_offset, userptr;
    };
    uint64_t range, addr;
    uint32_t op, flags, prefetch_mem_region_instance, pad2;
    uint64_t reserved[3];
};

struct drm_xe_vm_bind {
    uint64_t extensions;
    uint32_t vm_id, exec_queue_id, pad, num_binds;
    union {
        struct drm_xe_vm_bind_op bind; // of one
        uint64_t vector_of_binds;      // of more
    };
    uint32_t pad2, num_syncs;
    uint64_t syncs;
    uint64_t reserved[2];
};

// ---- execution

enum { DRM_XE_EXEC_QUEUE_EXTENSION_SET_PROPERTY };
enum { DRM_XE_EXEC_QUEUE_SET_PROPERTY_PRIORITY, DRM_XE_EXEC_QUEUE_SET_PROPERTY_TIMESLICE };
// Ours: what the first property's value may be.
enum { DRM_XE_PRIORITY_LOW, DRM_XE_PRIORITY_NORMAL, DRM_XE_PRIORITY_HIGH };

struct drm_xe_exec_queue_create {
    uint64_t extensions;
    uint16_t width, num_placements;
    uint32_t vm_id, flags, exec_queue_id;
    uint64_t instances;
    uint64_t reserved[2];
};

struct drm_xe_exec_queue_destroy {
    uint32_t exec_queue_id, pad;
    uint64_t reserved[2];
};

enum { DRM_XE_EXEC_QUEUE_GET_PROPERTY_BAN };

struct drm_xe_exec_queue_get_property {
    uint64_t extensions;
    uint32_t exec_queue_id, property;
    uint64_t value;
    uint64_t reserved[2];
};

enum { DRM_XE_SYNC_TYPE_SYNCOBJ, DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ, DRM_XE_SYNC_TYPE_USER_FENCE };
enum { DRM_XE_SYNC_FLAG_SIGNAL = 1 };

struct drm_xe_sync {
    uint64_t extensions;
    uint32_t type, flags;
    union {
        uint32_t handle;
        uint64_t addr; // of a user fence: the GPU's in DRM_XE_EXEC, the process' in DRM_XE_VM_BIND
    };
    uint64_t timeline_value; // also what a user fence becomes
    uint64_t reserved[2];
};

struct drm_xe_exec {
    uint64_t extensions;
    uint32_t exec_queue_id, num_syncs;
    uint64_t syncs, address;
    uint16_t num_batch_buffer, pad[3];
    uint64_t reserved[2];
};

enum {
    DRM_XE_UFENCE_WAIT_OP_EQ,
    DRM_XE_UFENCE_WAIT_OP_NEQ,
    DRM_XE_UFENCE_WAIT_OP_GT,
    DRM_XE_UFENCE_WAIT_OP_GTE,
    DRM_XE_UFENCE_WAIT_OP_LT,
    DRM_XE_UFENCE_WAIT_OP_LTE,
};
enum { DRM_XE_UFENCE_WAIT_FLAG_ABSTIME = 1 };

struct drm_xe_wait_user_fence {
    uint64_t extensions;
    uint64_t addr;
    uint16_t op, flags;
    uint32_t pad;
    uint64_t value, mask;
    int64_t timeout;
    uint32_t exec_queue_id, pad2;
    uint64_t reserved[2];
};

// ---- observation streams

enum { DRM_XE_OBSERVATION_TYPE_OA };
enum {
    DRM_XE_OBSERVATION_OP_STREAM_OPEN,  // param: a chain of drm_xe_ext_set_property
    DRM_XE_OBSERVATION_OP_ADD_CONFIG,   // drm_xe_oa_config
    DRM_XE_OBSERVATION_OP_REMOVE_CONFIG // a number of 8 bytes
};

struct drm_xe_observation_param {
    uint64_t extensions;
    uint64_t observation_type, observation_op, param;
};

// Of a stream's descriptor.
#define DRM_XE_OBSERVATION_IOCTL_ENABLE _IO('i', 0)
#define DRM_XE_OBSERVATION_IOCTL_DISABLE _IO('i', 1)
#define DRM_XE_OBSERVATION_IOCTL_CONFIG _IO('i', 2)
#define DRM_XE_OBSERVATION_IOCTL_STATUS _IO('i', 3)
#define DRM_XE_OBSERVATION_IOCTL_INFO _IO('i', 4)

enum { DRM_XE_OA_EXTENSION_SET_PROPERTY };
enum {
    DRM_XE_OA_PROPERTY_OA_UNIT_ID = 1,
    DRM_XE_OA_PROPERTY_SAMPLE_OA,
    DRM_XE_OA_PROPERTY_OA_METRIC_SET,
    DRM_XE_OA_PROPERTY_OA_FORMAT, // a type, and from bit 8 on the number that selects counters
    DRM_XE_OA_PROPERTY_OA_PERIOD_EXPONENT,
    DRM_XE_OA_PROPERTY_OA_DISABLED,
    DRM_XE_OA_PROPERTY_EXEC_QUEUE_ID,
    DRM_XE_OA_PROPERTY_OA_ENGINE_INSTANCE,
    DRM_XE_OA_PROPERTY_NO_PREEMPT,
};
enum { DRM_XE_OA_FMT_TYPE_OAG, DRM_XE_OA_FMT_TYPE_OAR };

struct drm_xe_oa_config {
    uint64_t extensions;
    char uuid[36];
    uint32_t n_regs; // pairs of register and value
    uint64_t regs_ptr;
};

#endif
