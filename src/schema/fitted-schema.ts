import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem, type JsonObject, ownValue, showValue } from '../core/json.ts'
import { joinPointer } from '../core/pointer.ts'
import type { Change } from './change.ts'
import { applyDefaults } from './check/apply-defaults.ts'
import { jsonSchemaValidator } from './check/json-schema-validator.ts'
import { decodeWith } from './codec/codec.ts'
import type { CompiledSchema, Received, ReceivedInput } from './compiled-schema.ts'
import type { DialectId } from './dialects/dialect.ts'
import type { Emitted } from './emit-tree.ts'
import type { Issue, ParseResult } from './issue.ts'
import { deepestValue, refusedShape, refuseShape } from './issue.ts'
import type { OpenedSource } from './open-source.ts'
import { isPromise, type Source, type SourceValidator } from './read/source.ts'
import { repairWire } from './repair.ts'
import { type Score, scoreOutput } from './report/score-output.ts'

/**
 * A compiled schema: everything but what is sent is made when it is first used. Its functions work without `this`, so each
 * is made where it is taken: ten closures for every schema cost a small tool a quarter of its time.
 */
export class FittedSchema implements CompiledSchema {
  declare readonly schema: JsonObject
  /** Private at run time too: callers serialise, copy and compare compiled schemas. */
  readonly #source: Source
  readonly #opened: OpenedSource
  readonly #emitted: Emitted
  readonly #otherForms: OtherForms

  constructor(source: Source, opened: OpenedSource, emitted: Emitted, otherForms: OtherForms = noForms) {
    this.schema = emitted.schema
    this.#otherForms = otherForms
    this.#source = source
    this.#opened = opened
    this.#emitted = emitted
  }

  get dialect(): DialectId {
    return this.#opened.dialect.id
  }

  /** How well the dialect says the schema. */
  score(): Score {
    return scoreOutput(this.schema, this.#emitted.forest(), this.#opened.dialect)
  }

  /**
   * The same schema, chosen from several dialects: with the choice in its report, and with the other forms of its values. A conversation
   * that was begun in one of those shows the model calls of that form, and it may write more of them.
   */
  chosen(change: Change, otherForms: OtherForms): FittedSchema {
    const emitted = this.#emitted
    const reported: Emitted = {
      schema: emitted.schema,
      forest: () => emitted.forest(),
      codec: () => emitted.codec(),
      update: (wire) => emitted.update(wire),
      changes: () => [change, ...emitted.changes()],
    }
    return new FittedSchema(this.#source, this.#opened, reported, otherForms)
  }

  get changes(): readonly Change[] {
    return this.#emitted.changes()
  }

  get encode(): CompiledSchema['encode'] {
    return (value) => {
      const codec = this.#emitted.codec()
      if (codec === undefined) return value
      refuseShape(value)
      return this.#opened.patterns.within(value, () => codec.encode(value))
    }
  }

  get decode(): CompiledSchema['decode'] {
    return (given) => {
      const codec = this.#emitted.codec()
      return this.#opened.patterns.within(given, () => decodeWith(codec, this.#emitted.update(given)))
    }
  }

  get check(): CompiledSchema['check'] {
    return (value) => issuesOf(this.parse(value))
  }

  get checkAsync(): CompiledSchema['checkAsync'] {
    return async (value) => issuesOf(await this.parseAsync(value))
  }

  get parse(): CompiledSchema['parse'] {
    return (value) => {
      refuseShape(value)
      return parsed(this.#validator.parse(value))
    }
  }

  get parseAsync(): CompiledSchema['parseAsync'] {
    return async (value) => {
      refuseShape(value)
      return this.#validator.parse(value)
    }
  }

  get receive(): CompiledSchema['receive'] {
    return (wire) => {
      const { value, issues } = this.receiveInput(wire)
      return { value, issues }
    }
  }

  get receiveInput(): CompiledSchema['receiveInput'] {
    const { patterns } = this.#opened
    return (wire, steps) => {
      const read = () => {
        const reading = this.#read(wire)
        let step = reading.next()
        while (step.done !== true) step = reading.next(parsed(step.value))
        return step.value
      }
      return patterns.within(wire, read, steps)
    }
  }

  get receiveAsync(): CompiledSchema['receiveAsync'] {
    return async (wire) => {
      const reading = this.#read(wire)
      let step = reading.next()
      while (step.done !== true) step = reading.next(await step.value)
      const { value, issues } = step.value
      return { value, issues }
    }
  }

  /** Yields what is to be awaited where the source checks asynchronously, and returns the first reading that is valid, or the plain one. */
  *#read(wire: unknown): Generator<ParseResult | Promise<ParseResult>, ReceivedInput, ParseResult> {
    let first: ReceivedInput | undefined
    for (const { value: json, issues } of this.#readings(wire)) {
      const result = refusedShape(json) ?? (yield this.#validator.parse(json))
      if (result.issues === undefined) return { json, value: result.value, issues: withWarnings(issues, result) }
      first ??= { json, value: json, issues: result.issues }
      // What is repaired could not be checked any more.
      if (this.#opened.patterns.isOver) return first
    }
    for (const form of this.#otherForms()) {
      const received = yield* form.#read(wire)
      if (isValid(received)) return { ...received, issues: [inForm(form), ...received.issues] }
    }
    return first!
  }

  get #validator(): SourceValidator {
    return this.#source.validator ?? jsonSchemaValidator(this.#opened.document, this.#opened.validator)
  }

  /** What a wire value may mean, the plain reading first. The next is only asked for when the one before is not valid. */
  *#readings(wire: unknown): Generator<Received> {
    yield { value: this.decode(wire), issues: none }
    if (findShapeProblem(wire, deepestValue) !== undefined) return
    const { document, validator, patterns } = this.#opened
    const repaired = patterns.within(wire, () => repairWire(this.#emitted.forest(), wire, patterns))
    const value = this.decode(repaired.wire)
    if (repaired.issues.length > 0) yield { value, issues: repaired.issues }
    if (findShapeProblem(value, deepestValue) !== undefined) return
    const filled = patterns.within(value, () => applyDefaults(document, validator, value))
    if (filled !== value) yield { value: filled, issues: [...repaired.issues, ...findFilled(value, filled, '')] }
  }
}

/** The same source in other dialects, compiled when it is asked for. */
type OtherForms = () => Iterable<FittedSchema>

const none: readonly never[] = []
const noForms: OtherForms = () => none

function isValid({ issues }: Received): boolean {
  return issues.every(({ level }) => level !== 'error')
}

function inForm({ dialect }: FittedSchema): Issue {
  const message = `Read in the form of ${dialect}, which was not asked for.`
  return { level: 'warning', pointer: '', keyword: 'dialect', message }
}

function issuesOf(result: ParseResult): readonly Issue[] {
  return result.issues ?? result.warnings ?? none
}

function withWarnings(issues: readonly Issue[], { warnings }: Extract<ParseResult, { issues?: undefined }>) {
  return warnings === undefined ? issues : [...issues, ...warnings]
}

/** The properties that took their defaults. */
function findFilled(before: unknown, after: unknown, at: string): Issue[] {
  if (before === after || typeof after !== 'object' || after === null) return []
  return Object.keys(after).flatMap((key) => {
    const pointer = joinPointer(at, key)
    const value = ownValue(after, key)
    const isThere = typeof before === 'object' && before !== null && Object.hasOwn(before, key)
    if (isThere) return findFilled(ownValue(before, key), value, pointer)
    const message = `Missing property "${key}" took its default ${showValue(value)}.`
    return [{ level: 'warning', pointer, keyword: 'default', message } as const]
  })
}

/** The outcome of a parse that must not be waited for. */
function parsed(result: ParseResult | Promise<ParseResult>): ParseResult {
  if (!isPromise(result)) return result
  // The caller does not wait for it.
  result.then(undefined, () => undefined)
  const message = 'This schema has asynchronous checks or transforms. Use the async function of the same name.'
  throw new ToolfitError('schema-async', message)
}
