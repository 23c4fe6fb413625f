import { ToolfitError } from '../core/errors.ts'
import { confessRewording } from './dialects/confess-rewording.ts'
import { wrapBase } from './ir/merge-base.ts'
import { isImpossible, type Node, type PendingChange } from './ir/node.ts'
import { type Forest, treesOf } from './ir/walk.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import { flattenUnions } from './passes/flatten-unions.ts'
import { inlineRefs } from './passes/inline-refs.ts'
import { keepableRefs } from './passes/keepable-refs.ts'
import type { PassContext } from './passes/pass.ts'
import { pruneImpossible } from './passes/prune-impossible.ts'
import { type Rewritten, runPasses, runPassesOnce } from './passes/run-passes.ts'
import { needsSettling } from './passes/settle-unions.ts'
import { confessOpenDefault, shapeRoot } from './passes/shape-root.ts'
import type { SchemaGraph } from './read/json-schema/from-json-schema.ts'

/** Wire trees that may still be too large, and what is confessed of the whole. */
export interface Lowered extends Forest {
  readonly changes: readonly PendingChange[]
  /** The trees with what stood where, for cutting them. Their nodes may be other objects than those of `root`. */
  recorded(): Rewritten
  /** There is no union to settle. */
  readonly isSettled: boolean
}

const tidy = [flattenUnions, pruneImpossible]

/** Rewrites what was read into what the dialect can say. */
export function lowerGraph(graph: SchemaGraph, opened: OpenedSource, settings: Settings): Lowered {
  const lowered = lowerPart(graph, opened, settings)
  if (settings.dialect.lower.length > 0 && isImpossible(lowered.root)) throw impossible(lowered.root)
  return lowered
}

/** The same for a part of a document, of which no value may be possible: that is for what stands around it to know. */
export function lowerPart(graph: SchemaGraph, opened: OpenedSource, settings: Settings): Lowered {
  const { dialect } = settings
  if (dialect.lower.length === 0) {
    const changes = confessRewording(treesOf(graph))
    return { ...withShapes(graph), changes, isSettled: true }
  }
  const context = createContext(graph, opened, settings)
  if (!graph.isCombined) return lowerSimple(graph, context, settings)
  const simplified = simplify(graph, context, settings)
  const forest = settings.root === 'object' ? { ...simplified, root: shapeRoot(simplified.root) } : simplified
  const changes = dialect.supports.has('openObjects') ? [] : confessOpenDefault(treesOf(forest))
  const wire = runPasses(forest, dialect.lower, context)
  return { root: wire.root, definitions: wire.definitions, changes, recorded: () => wire, isSettled: false }
}

function withShapes(graph: SchemaGraph) {
  const { root, definitions } = graph
  return { root, definitions, recorded: (): Rewritten => ({ root, definitions, shapes: new Map() }) }
}

/** References followed or kept, and everything said in the simplest way that keeps the tool's shape. */
function simplify(graph: SchemaGraph, context: PassContext, settings: Settings): Forest {
  const { dialect, limits } = settings
  const excluded = new Set<string>()
  for (;;) {
    const inlined =
      graph.definitions.size === 0 ? graph : inlineRefs(graph, limits, keepableRefs(graph, dialect, excluded))
    const merged = runPasses(inlined, dialect.simplify, context, true)
    const tidied = runPasses(merged, tidy, context, true)
    const dead = [...tidied.definitions].filter(([target, tree]) => isImpossible(tree) && !excluded.has(target))
    if (dead.length === 0) return followRoot(tidied)
    // What refers to something impossible is impossible too, or does without it: it has to be seen where it is used.
    for (const [target] of dead) excluded.add(target)
  }
}

/** A root that is nothing but a reference stands for what it leads to: a document cannot be a reference into itself. */
function followRoot(forest: Forest): Forest {
  let { root } = forest
  while (root.kind === 'ref') root = wrapBase(root, forest.definitions.get(root.target)!)
  return { root, definitions: forest.definitions }
}

/** Nothing is combined or shared: walks without books do, and one keeps them only when something has to be cut. */
function lowerSimple(graph: SchemaGraph, context: PassContext, settings: Settings): Lowered {
  const { dialect } = settings
  const { definitions } = graph
  // A walk of its own, as for combined graphs: a part must come out alike, whatever stands elsewhere in the document.
  const tidied = runPassesOnce(graph.root, tidy, context)
  const shaped = settings.root === 'object' ? shapeRoot(tidied) : tidied
  const root = runPassesOnce(shaped, dialect.lower, context)
  const changes = dialect.supports.has('openObjects') ? [] : confessOpenDefault([shaped])
  const isSettled = !graph.hasUnions || !needsSettling(root)
  const recorded = () => runPasses({ root: shaped, definitions }, dialect.lower, context)
  return { root, definitions, changes, recorded, isSettled }
}

/** What the passes over this source may ask. */
function createContext(graph: SchemaGraph, opened: OpenedSource, settings: Settings): PassContext {
  const isReferredTo = (pointer: string) => {
    for (const target of graph.definitions.keys()) if (target.startsWith(pointer)) return true
    return false
  }
  const accepts: PassContext['accepts'] = (value, schema) => opened.accepts(value, schema)
  const { dialect, limits, formats, root } = settings
  const { definitions } = graph
  return { dialect, limits, formats, root, accepts, isReferredTo, definitions }
}

function impossible(root: Node): ToolfitError {
  const cause = root.changes?.find((change) => change.code === 'impossible-part-removed')
  const at = cause?.at ?? root.origin
  const detail = cause === undefined ? '' : ` (${cause.keyword} at "${at}")`
  const message = `No value can satisfy this schema${detail}, so no model could call the tool. Look for contradicting bounds, an empty enum, or a required property that is false.`
  return new ToolfitError('schema-impossible', message, { at, keyword: cause?.keyword })
}
