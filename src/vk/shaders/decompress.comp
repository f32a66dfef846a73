#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
// Decompresses regions of GDeflate 1.0 (VK_EXT_memory_decompression): a group, which is one thread of 32 lanes, a region.
//
// The format is Deflate (RFC 1951) with the longer lengths and distances of Deflate64, and its bits dealt to 32 streams, one a lane
// (microsoft/DirectStorage, GDeflate/GDeflate/README.md; where that and NVIDIA's libdeflate disagree, the latter's word). In a
// round each lane takes a literal or a length of its stream; one that took a length takes its distance in the next round, while
// the others go on. A stream with less than 32 bits at hand gets the next dword of the region, in the order of the lanes. So the
// dwords that a round needs are neighbours, and where they begin is known a round before.
//
// A round's bytes are written when its distances are known, 32 at a time. Each is followed back to where it comes from: a literal
// among these, or memory before them.
//
// Of broken data nothing is read or written outside of the region, and it ends: streams that go on behind their region read zeros,
// and no more of them than they could hold.
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 1) buffer Bytes { uint8_t at[]; };
layout(push_constant) uniform Push {
    uvec2 regions; // VkDecompressMemoryRegionEXT, or ..NV, which begins like it
    uvec2 count;   // how many there are; address 0: all of `most`
    uint stride;   // bytes from one to the next
    uint first, most;
};

const uint STORED = 0u, STATIC = 1u, DYNAMIC = 2u; // types of blocks
const uint LANES = 32u, LAST_LANE = 31u, TILE = 65536u;
// So much is looked at, which takes a fifth of a second at the most (a thread may take 640 ms). No stream of a tile needs more,
// unless blocks are empty: a stored block of one byte takes 27 bits.
const uint MOST_INPUT = 262144u;
const uint MOST_CODES = 8192u; // that blocks bring with them: each takes as long as some rounds

// Codes. Bits are looked up in tables of the short ones; longer ones are searched by length. A table's entry is symbol << 4 | length.
const uint LITERALS = 288u, DISTANCES = 32u, SETS = 10u, END = 256u;
const uint LITERAL_BITS = 9u, DISTANCE_BITS = 7u, LONGEST = 15u, LONGEST_OF_LENGTHS = 7u;
const uint DISTANCE_TABLE = 1u << LITERAL_BITS, DISTANCE_CODE = 16u;
shared uint16_t table[DISTANCE_TABLE + (1u << DISTANCE_BITS)];
shared uint16_t sorted[LITERALS + DISTANCES]; // symbols by code
shared uint makers[LANES];                    // of a round's bytes; while codes are made, of each length how many, and the next one's place
// Of lane l, and of DISTANCE_CODE + l for distances: the end of the codes of l bits, as the first of 15; and in the upper half what
// is to be added to one of them for its place among the symbols.
uint codes;

uint lane, below; // `below`: a bit for each lane before

// The region.
Words source;
Bytes source_bytes, target;
uint source_words, source_last, source_tail; // whole dwords; one that may be read; the bytes behind them
uint room, done;                             // bytes of the target

// The stream: `held` bits, and the dwords that come next.
uint low, high, held, next, window;

uvec2 add(uvec2 a, uint b)
{
    uint carry;
    const uint low_half = uaddCarry(a.x, b, carry);
    return uvec2(low_half, a.y + carry);
}

// The lane, where it is not worth much: otherwise the compiler computes before the loop over blocks what is made of it, and keeps
// more of that than there are registers. (`next` is far from 2^31.)
uint lane_here() { return lane + (next >> 31u); }
// The end of a loop that is not worth to be unrolled.
uint end_here(uint end) { return end + (next >> 31u); }

// What lanes have put into shared memory is there for others. They run in step: nobody waits.
void meet() { subgroupMemoryBarrierShared(); }

uint bits_before(uint mask) { return uint(bitCount(mask & below)); }

// ---- bits

// Without a branch, whose lanes would meet where drop() is left early: what is the same for all of them would seem to differ.
uint read_word(uint i)
{
    const uint word = source.at[min(i, source_last)];
    return i < source_words ? word : i == source_words ? source_tail : 0u;
}

bool ran_out() { return next > source_words + LANES + 1u; }

void start_stream(uint size)
{
    source_words = size >> 2u;
    source_last = max(source_words, 1u) - 1u;
    source_tail = 0u;
    for (uint k = 0u; k < (size & 3u); k++)
        source_tail |= uint(source_bytes.at[(size & ~3u) + k]) << (8u * k);
    low = read_word(lane);
    high = 0u;
    held = 32u;
    next = LANES;
    window = read_word(next + lane);
}

// At most 31 bits.
void drop(uint bits, bool who)
{
    if (who) {
        low = low >> bits | high << 1u << (31u - bits);
        high >>= bits;
        held -= bits;
    }
    const bool wants = who && held < 32u;
    const uint asked = subgroupBallot(wants).x;
    if (asked == 0u)
        return;
    const uint word = subgroupShuffle(window, bits_before(asked));
    if (wants) {
        low |= word << held;
        high = word >> 1u >> (31u - held);
        held += 32u;
    }
    next += uint(bitCount(asked));
    window = read_word(next + lane);
}

// ---- codes

// The symbol that the first of 15 bits are the code of, if it has `from` to `to`. (Whose code is shorter does not ask.)
void search(bool who, uint code, uint which, uint from, uint to, inout uint symbol, inout uint bits)
{
    bool open = who;
    uint place = 0u;
    for (uint l = from; l <= to && subgroupAny(open); l++) {
        const uint of_length = subgroupShuffle(codes, which + l);
        if (open && code < (of_length & 0xffffu)) {
            bits = l;
            place = (code >> (LONGEST - l)) + (of_length >> 16u) & 0xffffu;
            open = false;
        }
    }
    if (who && !open)
        symbol = uint(sorted[min(place, LITERALS + DISTANCES - 1u)]);
}

uint first_15(uint bits) { return bitfieldReverse(bits) >> 17u; }

// Codes by the lengths that are in the table, of LANES symbols each; the last set is the distances'. False: there are more codes
// than their lengths have room for.
bool make_code(uint sets)
{
    const uint me = lane_here();
    makers[me] = 0u;
    meet();
    for (uint s = 0u; s < sets; s++) {
        const uint length = uint(table[s * LANES + me]);
        if (length != 0u)
            atomicAdd(makers[length + (s == SETS - 1u ? DISTANCE_CODE : 0u)], 1u);
    }
    meet();
    const uint l = me & 15u, n = l == 0u ? 0u : makers[me], shift = LONGEST - l;
    const bool distances = me >= DISTANCE_CODE;
    uint end = subgroupInclusiveAdd(n << shift), before = subgroupExclusiveAdd(n);
    const uint end_of_first = subgroupBroadcast(end, DISTANCE_CODE - 1u), before_second = subgroupBroadcast(before, DISTANCE_CODE);
    end -= distances ? end_of_first : 0u;
    before += distances ? LITERALS - before_second : 0u;
    codes = end | before - (end - (n << shift) >> shift) << 16u;
    if (subgroupAny(end > 1u << LONGEST))
        return false;
    meet();
    makers[me] = before;
    meet();
    for (uint s = 0u; s < sets; s++) {
        const uint length = uint(table[s * LANES + me]), key = length + (s == SETS - 1u ? DISTANCE_CODE : 0u);
        uint same = 0xffffffffu; // lanes with that length
        for (uint b = 1u; b < 16u; b <<= 1u) {
            const bool has = (length & b) != 0u;
            const uint have = subgroupBallot(has).x;
            same &= has ? have : ~have;
        }
        const uint first = makers[key];
        if (length != 0u)
            sorted[first + bits_before(same)] = uint16_t(s == SETS - 1u ? me : s * LANES + me);
        meet();
        if (length != 0u && bits_before(same) == 0u)
            makers[key] = first + uint(bitCount(same));
        meet();
    }
    return true;
}

void set_static_lengths()
{
    const uint me = lane_here();
    for (uint first = 0u, i = me, end = end_here(LITERALS + DISTANCES); first < end; first += LANES, i += LANES)
        table[i] = uint16_t(i < 144u ? 8u : i < 256u ? 9u : i < 280u ? 7u : i < LITERALS ? 8u : 5u);
    meet();
}

// Lengths in the order of symbols, as they are told: of the code of lengths the first `told` of 16, 17, 18, 0, 8, 7, 9, 6, ...
uint place_of_length(uint symbol)
{
    return symbol > 15u ? symbol - 16u : symbol == 0u ? 3u : symbol > 7u ? 2u * symbol - 12u : 19u - 2u * symbol;
}

void read_lengths_of_lengths(uint told)
{
    const uint me = lane_here();
    const uint length = me < told ? low & 7u : 0u;
    drop(3u, me < told);
    const uint mine = subgroupShuffle(length, place_of_length(min(me, 18u)));
    table[me] = uint16_t(me < 19u ? mine : 0u);
    meet();
}

bool read_lengths(uint literals, uint all)
{
    const uint me = lane_here();
    for (uint first = 0u, end = end_here(LITERALS + DISTANCES); first < end; first += LANES)
        table[first + me] = uint16_t(0u);
    meet();
    uint at = 0u, last = 16u; // 16: there is none to be repeated
    while (at < all) {
        uint symbol = 0u, bits = 0u;
        search(true, first_15(low), 0u, 1u, LONGEST_OF_LENGTHS, symbol, bits);
        const uint extra = symbol < 16u ? 0u : symbol == 16u ? 2u : symbol == 17u ? 3u : 7u;
        const uint times = (symbol < 16u ? 1u : symbol == 18u ? 11u : 3u) + (low >> bits & ((1u << extra) - 1u));
        const uint start = at + subgroupExclusiveAdd(times);
        const bool here = start < all;
        // A repeated length is that of the last lane before that has one of its own.
        const uint own = subgroupBallot(symbol != 16u).x & below;
        const uint before = subgroupShuffle(symbol < 16u ? symbol : 0u, own == 0u ? 0u : uint(findMSB(own)));
        const uint value = symbol < 16u ? symbol : symbol > 16u ? 0u : own == 0u ? last : before;
        if (subgroupAny(here && (bits == 0u || value > LONGEST)))
            return false;
        if (here && value != 0u)
            for (uint i = start, end = min(start + times, all); i < end; i++)
                table[i < literals ? i : i - literals + LITERALS] = uint16_t(value);
        drop(bits + extra, here);
        at = subgroupBroadcast(start + times, LAST_LANE);
        last = subgroupBroadcast(value, LAST_LANE);
    }
    meet();
    return true;
}

// `header`: of a block of type DYNAMIC, which has the codes in it, in a code that comes first.
bool make_codes(uint type, uint header)
{
    const uint literals = (header & 31u) + 257u, distances = (header >> 5u & 31u) + 1u;
    for (bool of_lengths = type == DYNAMIC;; of_lengths = false) {
        if (of_lengths)
            read_lengths_of_lengths((header >> 10u & 15u) + 4u);
        else if (type == STATIC)
            set_static_lengths();
        else if (!read_lengths(literals, literals + distances))
            return false;
        if (!make_code(of_lengths ? 1u : SETS))
            return false;
        if (!of_lengths)
            break;
    }
    const uint me = lane_here();
    for (uint first = 0u; first < DISTANCE_TABLE + (1u << DISTANCE_BITS); first += LANES) {
        const bool distance = first >= DISTANCE_TABLE;
        uint symbol = 0u, length = 0u;
        search(true, first_15(first + me), distance ? DISTANCE_CODE : 0u, 1u, distance ? DISTANCE_BITS : LITERAL_BITS, symbol, length);
        table[first + me] = uint16_t(symbol << 4u | length);
    }
    meet();
    return true;
}

// ---- bytes

// What lanes have made from `start` on, `total` bytes in all. A maker is start | distance << 16 of a copy, and a literal.
void write_round(bool makes, uint start, uint total, uint maker)
{
    const uint all = subgroupBallot(makes).x;
    if (makes)
        makers[bits_before(all)] = maker;
    meet();
    uint before = 0u; // makers of bytes before these
    for (uint first = 0u; first < total; first += LANES) {
        const uint begins = start - first;
        const uint marks = subgroupOr(makes && begins < LANES ? 1u << begins : 0u);
        // The last one that begins no later: those at the first byte, and those between it and this one.
        uint at = first + lane, m = makers[before + (marks & 1u) - 1u + bits_before(marks >> 1u) & LAST_LANE];
        bool open = at < total, reads = false;
        for (;;) {
            const uint distance = m >> 16u, begin = m & 0xffffu;
            open = open && distance != 0u;
            if (open) {
                uint k = at - begin;
                if (k >= distance)
                    k %= distance;
                at = begin + k - distance;
                reads = int(at) < int(first);
                open = !reads;
            }
            if (!subgroupAny(open))
                break;
            // Made by a lane before, and not in memory yet.
            const uint up_to = marks & (0xffffffffu >> (LAST_LANE - (at - first) & LAST_LANE));
            const uint other = makers[before + uint(bitCount(up_to)) - 1u & LAST_LANE];
            m = open ? other : m;
        }
        before += uint(bitCount(marks));
        if (first + lane < total)
            target.at[done + first + lane] = reads ? target.at[done + at] : uint8_t(m);
        subgroupMemoryBarrierBuffer();
    }
    done += total;
    meet();
}

// ---- blocks; false: broken

bool stored_block(uint size)
{
    if (size > room - done)
        return false;
    for (uint first = 0u; first < size; first += LANES) {
        const uint i = first + lane;
        if (i < size)
            target.at[done + i] = uint8_t(low);
        drop(8u, i < size);
        if (ran_out())
            return false;
    }
    done += size;
    subgroupMemoryBarrierBuffer();
    return true;
}

bool compressed_block()
{
    // Of the round before: the symbol that the lane took (END: it made nothing), and where its bytes begin.
    uint made = END, start = 0u, total = 0u;
    for (bool ended = false;;) { // ended: only distances are left
        const bool copies = made > END;
        const uint entry = uint(table[copies ? DISTANCE_TABLE + (low & ((1u << DISTANCE_BITS) - 1u)) : low & (DISTANCE_TABLE - 1u)]);
        uint symbol = entry >> 4u, bits = entry & 15u;
        search(entry == 0u && (copies || !ended), first_15(low), copies ? DISTANCE_CODE : 0u, DISTANCE_BITS + 1u, LONGEST, symbol, bits);
        const uint ends = subgroupBallot(!copies && !ended && symbol == END).x;
        const bool takes = copies || !ended && (ends & below) == 0u;
        const uint n = symbol - 257u;
        const bool lengthy = !copies && symbol > END;
        if (subgroupAny(takes && (bits == 0u || lengthy && n > 28u)))
            return false;
        // Of lengths four share the number of bits that follow, of distances two.
        uint base = 0u, extra = 0u;
        if (copies) {
            extra = max(symbol >> 1u, 1u) - 1u;
            base = symbol < 4u ? symbol + 1u : (2u + (symbol & 1u) << extra) + 1u;
        } else if (lengthy) {
            extra = n == 28u ? 16u : max(n >> 2u, 1u) - 1u;
            base = n == 28u ? 3u : n < 8u ? n + 3u : (4u + (n & 3u) << extra) + 3u;
        }
        const uint value = base + (low >> bits & ((1u << extra) - 1u));
        drop(bits + extra, takes);
        if (subgroupAny(copies && value > done + start))
            return false;
        write_round(made != END, start, total, copies ? start | value << 16u : made);
        if (ended)
            return true;
        made = !takes || copies ? END : symbol;
        const uint amount = made > END ? value : made < END ? 1u : 0u;
        start = subgroupExclusiveAdd(amount);
        total = subgroupBroadcast(start + amount, LAST_LANE);
        if (total > room - done || ran_out())
            return false;
        ended = ends != 0u;
    }
}

void main()
{
    const uint index = first + gl_WorkGroupID.x;
    uint regions_there = most;
    if (count != uvec2(0u))
        regions_there = min(most, Words(count).at[0]);
    if (index >= regions_there)
        return;
    uint over;
    uint offset;
    umulExtended(index, stride, over, offset);
    const uvec2 address = add(regions, offset) + uvec2(0u, over);
    Words region = Words(address);
    const uint size = region.at[5] != 0u ? MOST_INPUT : min(region.at[4], MOST_INPUT);
    source = Words(size < 4u ? address : uvec2(region.at[0], region.at[1])); // of less than a dword nothing is used
    source_bytes = Bytes(uvec2(region.at[0], region.at[1]));
    target = Bytes(uvec2(region.at[2], region.at[3]));
    room = region.at[7] != 0u ? TILE : min(region.at[6], TILE);
    done = 0u;
    if (room == 0u || size == 0u)
        return;
    lane = gl_LocalInvocationID.x;
    below = (1u << lane) - 1u;
    codes = 0u;
    start_stream(size);
    bool is_static = false; // the codes that there are
    uint codes_made = 0u;
    bool more = true;
    while (more) {
        const uint header = subgroupBroadcast(low, 0u), type = header >> 1u & 3u;
        drop(type == STORED ? 19u : type == DYNAMIC ? 17u : 3u, lane == 0u); // all of it
        more = (header & 1u) == 0u && !ran_out();
        if (type == STORED) {
            more = stored_block(header >> 3u & 0xffffu) && more;
            continue;
        }
        bool ok = type == STATIC || type == DYNAMIC && ++codes_made <= MOST_CODES;
        if (ok && !(type == STATIC && is_static))
            ok = make_codes(type, header >> 3u);
        is_static = type == STATIC;
        more = ok && compressed_block() && more;
    }
}
