import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from './change.ts'
import { type Codec, type CodecContext, encodeWith } from './codec/codec.ts'
import { createCodecs } from './codec/create-codecs.ts'
import { readEarlierRoot } from './codec/earlier-encodings.ts'
import { createNaturalCodecs } from './codec/natural-codec.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Node } from './ir/node.ts'
import type { Forest } from './ir/walk.ts'
import type { OpenedSource } from './open-source.ts'
import type { Source } from './read/source.ts'
import { reportNotRun } from './report/report-changes.ts'

/** A schema, written; the rest is made when it is first asked for. */
export interface Emitted {
  readonly schema: JsonObject
  /** What was written, in the wire's shape. */
  forest(): Forest
  changes(): readonly Change[]
  codec(): Codec | undefined
  /** Arguments as an earlier version of the encodings wrote them, in the form of this one. */
  update(wire: unknown): unknown
}

type CodecOf = (node: Node) => Codec | undefined
type Definitions = Forest['definitions']

/** Trees, written. The codec and the changes are made from the same trees; nothing else of the compilation is kept. */
export class EmittedTree implements Emitted {
  declare readonly schema: JsonObject
  declare private readonly opened: OpenedSource
  declare private readonly trees: Forest
  /** As read; kept only where values have a form that is no JSON. */
  declare private readonly read: Definitions | undefined
  declare private reported: (() => readonly Change[]) | readonly Change[]
  declare private codecOf: CodecOf | undefined

  constructor(
    source: Source,
    opened: OpenedSource,
    { read, fitted, dialect }: { readonly read: Forest; readonly fitted: Forest; readonly dialect: Dialect },
    changes: () => readonly Change[],
  ) {
    this.opened = opened
    this.trees = fitted
    this.read = source.hasNatives ? read.definitions : undefined
    this.reported = changes
    this.codecOf = undefined
    const encodeValue = (node: Node, value: Json) => encodeWith(this.codecs(node), value) as Json
    this.schema = dialect.emit(fitted.root, { definitions: fitted.definitions, encodeValue })
  }

  forest(): Forest {
    return this.trees
  }

  changes(): readonly Change[] {
    if (typeof this.reported === 'function') this.reported = this.reported()
    return this.reported
  }

  codec(): Codec | undefined {
    return this.codecs(this.trees.root)
  }

  update(wire: unknown): unknown {
    return readEarlierRoot(this.trees, wire, this.opened.patterns)
  }

  private codecs(node: Node): Codec | undefined {
    this.codecOf ??= createCodecs({
      accepts: acceptsOf(this.opened),
      patterns: this.opened.patterns,
      definitions: this.trees.definitions,
      natural: this.read === undefined ? () => undefined : naturalCodecs(this.read, this.opened),
      trial: { isOn: false },
    })
    return this.codecOf(node)
  }
}

function acceptsOf(opened: OpenedSource): CodecContext['accepts'] {
  return (value, schema) => opened.accepts(value, schema)
}

function naturalCodecs(read: Definitions, opened: OpenedSource): CodecOf {
  let made: CodecOf | undefined
  return (shape) => {
    made ??= createNaturalCodecs(read, { accepts: acceptsOf(opened), patterns: opened.patterns })
    return made(shape)
  }
}

/** The user's own schema, as it came. */
export function passThrough(source: Source, opened: OpenedSource): Emitted {
  const plain = typeof source.schema === 'object' ? source.schema : source.schema ? {} : { not: {} }
  // Marks of values that are no JSON stay behind: what is sent is JSON.
  const schema = source.hasNatives ? (JSON.parse(JSON.stringify(plain)) as JsonObject) : plain
  let read: Forest | undefined
  const forest = () => {
    read ??= opened.read()
    return read
  }
  const codec = () => (source.hasNatives ? naturalCodecs(forest().definitions, opened)(forest().root) : undefined)
  let reported: readonly Change[] | undefined
  const changes = () => {
    reported ??= reportNotRun(source)
    return reported
  }
  return { schema, forest, changes, codec, update: (wire) => wire }
}
