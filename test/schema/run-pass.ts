import { deepEqual } from '../../src/core/json.ts'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import { openDocument } from '../../src/schema/document/document.ts'
import type { Schema } from '../../src/schema/document/schema.ts'
import type { Capabilities, Feature, Limits } from '../../src/schema/feature.ts'
import type { Node } from '../../src/schema/ir/node.ts'
import type { Forest } from '../../src/schema/ir/walk.ts'
import { childrenOf } from '../../src/schema/ir/walk.ts'
import { openThroughout } from '../../src/schema/passes/open-throughout.ts'
import { isNeeded, type Pass, type PassContext } from '../../src/schema/passes/pass.ts'
import { runPasses } from '../../src/schema/passes/run-passes.ts'
import { fromJsonSchema } from '../../src/schema/read/json-schema/from-json-schema.ts'

export interface PassOptions {
  /** The features of the dialect. Default: none. */
  readonly supports?: readonly Feature[]
  readonly limits?: Partial<Limits>
  readonly formats?: 'annotate' | 'assert'
  /** The string formats that the dialect accepts. Default: all. */
  readonly stringFormats?: readonly string[]
  readonly names?: RegExp
  /** Passes that run before, each in a walk of its own. */
  readonly after?: readonly Pass[]
}

const unlimited: Limits = {
  depth: 100,
  nodes: 10_000,
  unroll: 1,
  branches: 64,
  properties: Number.POSITIVE_INFINITY,
  enumValues: Number.POSITIVE_INFINITY,
}

/** A dialect with nothing but these features. */
function createDialect({ supports = [], limits, stringFormats, names }: PassOptions = {}): Capabilities {
  return {
    supports: new Set(supports),
    limits: { ...unlimited, ...limits },
    formats: stringFormats === undefined ? {} : { string: new Set(stringFormats) },
    ...(names === undefined ? {} : { names }),
  }
}

/** A schema that was read, and what passes may ask about it. */
export function readForPass(schema: Schema, options: PassOptions = {}): { forest: Forest; context: PassContext } {
  const document = openDocument(schema)
  const validator = createValidator(document)
  const accepts = (value: unknown, part: Schema) => validator.accepts(value, part)
  const forest = fromJsonSchema(document, {
    strictRefs: false,
    assertsFormats: false,
    hasNatives: false,
    accepts,
    patterns: validator.patterns,
  })
  const dialect = createDialect(options)
  const context: PassContext = {
    dialect,
    limits: dialect.limits,
    formats: options.formats ?? 'annotate',
    oneWay: undefined,
    definitions: forest.definitions,
    patterns: validator.patterns,
    isReferredTo: (pointer) => [...forest.definitions.keys()].some((target) => target.startsWith(pointer)),
    isOpenThroughout: openThroughout(forest),
    accepts,
  }
  return { forest, context }
}

/** Runs one pass over a schema. `changes` are those of the pass; `isSame` says that it changed nothing. */
export function runPass(pass: Pass, schema: Schema, options: PassOptions = {}) {
  const { forest, context } = readForPass(schema, options)
  const before = (options.after ?? []).reduce<Forest>((each, first) => runPasses(each, [first], context, true), forest)
  const needed = [pass].filter((each) => isNeeded(each, context.dialect.supports))
  const { root } = runPasses(before, needed, context, true)
  const earlier = changesOf(before.root)
  const changes = changesOf(root).filter((change) => !earlier.includes(change))
  return { tree: show(root), changes, isSame: changes.length === 0 && deepEqual(show(root), show(before.root)) }
}

/** The changes in a tree, as `pointer keyword: code, effect`. */
export function changesOf(root: Node): string[] {
  const own = (root.changes ?? []).map(({ at, keyword, code, effect }) => `${at} ${keyword}: ${code}, ${effect}`)
  return [...own, ...childrenOf(root).flatMap(changesOf)]
}

/** Fields that say where a node comes from, not what it is. */
const hidden = new Set('origin origins sources changes mentions requiredOrder inferred exampleKeyword'.split(' '))

/** A node as plain data: what it accepts, and what it says. Optional properties have a `?`. */
export function show(node: Node): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
    if (!hidden.has(key) && !isEmpty) shown[key] = showField(key, value, node)
  }
  return shown
}

function showField(key: string, value: unknown, node: Node): unknown {
  switch (key) {
    case 'fields':
      return node.kind !== 'object'
        ? value
        : Object.fromEntries(node.fields.map((field) => [field.name + (field.required ? '' : '?'), show(field.value)]))
    case 'requiredElsewhere':
      return node.kind === 'object' ? node.requiredElsewhere.map(({ name }) => name) : value
    case 'patterns':
      return node.kind === 'object'
        ? Object.fromEntries(node.patterns.map(({ pattern, value: inner }) => [pattern, show(inner)]))
        : value
    case 'options':
    case 'parts':
    case 'prefix':
      return (value as readonly Node[]).map(show)
    case 'items':
    case 'extras':
      return show(value as Node)
    case 'rules':
      return (value as NonNullable<Node['rules']>).map(({ keyword }) => keyword)
    case 'annotations':
      return (value as NonNullable<Node['annotations']>).map(({ keyword }) => keyword)
    case 'encoding':
      return (value as NonNullable<Node['encoding']>).type
    case 'renamed':
      return Object.fromEntries(value as ReadonlyMap<string, string>)
    case 'shape':
      return (value as Node).kind
    default:
      return value
  }
}
