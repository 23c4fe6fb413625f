import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from './change.ts'
import type { Codec, CodecContext } from './codec/codec.ts'
import { createCodecs } from './codec/create-codecs.ts'
import { createNaturalCodecs } from './codec/natural-codec.ts'
import type { Dialect, EmitContext } from './dialects/dialect.ts'
import type { Node } from './ir/node.ts'
import type { Forest } from './ir/walk.ts'
import type { OpenedSource } from './open-source.ts'
import type { Source } from './read/source.ts'

/** A schema, written; the rest is made when it is first asked for. */
export interface Emitted {
  readonly schema: JsonObject
  /** What was written, in the wire's shape. */
  readonly forest: () => Forest
  readonly changes: () => readonly Change[]
  readonly codec: () => Codec | undefined
}

/** Writes trees; the codec and the changes are made from the same trees when they are first asked for. */
export function emitTree(
  source: Source,
  opened: OpenedSource,
  forest: Forest,
  dialect: Dialect,
  changesOf: () => readonly Change[],
): Emitted {
  const { root, definitions } = forest
  const codecOf = codecsFor(source, opened, definitions)
  const encodeValue: EmitContext['encodeValue'] = (node, value) => (codecOf(node)?.encode(value) ?? value) as Json
  return {
    schema: dialect.emit(root, { definitions, encodeValue }),
    forest: () => forest,
    changes: once(changesOf),
    codec: once(() => codecOf(root)),
  }
}

type CodecOf = (node: Node) => Codec | undefined

function codecsFor(source: Source, opened: OpenedSource, definitions: Forest['definitions']): CodecOf {
  const accepts: CodecContext['accepts'] = (value, schema) => opened.accepts(value, schema)
  return createCodecs({ accepts, definitions, natural: createNatural(source, opened), trial: { isOn: false } })
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
