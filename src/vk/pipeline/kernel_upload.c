// A pipeline's kernel in GPU memory, with the note (util/kernel_note.h) that names it to readers of it
// there: the simulator's reports come from below the ioctl, where a pipeline is a start pointer.
#include "util/kernel_note.h"
#include "vk/pipeline/pipeline.h"

static uint32_t files_of(const struct kiln_kernel *kernel)
{
    uint32_t n = 0;
    while (kiln_compiler_get()->kernel_get_file(kernel, n))
        n++;
    return n;
}

static uint32_t note_bindings(const struct kiln_pipeline *p, struct kiln_note_binding *out,
                              const char **names)
{
    const struct kiln_binding *b = kiln_compiler_get()->kernel_get_bindings(p->kernel);
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->info.binding_count; i++)
        if (b[i].bti != KILN_NO_OFFSET && b[i].resource != KILN_RESOURCE_SAMPLER) {
            names[n] = kiln_compiler_get()->kernel_get_binding_name(p->kernel, i);
            out[n++] = (struct kiln_note_binding){b[i].bti, b[i].count, b[i].set, b[i].binding};
        }
    names[n] = names[n + 1] = "";
    if (p->info.push_bti != KILN_NO_OFFSET)
        out[n++] = (struct kiln_note_binding){p->info.push_bti, 1, KILN_NOTE_PUSH_CONSTANTS, 0};
    if (p->info.const_bti != KILN_NO_OFFSET)
        out[n++] = (struct kiln_note_binding){p->info.const_bti, 1, KILN_NOTE_CONSTANTS, 0};
    return n;
}

static void note_shared(const struct kiln_shared_variable *shared, uint32_t count,
                        struct kiln_note_shared *out, const char **names)
{
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (struct kiln_note_shared){shared[i].offset, shared[i].bytes};
        names[i] = shared[i].name;
    }
}

// Code of `size` bytes; the note's body comes behind what the instruction prefetcher may read.
static VkResult place(struct kiln_device *device, struct kiln_pipeline *p, const void *code, uint32_t size,
                      const struct kiln_note *note, uint64_t *address)
{
    enum { PREFETCH = 128 }; // the instruction prefetcher reads ahead of the last instruction
    uint32_t body = kiln_note_body_size(note), behind = (uint32_t)kiln_align(size + PREFETCH, 4);
    VkResult result = kiln_result(
        launch_state_alloc(&device->launch.kernel_pool, KILN_NOTE_HEADER + behind + body, 64, &p->code));
    if (result)
        return result;
    uint8_t *map = p->code.map;
    memset(map, 0, p->code.size);
    *address = p->code.address + KILN_NOTE_HEADER;
    memcpy(map + KILN_NOTE_HEADER, code, size);
    if (body)
        kiln_note_write(note, behind, map, map + KILN_NOTE_HEADER + behind);
    return VK_SUCCESS;
}

VkResult kiln_pipeline_upload(struct kiln_device *device, struct kiln_pipeline *p, const char *name,
                              uint64_t *address)
{
    const struct kiln_compiler *c = kiln_compiler_get();
    const struct kiln_kernel_info *k = &p->info;
    size_t size;
    const void *code = c->kernel_get_code(p->kernel, &size);
    uint32_t line_count, files = files_of(p->kernel), bindings = k->binding_count + 2;
    const struct kiln_line *lines = c->kernel_get_lines(p->kernel, &line_count);
    uint32_t shared_count;
    const struct kiln_shared_variable *shared = c->kernel_get_shared(p->kernel, &shared_count);
    const char **names, **binding_names, **shared_names;
    struct kiln_note_line *note_lines;
    struct kiln_note_binding *note_binding;
    struct kiln_note_shared *note_variables;
    uint8_t *all =
        kiln_zalloc(&device->alloc, NULL,
                    (files + bindings + shared_count) * sizeof(*names) + line_count * sizeof(*note_lines) +
                        bindings * sizeof(*note_binding) + shared_count * sizeof(*note_variables),
                    VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!all)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    names = (void *)all;
    binding_names = names + files;
    shared_names = binding_names + bindings;
    note_lines = (void *)(shared_names + shared_count);
    note_binding = (void *)(note_lines + line_count);
    note_variables = (void *)(note_binding + bindings);
    note_shared(shared, shared_count, note_variables, shared_names);
    for (uint32_t i = 0; i < files; i++)
        names[i] = c->kernel_get_file(p->kernel, i);
    for (uint32_t i = 0; i < line_count; i++)
        note_lines[i] =
            (struct kiln_note_line){lines[i].offset, lines[i].file, lines[i].line, lines[i].atomic};
    struct kiln_note note = {
        .code_size = (uint32_t)size,
        .local_size = {k->local_size[0], k->local_size[1], k->local_size[2]},
        .simd = k->simd,
        .slm_size = k->slm_size,
        .quads = k->quads,
        .internal = !p->layout,
        .name = name,
        .debug = c->kernel_get_debug(p->kernel),
        .lines = note_lines,
        .line_count = line_count,
        .files = names,
        .file_count = files,
        .bindings = note_binding,
        .binding_names = binding_names,
        .binding_count = note_bindings(p, note_binding, binding_names),
        .shared = note_variables,
        .shared_names = shared_names,
        .shared_count = shared_count,
    };
    VkResult result = place(device, p, code, (uint32_t)size, &note, address);
    kiln_free(&device->alloc, NULL, all);
    return result;
}
