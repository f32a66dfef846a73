// See llvm/facts/facts.h. A graph in doubt is compared with the kernel edge by edge. That takes a fifth of
// what it takes to compute it, and most steps that may change edges find nothing to change.
#include "compiler/llvm/facts/facts.h"

struct llvm_facts llvm_facts_of(struct arena *a, LLVMValueRef kernel)
{
    return (struct llvm_facts){.arena = a, .kernel = kernel};
}

void llvm_facts_kept(struct llvm_facts *f)
{
    if (!f->check || !f->graph || f->in_doubt || f->wrong)
        return;
    struct arena scratch;
    struct llvm_graph now;
    arena_init(&scratch);
    llvm_graph_find(&now, &scratch, f->kernel);
    f->wrong = llvm_graph_difference(f->graph, &now);
    arena_finish(&scratch);
}

const struct llvm_graph *llvm_facts_graph(struct llvm_facts *f)
{
    f->asked++;
    if (f->graph && f->in_doubt && !llvm_graph_holds(f->graph, f->kernel))
        f->graph = NULL;
    f->in_doubt = false;
    if (f->graph) {
        llvm_facts_kept(f);
        return f->graph;
    }
    struct llvm_graph *g = arena_new(f->arena, struct llvm_graph);
    llvm_graph_find(g, f->arena, f->kernel);
    f->found++;
    return f->graph = g;
}

void llvm_facts_doubt(struct llvm_facts *f)
{
    f->in_doubt = true;
}
