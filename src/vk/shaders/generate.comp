#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
// Commands and constants of the sequences of vkCmdExecuteGeneratedCommandsEXT (command/generated.c): a group writes those of
// one sequence, a dword an invocation at a time. What the dwords mean is not known here: they are copied from an entry, and
// the places where something else goes are told.
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Out { uint at[]; };
// struct generate (command/generated.c)
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Job {
    uvec2 indirect, count, commands, constants, entries;
    uint stride; // dwords from one sequence to the next
    uint most;   // sequences
    uint slot, run, run_dwords; // dwords of a sequence's commands; sequences of a run, and dwords of it with its end
    uint block;        // dwords of a sequence's constants
    uint block_offset; // of the constants, as commands name them
    uint entry_dwords, entry_count;
    uint set_token, dispatch_token; // dwords into a sequence; NONE
    uint end;          // the command that ends a run
    uint mask;         // dwords behind a run's sequences: which of them are left out; NONE
    uint unused[3];
    uint push[64];     // where the dwords of push constants come from: dwords into a sequence, NONE, or INDEX
};
// struct kiln_entry (command/generated.h)
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Entry {
    uint commands, constants;     // dwords; commands 0: there is no such entry
    uint x, y, z;                 // places in the commands: of the counts,
    uint block, surface;          // of the constants' offset and address; NONE
    uint push, push_dwords;       // the first of the push constants that the kernel has, from the first constant on
    uint groups;                  // place in the constants: of the counts; NONE
    uint start_constants;         // dwords from the start of `dwords`
    uint walk, most_groups;       // place in the commands: of the walk, which is left out if it has more groups
    uint tables, samplers;        // that the walk names: for the report of one that is left out
    uint unused;
    uint dwords[];
};
layout(push_constant) uniform Push {
    uvec2 job;
    uint first, columns;
};
const uint NONE = 0xffffffffu, INDEX = 0xfffffffeu;

uvec2 add(uvec2 a, uint dwords)
{
    uint carry, high, low;
    umulExtended(dwords, 4u, high, low);
    low = uaddCarry(a.x, low, carry);
    return uvec2(low, a.y + high + carry);
}

uvec2 add_product(uvec2 a, uint n, uint dwords)
{
    uint high, low, carry;
    umulExtended(n, dwords * 4u, high, low);
    low = uaddCarry(a.x, low, carry);
    return uvec2(low, a.y + high + carry);
}

// The last dwords of a sequence whose walk is left out: its counts, which entry it is of, and what it names.
const uint TOLD = 7u;
uint report(uint i, uvec3 groups, uint which, uint constants, uint tables, uint samplers)
{
    switch (i) {
    case 3u: return which;
    case 4u: return constants;
    case 5u: return tables;
    case 6u: return samplers;
    default: return i == 0u ? groups.x : i == 1u ? groups.y : groups.z;
    }
}

shared uint left_out;

// Of counts that there may be, and of others.
bool is_large(uvec3 groups, uint most)
{
    const uint plane = groups.x * groups.y;
    return any(greaterThan(groups, uvec3(65535u))) || plane > most || groups.z > most / max(plane, 1u);
}

// Of the whole run that begins with a sequence.
void write_mask(Job j, Out run, uint seq, uint count)
{
    const uint lane = gl_LocalInvocationID.x, s = seq + lane;
    if (lane == 0u)
        left_out = 0u;
    barrier();
    if (s < count && lane < j.run) {
        Words from = Words(add_product(j.indirect, s, j.stride));
        const uint which = j.set_token == NONE ? 0u : from.at[j.set_token];
        const uvec3 groups = uvec3(from.at[j.dispatch_token], from.at[j.dispatch_token + 1u], from.at[j.dispatch_token + 2u]);
        Entry e = Entry(add_product(j.entries, min(which, j.entry_count - 1u), j.entry_dwords));
        if (which < j.entry_count && e.commands != 0u && is_large(groups, e.most_groups))
            atomicOr(left_out, 1u << lane);
    }
    barrier();
    if (lane == 0u)
        run.at[j.run * j.slot + j.mask] = left_out;
}

void main()
{
    Job j = Job(job);
    const uint lane = gl_LocalInvocationID.x, seq = first + gl_WorkGroupID.y * columns + gl_WorkGroupID.x;
    if (seq >= j.most)
        return;
    const uint run = seq / j.run, place = seq - run * j.run;
    Out commands = Out(add(add_product(j.commands, run, j.run_dwords), place * j.slot));
    const bool last = place == j.run - 1u || seq == j.most - 1u;
    if (last && lane == 0u)
        commands.at[j.slot] = j.end;
    uint count = j.most;
    if (j.count != uvec2(0u))
        count = min(count, Words(j.count).at[0]);
    if (place == 0u && j.mask != NONE)
        write_mask(j, commands, seq, count);
    if (seq >= count) {
        if (lane == 0u)
            commands.at[0] = j.end;
        return;
    }
    Words from = Words(add_product(j.indirect, seq, j.stride));
    const uint which = j.set_token == NONE ? 0u : from.at[j.set_token];
    const uvec3 groups = uvec3(from.at[j.dispatch_token], from.at[j.dispatch_token + 1u], from.at[j.dispatch_token + 2u]);
    Entry e = Entry(add_product(j.entries, min(which, j.entry_count - 1u), j.entry_dwords));
    const bool none = which >= j.entry_count || any(equal(groups, uvec3(0u)));
    const bool large = !none && e.commands != 0u && j.mask != NONE && is_large(groups, e.most_groups);
    const uint dwords = none ? 0u : large ? e.walk : e.commands;
    const uvec2 block = add_product(j.constants, seq, j.block);
    const uint offset = j.block_offset + seq * j.block * 4u;
    for (uint i = lane; i < j.slot; i += 32u) {
        uint value = 0u; // MI_NOOP
        if (i < dwords) {
            value = e.dwords[i];
            value = i == e.x ? groups.x : i == e.y ? groups.y : i == e.z ? groups.z : value;
            value = i == e.block ? offset : value;
            value = i == e.surface ? block.x : i == e.surface + 1u && e.surface != NONE ? block.y : value;
        }
        if (large && i == dwords)
            value = j.end;
        const uint told = i - (j.slot - TOLD);
        if (large && told < TOLD)
            value = report(told, groups, which, offset, e.tables, e.samplers);
        commands.at[i] = value;
    }
    if (none || dwords == 0u && !large) // a walk that is left out may have nothing before it
        return;
    Out constants = Out(block);
    const uint count_dwords = e.constants, start = e.start_constants;
    for (uint i = lane; i < count_dwords; i += 32u) {
        uint value = e.dwords[start + i];
        if (i < e.push_dwords) {
            const uint source = j.push[min(e.push + i, 63u)];
            value = source == INDEX ? seq : source == NONE ? value : from.at[source];
        }
        const uint g = i - e.groups;
        if (e.groups != NONE && g < 3u)
            value = g == 0u ? groups.x : g == 1u ? groups.y : groups.z;
        constants.at[i] = value;
    }
}
