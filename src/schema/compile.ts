import { ToolfitError } from '../core/errors.ts'
import { type Attempt, orderDialects, takeBest } from './choice.ts'
import type { CompiledSchema } from './compiled-schema.ts'
import { dialectsFor } from './dialects/index.ts'
import { EmittedTree, passThrough } from './emit-tree.ts'
import { FittedSchema } from './fitted-schema.ts'
import type { Node } from './ir/node.ts'
import { isImpossible } from './ir/node.ts'
import { survey } from './ir/traits.ts'
import { type Forest, treesOf } from './ir/walk.ts'
import { OpenedSource } from './open-source.ts'
import type { CompileOptions, Settings } from './options.ts'
import { otherOptions, readOptions } from './options.ts'
import { fitToLimits } from './passes/fit/fit-to-limits.ts'
import { openThroughout } from './passes/open-throughout.ts'
import type { PassContext } from './passes/pass.ts'
import { runPasses } from './passes/run-passes.ts'
import { shapeRoot } from './passes/simplify/shape-root.ts'
import { simplify } from './passes/simplify/simplify.ts'
import { runSteps, type Steps } from './passes/steps.ts'
import { readSource, readSourceAsync } from './read/read-source.ts'
import type { Source } from './read/source.ts'
import { deferChanges, reportRewording } from './report/report-changes.ts'

/**
 * Fits a schema of any form to a dialect, with nothing silently lost.
 *
 * The source may be a Zod schema, any Standard Schema that can write JSON Schema, an AI SDK `jsonSchema()`, or JSON Schema
 * of any draft. It is not changed; compiling the same object again with the same options costs a look-up.
 *
 * @throws ToolfitError `schema-unreadable`, `schema-circular`, `schema-impossible`, `schema-async`, `ref-unresolved` (with
 * `strictRefs`), `schema-changed` (with `onChange: 'throw'`), `dialect-unknown`, `option-invalid`
 *
 * @example
 * ```ts
 * import { compileSchema } from 'toolfit/schema'
 *
 * const compiled = compileSchema(
 *   { type: 'object', properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } } },
 *   { to: 'gemini' },
 * )
 * compiled.schema // what to send: `scores` is a list of { key, value }
 * compiled.changes // says so
 * compiled.decode({ scores: [{ key: 'ada', value: 10 }] }) // { scores: { ada: 10 } }
 * ```
 */
export function compileSchema(source: unknown, options: CompileOptions): CompiledSchema {
  const compiled = cached(source, options) ?? runNew(source, readSource(source), options)
  return notify(compiled, options)
}

/** Like {@link compileSchema}, for sources that can only be read asynchronously: lazy and promised `jsonSchema()`. */
export async function compileSchemaAsync(source: unknown, options: CompileOptions): Promise<CompiledSchema> {
  const compiled = cached(source, options) ?? runNew(source, await readSourceAsync(source), options)
  return notify(compiled, options)
}

/**
 * Like {@link compileSchema}, for callers that others wait for: `pause` is awaited between two steps. The compiled schema is cached, so
 * that `compileSchema` with the same source and options finds it.
 */
export async function compileSchemaInSteps(
  source: unknown,
  options: CompileOptions,
  pause: () => Promise<void> | undefined,
): Promise<CompiledSchema> {
  const found = cached(source, options)
  if (found !== undefined) return notify(found, options)
  const steps = compileNew(source, readSource(source), options)
  for (;;) {
    const step = steps.next()
    if (step.done) return notify(store(source, options, step.value), options)
    await pause()
  }
}

function runNew(source: unknown, read: Source, options: CompileOptions): FittedSchema {
  return store(source, options, runSteps(compileNew(source, read, options)))
}

/**
 * The pipeline: read, simplify, lower, fit, emit. The codec and the changes come from the tree that is emitted.
 *
 * @param trees the source, where it was read before
 */
function* compile(source: Source, settings: Settings, trees?: Forest): Steps<FittedSchema> {
  const { dialect, limits } = settings
  const opened = new OpenedSource(source, settings)
  if (dialect.passThrough) return new FittedSchema(source, opened, passThrough(source, opened))
  opened.patterns.begin(source.schema)
  yield
  const read = trees ?? opened.read()
  yield
  let fitted = read
  let changes = () => reportRewording(source, read, dialect)
  if (dialect.lower.length > 0) {
    const context = passContext(read, opened, settings)
    const simplified = yield* simplify(read, dialect.simplify, context)
    const shaped = settings.root === 'object' ? { ...simplified, root: shapeRoot(simplified.root) } : simplified
    yield
    const wire = runPasses(shaped, dialect.lower, context)
    if (isImpossible(wire.root)) throw impossible(wire.root)
    const objectRoot = settings.root === 'object' || dialect.objectRoot === true
    yield
    fitted = fitToLimits(wire, { dialect, limits, objectRoot, schema: source.schema, hasNatives: source.hasNatives })
    yield
    changes = deferChanges(source, { read, found: wire.found, fitted, dialect })
  }
  const emitted = new EmittedTree(source, opened, { read, fitted, dialect }, changes)
  yield
  opened.patterns.end()
  return new FittedSchema(source, opened, emitted)
}

function passContext(read: Forest, opened: OpenedSource, { dialect, limits, formats, oneWay }: Settings): PassContext {
  const { definitions } = read
  return {
    dialect,
    limits,
    formats,
    oneWay,
    definitions,
    isReferredTo: referredTo(definitions.keys()),
    isOpenThroughout: openThroughout(read),
    patterns: opened.patterns,
    accepts: (value, schema) => opened.accepts(value, schema),
  }
}

/** Whether a pointer begins like one of the targets: sorted, they stand next to it. */
function referredTo(targets: Iterable<string>): (pointer: string) => boolean {
  let sorted: string[] | undefined
  return (pointer) => {
    sorted ??= [...targets].sort()
    let low = 0
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < pointer) low = middle + 1
      else high = middle
    }
    return sorted[low]?.startsWith(pointer) === true
  }
}

function impossible(root: Node): ToolfitError {
  const cause = root.changes?.find((change) => change.code === 'impossible-part-removed')
  const at = cause?.at ?? root.origin
  const message = `No value can satisfy this schema${at && ` (at "${at}")`}, so no model could call the tool. Look for contradicting bounds, an empty enum, a required property that is false, or one that a closed object in the same allOf forbids.`
  return new ToolfitError('schema-impossible', message, { at, keyword: cause?.keyword })
}

/** A compiled schema, with the options that it was compiled with. */
interface CacheEntry {
  readonly to: CompileOptions['to']
  readonly root: CompileOptions['root']
  /** All other options; undefined where there are none, which is the common call. */
  readonly others: string | undefined
  readonly compiled: FittedSchema
  /** The same source with other options: a chain, because hardly any source has two. */
  readonly next: CacheEntry | undefined
}

const cache = new WeakMap<object, CacheEntry>()

function cached(source: unknown, options: CompileOptions): FittedSchema | undefined {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined
  // Missing options are for `readOptions` to explain.
  if (typeof options !== 'object' || options === null) return undefined
  let entry = cache.get(source)
  if (entry === undefined) return undefined
  const { to, root } = options
  const others = otherOptions(options)
  for (; entry !== undefined; entry = entry.next) {
    if (entry.to === to && entry.root === root && entry.others === others) return entry.compiled
  }
  return undefined
}

/** Caches a compiled schema. */
function store(source: unknown, options: CompileOptions, compiled: FittedSchema): FittedSchema {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return compiled
  const { to, root } = options
  cache.set(source, { to, root, others: otherOptions(options), compiled, next: cache.get(source) })
  return compiled
}

/** Compiles a schema that is not cached. */
function compileNew(source: unknown, read: Source, options: CompileOptions): Steps<FittedSchema> {
  const settings = readOptions(options)
  return dialectsFor(options.to).length > 1 ? choose(source, read, options) : compile(read, settings)
}

/** Compiles to the dialects of a choice until one says everything plainly, and takes the one with the best score. */
function* choose(source: unknown, read: Source, options: CompileOptions): Steps<FittedSchema> {
  const trees = new OpenedSource(read, readOptions(options)).readOnce()
  const attempts: Attempt[] = []
  const between = dialectsFor(options.to)
  for (const to of orderDialects(between, survey(treesOf(trees), false))) {
    yield
    const each = { ...options, to }
    const compiled = cached(source, each) ?? store(source, each, yield* compile(read, readOptions(each), trees))
    const score = compiled.score()
    attempts.push({ compiled, score })
    if (score.isPlain) break
  }
  return takeBest(attempts, between, (to) => {
    const each = { ...options, to }
    return cached(source, each) ?? store(source, each, runSteps(compile(read, readOptions(each))))
  })
}

function notify(compiled: CompiledSchema, options: CompileOptions): CompiledSchema {
  const { onChange } = options
  if (onChange === undefined || onChange === 'collect') return compiled
  for (const change of compiled.changes) {
    if (typeof onChange === 'function') onChange(change)
    else if (!change.implicit) {
      throw new ToolfitError(
        'schema-changed',
        `"${change.keyword}" at "${change.at}" does not travel one to one (${change.effect}): ${change.note} Change the schema, or leave out onChange: 'throw'.`,
        { change },
      )
    }
  }
  return compiled
}
