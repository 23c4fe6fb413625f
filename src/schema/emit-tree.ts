import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from './change.ts'
import type { Codec } from './codec/codec.ts'
import { createCodecs } from './codec/create-codecs.ts'
import { createNaturalCodecs } from './codec/natural-codec.ts'
import { collectChanges } from './collect-changes.ts'
import { confessTheRest } from './confess-the-rest.ts'
import type { EmitContext } from './dialects/dialect.ts'
import { cutSizes, fitsSurely, heights, mostValues, sizes } from './ir/measure.ts'
import type { Node } from './ir/node.ts'
import type { Lowered } from './lower.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import { cutDepth } from './passes/cut-depth.ts'
import type { Rewritten } from './passes/run-passes.ts'
import { settleUnions } from './passes/settle-unions.ts'
import { wrapRoot } from './passes/shape-root.ts'
import type { SchemaGraph } from './read/from-json-schema.ts'
import { reachableKeywords } from './read/reachable-keywords.ts'
import type { Source } from './read/source.ts'

/** A schema, written; the rest is made when it is first asked for. */
export interface Emitted {
  readonly schema: JsonObject
  /** The tree that was written, in the wire's shape. */
  readonly tree: () => Node
  readonly changes: () => readonly Change[]
  readonly codec: () => Codec | undefined
}

/** Writes a wire tree within the dialect's limits: what does not fit becomes JSON text, the deepest parts first. */
export function emitTree(source: Source, opened: OpenedSource, lowered: Lowered, settings: Settings): Emitted {
  const codecOf = codecsFor(source, opened)
  const emitContext = emitContextFor(opened.graph, codecOf)
  // Definitions that references lead to are written too.
  const hasRefs = settings.dialect.supports.has('refs')
  const roots = (tree: Node) => (hasRefs ? [tree, ...opened.graph.definitions.values()] : [tree])
  const write = (tree: Node): Emitted => ({
    schema: settings.dialect.emit(tree, emitContext),
    tree: () => tree,
    changes: once(() => {
      const confessed = collectChanges(roots(tree), settings.dialect, source.changes, lowered.changes)
      // A dialect without passes writes what was read.
      if (settings.dialect.lower.length === 0) return confessed
      return [...confessed, ...confessTheRest(reachableKeywords(places(source, opened)), tree, confessed)]
    }),
    codec: once(() => codecOf(tree)),
  })
  return write(fitToLimits(lowered, source, settings))
}

/** Writes the wire tree of a part of a document; undefined where it may not fit into what is left of the limits. */
export function emitPart(
  source: Source,
  opened: OpenedSource,
  graph: SchemaGraph,
  lowered: Lowered,
  settings: Settings,
): JsonObject | undefined {
  const tree = lowered.isSettled ? lowered.root : settle(lowered.recorded())
  if (!fitsSurely(tree, settings.limits)) return undefined
  return settings.dialect.emit(tree, emitContextFor(graph, codecsFor(source, opened)))
}

function settle({ root, shapes }: Rewritten): Node {
  return settleUnions(root, shapes)
}

type CodecOf = (node: Node) => Codec | undefined

function codecsFor(source: Source, opened: OpenedSource): CodecOf {
  const natural = createNatural(source, opened)
  return createCodecs({ accepts: (value, schema) => opened.accepts(value, schema), natural })
}

function emitContextFor({ definitions }: SchemaGraph, codecOf: CodecOf): EmitContext {
  return { definitions, encodeValue: (node, value) => (codecOf(node)?.encode(value) ?? value) as Json }
}

/** The largest tree within the limits. */
function fitToLimits(lowered: Lowered, source: Source, settings: Settings): Node {
  const { limits } = settings
  if (lowered.isSettled && fitsSurely(lowered.root, limits)) return finishRoot(lowered.root, settings)
  const height = heights()
  const size = sizes()
  const allowed = once(() => mostValues(source.schema, limits))
  const isSmall = (tree: Node) => size(tree) <= limits.nodes || size(tree) <= allowed()
  const recorded = lowered.recorded()
  let depth = isSmall(recorded.root) ? limits.depth : roomFor(recorded.root, limits.depth, allowed())
  for (;;) {
    const reason = depth === limits.depth ? 'depth' : 'size'
    const room = settings.root === 'object' && recorded.root.kind !== 'object' ? depth - 1 : depth
    const cut = cutDepth(recorded.root, Math.max(0, room), recorded.shapes, reason, height)
    const tree = finishRoot(lowered.isSettled ? cut : settleUnions(cut, recorded.shapes), settings)
    if (depth <= 1 || (height(tree) <= limits.depth && isSmall(tree))) return tree
    // Tags and wrappers add steps of their own, and texts their descriptions.
    depth = Math.min(depth, height(tree)) - 1
  }
}

function finishRoot(tree: Node, settings: Settings): Node {
  return settings.root === 'object' && settings.dialect.lower.length > 0 ? wrapRoot(tree) : tree
}

/** How many steps of the tree can be kept within so many values. */
function roomFor(root: Node, most: number, allowed: number): number {
  const cutSize = cutSizes()
  let depth = Math.min(most, heights()(root))
  while (depth > 1 && cutSize(root, depth) > allowed) depth--
  return depth
}

/** Where the keywords of a source stand: in the document, and in the definitions that references lead to. */
function* places(source: Source, opened: OpenedSource) {
  yield { schema: source.schema, pointer: '' }
  for (const [pointer, node] of opened.graph.definitions) yield { schema: node.sources[0] ?? true, pointer }
}

function createNatural(source: Source, opened: OpenedSource): (shape: Node) => Codec | undefined {
  if (!source.hasNatives) return () => undefined
  const make = once(() =>
    createNaturalCodecs(opened.graph.definitions, (value, schema) => opened.accepts(value, schema)),
  )
  return (shape) => make()(shape)
}

/** The user's own schema, as it came. */
export function passThrough(source: Source, opened: OpenedSource): Emitted {
  const plain = typeof source.schema === 'object' ? source.schema : source.schema ? {} : { not: {} }
  // Marks of values that are no JSON stay behind: what is sent is JSON.
  const schema = source.hasNatives ? (JSON.parse(JSON.stringify(plain)) as JsonObject) : plain
  const tree = () => opened.graph.root
  const codec = once(() => createNatural(source, opened)(tree()))
  return { schema, tree, changes: () => source.changes, codec }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
