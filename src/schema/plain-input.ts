import { findShapeProblem, type JsonObject } from '../core/json.ts'
import type { PlainSource } from './dialects/dialect.ts'
import type { Resolved } from './document/document.ts'
import type { Schema } from './document/schema.ts'
import { emitPart } from './emit-tree.ts'
import type { Limits } from './feature.ts'
import { isImpossible } from './ir/node.ts'
import { lowerPart } from './lower.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import type { Source } from './read/source.ts'

/** Parts nested deeper do not fit any dialect. */
const deepest = 100

/** A source as the plain path takes it, with the compiler at hand for parts that are not plain. */
export class PlainInput implements PlainSource {
  declare private readonly source: Source
  declare private readonly opened: OpenedSource
  declare private readonly settings: Settings

  constructor(source: Source, opened: OpenedSource, settings: Settings) {
    this.source = source
    this.opened = opened
    this.settings = settings
  }

  get schema(): Schema {
    return this.source.schema
  }

  get root(): 'any' | 'object' {
    return this.settings.root
  }

  get limits(): Limits {
    return this.settings.limits
  }

  get hasNatives(): boolean {
    return this.source.hasNatives
  }

  resolve(from: JsonObject, ref: string): Resolved | undefined {
    return this.opened.document.resolve(from, ref)
  }

  compilePart(
    schema: JsonObject,
    { depth, nodes }: Pick<Limits, 'depth' | 'nodes'>,
    entered: readonly string[],
  ): JsonObject | undefined {
    // Where the part stands is not known here, and only errors need it: that a reference leads nowhere, or a cycle.
    if (this.settings.strictRefs || findShapeProblem(schema, deepest) !== undefined) return undefined
    const graph = this.opened.readPart(schema)
    // How often a recursion is followed is counted from where it begins, which may be the root.
    if (graph.definitions.has('') || entered.some((target) => graph.definitions.has(target))) return undefined
    const lowered = lowerPart(graph, this.opened, { ...this.settings, root: 'any' })
    if (isImpossible(lowered.root)) return undefined
    const limits = { ...this.settings.limits, depth, nodes }
    return emitPart(this.source, this.opened, lowered, { ...this.settings, limits })
  }
}
