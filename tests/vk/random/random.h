// Random valid programs of the API, and a model of memory that says what they must leave behind.
//
// A *world* has memories, buffers and images on them, and for each the bytes that it must hold (`model`). An
// operation chooses its arguments, asks for the barriers that it needs (random_sync.c), records its command,
// and appends an *act* to the command buffer: what the command does to the model. Acts run when the command
// buffer is submitted, in order, so that one may be submitted again.
#ifndef KILN_TESTS_RANDOM_H
#define KILN_TESTS_RANDOM_H

#include "vk/vkt.h"

enum { MEMORIES = 5, BUFFERS = 8, IMAGES = 6, ACCESSES = 400, LEVELS = 10, EVENTS = 64, POOL_SETS = 512 };

struct random_format {
    VkFormat vk;
    uint8_t bytes, width, height; // of a block
    enum { UINT, SINT, UNORM, SNORM, SRGB, SFLOAT, RAW, DEPTH, STENCIL, BOTH } kind;
    uint8_t bits[4], at[4]; // of the channels R, G, B, A; RAW: not known
};
extern const struct random_format random_formats[];
extern const unsigned random_format_count;
// A random colour, and the texel that a clear to it leaves. False: not a format to be cleared.
bool random_color(uint64_t *rng, const struct random_format *f, VkClearColorValue *color, uint8_t texel[16]);
void random_unpack(const struct random_format *f, const uint8_t *texel, uint32_t value[4]);
void random_pack(const struct random_format *f, const uint32_t value[4], uint8_t *texel);

struct memory {
    VkDeviceMemory handle;
    VkDeviceSize size;
    uint8_t *map, *model;
    void *host; // imported
};

struct buffer {
    VkBuffer handle;
    int memory;
    VkDeviceSize offset, size;
    VkBufferUsageFlags usage;
    VkDeviceAddress address;
};

struct plane {
    VkImageAspectFlags aspect;
    uint8_t bytes, width, height; // of a block
    uint8_t *texels;              // of an optimal image: tight
    VkDeviceSize level[LEVELS];
};

struct image {
    VkImage handle;
    const struct random_format *format;
    VkImageType type;
    VkExtent3D extent;
    uint32_t levels, layers;
    bool linear, defined;
    VkImageLayout layout;
    VkImageUsageFlags usage;
    int memory;
    VkDeviceSize offset, size;
    struct plane plane[2];
    VkSubresourceLayout place[LEVELS]; // linear: of layer 0
    VkDeviceMemory own;
};

// What a command reads or writes. `resource`: a buffer's number, IMAGES_FROM + an image's; `memory`: negative
// for images that are not linear.
enum { IMAGES_FROM = 100 };
struct access {
    int resource, memory;
    VkDeviceSize offset, size;
    VkPipelineStageFlags2 stage;
    VkAccessFlags2 mask;
    bool write;
    VkPipelineStageFlags2 seen_stage, told_stage; // that come behind it, that see what it wrote
    VkAccessFlags2 told_mask;
    int event; // set right behind it, or -1
};

struct world;
struct act {
    void (*run)(struct world *w, const void *arg);
    void *arg;
};

struct commands {
    VkCommandBuffer cmd;
    struct act *acts;
    unsigned count, room;
    bool again;     // may be submitted more than once
    bool secondary; // cmd is one now, in which the layer does not know events
};

struct pipelines;
struct world {
    struct vkt v;
    uint64_t rng, seed;
    struct memory memories[MEMORIES];
    struct buffer buffers[BUFFERS];
    struct image images[IMAGES];
    unsigned image_count;
    struct access accesses[ACCESSES];
    unsigned access_count;
    VkEvent events[EVENTS];
    VkPipelineStageFlags event_stages[EVENTS];
    unsigned event_count;
    struct commands *to; // being recorded
    bool conditional;    // between begin and end of conditional rendering
    bool condition;      // model: what was decided at its begin
    struct access predicate;
    bool log, newer, primary_only; // primary_only: without secondary command buffers
    struct pipelines *pipelines;
    VkDescriptorPool descriptors;
    unsigned sets;
    struct vkt_buffer scratch; // outside the model
    VkQueryPool queries;
};

uint32_t rnd(struct world *w, uint32_t n); // 0 to n - 1
bool chance(struct world *w, uint32_t percent);
uint64_t random_next(uint64_t *state);

void world_init(struct world *w, uint64_t seed);
void world_finish(struct world *w);
// Between rounds: by vkResetEvent, or, with the layer (1.4.309), which does not follow that, by new events.
void world_reset_events(struct world *w);
void world_define(struct world *w); // gives images their first contents
uint8_t *world_block(struct world *w, const struct image *i, unsigned plane, uint32_t level, uint32_t slice,
                     uint32_t x, uint32_t y);
VkExtent3D world_extent(const struct image *i, uint32_t level);
void world_act(struct world *w, void (*run)(struct world *, const void *), const void *arg, size_t size);
uint8_t *world_bytes(struct world *w, int buffer, VkDeviceSize offset); // of the model
void world_log(struct world *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

// Barriers that the accesses need, then they are noted. False: not now, for they would write a condition.
bool random_need(struct world *w, struct access *list, unsigned count);
struct access access_buffer(struct world *w, int buffer, VkDeviceSize offset, VkDeviceSize size, bool write,
                            VkPipelineStageFlags2 stage, VkAccessFlags2 mask);
struct access access_image(struct world *w, int image, bool write, VkPipelineStageFlags2 stage,
                           VkAccessFlags2 mask);
void random_layout(struct world *w, int image, VkImageLayout layout, const struct access *next);
void random_full_barrier(struct world *w, VkPipelineStageFlags2 with);
void random_after(struct world *w, unsigned count); // the last accesses may set an event
bool overlap(VkDeviceSize a, VkDeviceSize a_size, VkDeviceSize b, VkDeviceSize b_size);

// Operations: false if nothing fitting was found.
bool op_fill(struct world *w);
bool op_update(struct world *w);
bool op_copy_buffer(struct world *w);
bool op_buffer_image(struct world *w);
bool op_copy_image(struct world *w);
bool op_clear(struct world *w);
bool op_query(struct world *w);
bool op_mix(struct world *w);
bool op_gather(struct world *w);
bool op_address(struct world *w);
bool op_image(struct world *w);
bool op_condition(struct world *w);
void end_condition(struct world *w);

struct box {
    uint32_t level, layer, layers;
    VkOffset3D offset;
    VkExtent3D extent;
};
struct box random_box(struct world *w, const struct image *i);
// By the host, while nothing runs; without a layer (`newer`) only.
void host_define(struct world *w, struct image *i, unsigned plane, uint32_t level);
void host_image_copy(struct world *w);

bool pipelines_init(struct world *w);
// Nothing runs: sets and views are done with.
void pipelines_idle(struct world *w);
void pipelines_finish(struct world *w);

// Compares everything with the model.
bool world_check(struct world *w);

#endif
