// An instruction of a module as spirv-dis prints it, for messages: what people look for in the module's text.
#include <spirv-tools/libspirv.h>
#include <string.h>

#include "tools/kilnc/kilnc.h"

// The end of the line that begins at `s`: strings may hold ends of lines.
static const char *line_end(const char *s)
{
    for (bool quoted = false; *s && (quoted || *s != '\n'); s++) {
        if (*s == '\\' && quoted && s[1])
            s++;
        else if (*s == '"')
            quoted = !quoted;
    }
    return s;
}

bool kilnc_instruction_text(const uint32_t *words, size_t count, uint32_t index, char *out, size_t size)
{
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_text text = NULL;
    bool found = context && spvBinaryToText(context, words, count,
                                            SPV_BINARY_TO_TEXT_OPTION_NO_HEADER |
                                                SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES,
                                            &text, NULL) == SPV_SUCCESS;
    const char *s = found ? text->str : "";
    for (; index && *s; index--) {
        s = line_end(s);
        s += *s == '\n';
    }
    found = !index && *s;
    if (found)
        snprintf(out, size, "%.*s", (int)(line_end(s) - s), s);
    spvTextDestroy(text);
    spvContextDestroy(context);
    return found;
}
