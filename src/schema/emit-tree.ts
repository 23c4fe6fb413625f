import type { Json, JsonObject } from '../core/json.ts'
import { countJsonNodes } from '../core/json.ts'
import type { Change } from './change.ts'
import type { Codec } from './codec/codec.ts'
import { createCodecs } from './codec/create-codecs.ts'
import { createNaturalCodecs } from './codec/natural-codec.ts'
import { collectChanges } from './collect-changes.ts'
import { countNodes, heights } from './ir/measure.ts'
import type { Node } from './ir/node.ts'
import type { Lowered } from './lower.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import { cutDepth } from './passes/cut-depth.ts'
import type { PassContext } from './passes/pass.ts'
import { runPasses } from './passes/run-passes.ts'
import { settleUnions } from './passes/settle-unions.ts'
import { wrapRoot } from './passes/shape-root.ts'
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
export function emitTree(
  source: Source,
  opened: OpenedSource,
  lowered: Lowered | undefined,
  settings: Settings,
): Emitted {
  const natural = createNatural(source, opened)
  if (lowered === undefined) return passThrough(source, opened, natural)
  const codecOf = createCodecs({ accepts: opened.accepts, natural })
  const context: PassContext = { ...settings, accepts: opened.accepts }
  const emitContext = {
    definitions: opened.graph().definitions,
    encodeValue: (node: Node, value: Json) => (codecOf(node)?.encode(value) ?? value) as Json,
  }
  const write = (tree: Node): Emitted => ({
    schema: settings.dialect.emit(tree, emitContext),
    tree: () => tree,
    changes: once(() => collectChanges(tree, settings.dialect, [...lowered.changes, ...source.changes])),
    codec: once(() => codecOf(tree)),
  })
  const { limits } = settings
  let depth = limits.depth
  for (;;) {
    const tree = settle(lowered, depth, depth === limits.depth ? 'depth' : 'size', context, settings)
    const height = heights()(tree)
    if (height > limits.depth) {
      depth = Math.min(depth - 1, depth - (height - limits.depth))
      continue
    }
    const isSmall = countNodes(tree, limits.nodes) <= limits.nodes
    const emitted = isSmall || depth <= 1 || isFarSmaller(tree, source, limits.nodes) ? write(tree) : undefined
    if (emitted !== undefined && (depth <= 1 || isWithin(emitted.schema, source, limits.nodes))) return emitted
    depth = Math.min(depth, height) - 1
  }
}

/** The tree within so many steps, with its unions settled and its root wrapped. */
function settle(
  lowered: Lowered,
  depth: number,
  reason: 'depth' | 'size',
  context: PassContext,
  settings: Settings,
): Node {
  if (settings.dialect.lower.length === 0) return lowered.root
  const room = context.root === 'object' && lowered.root.kind !== 'object' ? depth - 1 : depth
  const cut = cutDepth(lowered.root, Math.max(0, room), lowered.shapes, reason)
  const settled = runPasses(cut, [settleUnions], context).root
  return context.root === 'object' ? wrapRoot(settled) : settled
}

/** At most as many values as the limit, or four times the source's. */
function isWithin(schema: JsonObject, source: Source, limit: number): boolean {
  const size = countJsonNodes(schema)
  return size <= limit || size <= 4 * countJsonNodes(source.schema, size)
}

/** Trees beyond the limit are only worth writing when the source is large as well. */
function isFarSmaller(tree: Node, source: Source, limit: number): boolean {
  const allowed = 4 * countJsonNodes(source.schema, 5_000_000)
  return allowed > limit && countNodes(tree, allowed) <= allowed
}

function createNatural(source: Source, opened: OpenedSource): (shape: Node) => Codec | undefined {
  if (!source.hasNatives) return () => undefined
  const make = once(() => createNaturalCodecs(opened.graph().definitions, opened.accepts))
  return (shape) => make()(shape)
}

function passThrough(source: Source, opened: OpenedSource, natural: (shape: Node) => Codec | undefined): Emitted {
  const schema = typeof source.schema === 'object' ? source.schema : source.schema ? {} : { not: {} }
  const tree = () => opened.graph().root
  return {
    schema,
    tree,
    changes: () => source.changes,
    codec: once(() => (source.hasNatives ? natural(tree()) : undefined)),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
