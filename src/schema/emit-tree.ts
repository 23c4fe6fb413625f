import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from './change.ts'
import type { Codec, CodecContext } from './codec/codec.ts'
import { createCodecs } from './codec/create-codecs.ts'
import { createNaturalCodecs } from './codec/natural-codec.ts'
import { collectChanges } from './collect-changes.ts'
import { confessTheRest } from './confess-the-rest.ts'
import type { EmitContext } from './dialects/dialect.ts'
import { reachableKeywords } from './document/reachable-keywords.ts'
import { countProperties, cutSizes, fitsSurely, heights, mostValues, sizes } from './ir/measure.ts'
import type { Node } from './ir/node.ts'
import { type Forest, mapForest, treesOf, withoutUnused } from './ir/walk.ts'
import type { Lowered } from './lower.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import { cutDepth } from './passes/cut-depth.ts'
import { requireAll } from './passes/require-all.ts'
import type { Rewritten } from './passes/run-passes.ts'
import { settleUnions } from './passes/settle-unions.ts'
import { wrapRoot } from './passes/shape-root.ts'
import { trimEnums } from './passes/trim-enums.ts'
import { placeChanges } from './place-changes.ts'
import type { Source } from './read/source.ts'

/** A schema, written; the rest is made when it is first asked for. */
export interface Emitted {
  readonly schema: JsonObject
  /** What was written, in the wire's shape. */
  readonly forest: () => Forest
  readonly changes: () => readonly Change[]
  readonly codec: () => Codec | undefined
}

/** Writes wire trees within the dialect's limits: what does not fit becomes JSON text, the deepest parts first. */
export function emitTree(source: Source, opened: OpenedSource, lowered: Lowered, settings: Settings): Emitted {
  const { dialect } = settings
  const forest = fitToLimits(lowered, source, settings)
  const { root, definitions } = forest
  const codecOf = codecsFor(source, opened, definitions)
  return {
    schema: dialect.emit(root, emitContextFor(definitions, codecOf)),
    forest: () => forest,
    changes: once(() => {
      const confessed = collectChanges(treesOf(forest), dialect, source.changes, lowered.changes)
      // A dialect without passes writes what was read.
      if (dialect.lower.length === 0) return confessed
      const keywords = [...reachableKeywords(places(source, opened))]
      const placed = placeChanges(confessed, keywords)
      return [...placed, ...confessTheRest(keywords, treesOf(forest), placed, dialect.supports)]
    }),
    codec: once(() => codecOf(root)),
  }
}

/** Writes the wire tree of a part of a document; undefined where it may not fit into what is left of the limits. */
export function emitPart(
  source: Source,
  opened: OpenedSource,
  lowered: Lowered,
  settings: Settings,
): JsonObject | undefined {
  const { root, definitions } = lowered.isSettled ? lowered : settle(lowered.recorded())
  if (!fitsSurely(root, settings.limits)) return undefined
  return settings.dialect.emit(root, emitContextFor(definitions, codecsFor(source, opened, definitions)))
}

function settle(rewritten: Rewritten): Forest {
  return settleUnions(rewritten, rewritten.shapes)
}

type CodecOf = (node: Node) => Codec | undefined

function codecsFor(source: Source, opened: OpenedSource, definitions: Forest['definitions']): CodecOf {
  const accepts: CodecContext['accepts'] = (value, schema) => opened.accepts(value, schema)
  return createCodecs({ accepts, definitions, natural: createNatural(source, opened), trial: { isOn: false } })
}

function emitContextFor(definitions: Forest['definitions'], codecOf: CodecOf): EmitContext {
  return { definitions, encodeValue: (node, value) => (codecOf(node)?.encode(value) ?? value) as Json }
}

/** The largest trees within the limits. */
function fitToLimits(lowered: Lowered, source: Source, settings: Settings): Forest {
  const { limits, dialect } = settings
  if (dialect.lower.length === 0) return lowered
  if (lowered.isSettled && fitsSurely(lowered.root, limits)) return finish(lowered, settings)
  // Where every property is asked for, every object says that there are no others.
  const size = sizes(dialect.supports.has('optionalProperties') ? 0 : 1)
  const allowed = once(() => mostValues(source.schema, limits))
  const sizeOf = (forest: Forest) => treesOf(forest).reduce((sum, tree) => sum + size(tree), 0)
  const heightOf = (forest: Forest) => {
    const height = heights(forest.definitions)
    const tallest = Math.max(...treesOf(forest).map(height))
    // A root that is referred to and wrapped is written twice, the one inside the other.
    const again = forest.definitions.get('')
    return again === undefined || again === forest.root ? tallest : tallest + height(again)
  }
  const isSmall = (forest: Forest) => {
    if (countProperties(treesOf(forest), limits.properties) > limits.properties) return false
    return sizeOf(forest) <= limits.nodes || sizeOf(forest) <= allowed()
  }
  const recorded = lowered.recorded()
  const height = heights(recorded.definitions)
  let depth = isSmall(recorded) ? limits.depth : roomFor(recorded, limits.depth, allowed())
  for (;;) {
    const reason = depth === limits.depth ? 'depth' : 'size'
    const room = Math.max(0, needsWrapper(recorded, settings) ? depth - 1 : depth)
    const cut = withoutUnused(mapForest(recorded, (tree) => cutDepth(tree, room, recorded.shapes, reason, height)))
    const settled = finish(lowered.isSettled ? cut : settleUnions(cut, recorded.shapes), settings)
    // Not even the root's own properties may fit: it is text then.
    if (depth <= 0 || (heightOf(settled) <= limits.depth && isSmall(settled))) return settled
    // Tags and wrappers add steps of their own, and texts their descriptions.
    depth = Math.min(depth, heightOf(settled)) - 1
  }
}

function needsWrapper({ root, definitions }: Forest, { root: wanted, dialect }: Settings): boolean {
  // Definitions stand beside what the root says, and nothing may stand beside a union.
  if (root.kind === 'union' && definitions.size > 0 && !dialect.supports.has('anyOfSiblings')) return true
  return (
    (wanted === 'object' || dialect.objectRoot === true) &&
    (root.kind !== 'object' || root.nullable === true || root.inferred === true)
  )
}

function finish(forest: Forest, settings: Settings): Forest {
  const { dialect, limits } = settings
  const trimmed = trimEnums(forest, limits.enumValues)
  const { root, definitions } = dialect.supports.has('optionalProperties') ? trimmed : requireAll(trimmed)
  return { root: needsWrapper(trimmed, settings) ? wrapRoot(root) : root, definitions }
}

/** How many steps of the trees can be kept within so many values. */
function roomFor(forest: Forest, most: number, allowed: number): number {
  const cutSize = cutSizes(forest.definitions)
  const trees = treesOf(forest)
  const sizeAt = (depth: number) => trees.reduce((sum, tree) => sum + cutSize(tree, depth), 0)
  let depth = Math.min(most, Math.max(...trees.map(heights(forest.definitions))))
  while (depth > 1 && sizeAt(depth) > allowed) depth--
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
  const forest = () => opened.graph
  const codec = once(() => createNatural(source, opened)(forest().root))
  return { schema, forest, changes: () => source.changes, codec }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
