import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { findShapeProblem } from '../core/json.ts'
import type { Change } from './change.ts'
import { applyDefaults } from './check/apply-defaults.ts'
import type { CompiledSchema, Received } from './compiled-schema.ts'
import type { Emitted } from './emit-tree.ts'
import type { Issue, ParseResult } from './issue.ts'
import { mendWire } from './mend.ts'
import type { OpenedSource } from './open-source.ts'
import type { Source, SourceValidator } from './read/source.ts'

/** Values nested deeper are no work of a model, and could exhaust the call stack. */
const deepest = 1_000

/** A compiled schema: the parts that a caller holds in hand, each made when it is first used. */
export class FittedSchema implements CompiledSchema {
  declare readonly schema: JsonObject
  declare private readonly source: Source
  declare private readonly opened: OpenedSource
  declare private readonly emitted: Emitted

  constructor(source: Source, opened: OpenedSource, emitted: Emitted) {
    this.schema = emitted.schema
    this.source = source
    this.opened = opened
    this.emitted = emitted
  }

  get changes(): readonly Change[] {
    return this.emitted.changes()
  }

  encode(value: unknown): unknown {
    const codec = this.emitted.codec()
    if (codec === undefined) return value
    refuseShape(value)
    return codec.encode(value)
  }

  decode(wire: unknown): unknown {
    const codec = this.emitted.codec()
    return codec === undefined ? wire : codec.decode(wire)
  }

  check(value: unknown): readonly Issue[] {
    return this.validator.parse(value).issues ?? none
  }

  async checkAsync(value: unknown): Promise<readonly Issue[]> {
    return (await this.validator.parseAsync(value)).issues ?? none
  }

  parse(value: unknown): ParseResult {
    return this.validator.parse(value)
  }

  parseAsync(value: unknown): Promise<ParseResult> {
    return this.validator.parseAsync(value)
  }

  receive(wire: unknown): Received {
    let first: Received | undefined
    for (const { value, issues } of this.readings(wire)) {
      const parsed = refusedShape(value) ?? this.validator.parse(value)
      if (parsed.issues === undefined) return { value: parsed.value, issues }
      first ??= { value, issues: parsed.issues }
    }
    return first!
  }

  async receiveAsync(wire: unknown): Promise<Received> {
    let first: Received | undefined
    for (const { value, issues } of this.readings(wire)) {
      const parsed = refusedShape(value) ?? (await this.validator.parseAsync(value))
      if (parsed.issues === undefined) return { value: parsed.value, issues }
      first ??= { value, issues: parsed.issues }
    }
    return first!
  }

  private get validator(): SourceValidator {
    return this.source.validator ?? jsonSchemaValidator(this.opened)
  }

  /** What a wire value may mean, the plain reading first. The next is only asked for when the one before is not valid. */
  private *readings(wire: unknown): Generator<Received> {
    yield { value: this.decode(wire), issues: none }
    if (findShapeProblem(wire, deepest) !== undefined) return
    const mended = mendWire(this.emitted.tree(), wire, this.opened.graph.definitions)
    const value = this.decode(mended.wire)
    if (mended.issues.length > 0) yield { value, issues: mended.issues }
    if (findShapeProblem(value, deepest) !== undefined) return
    const filled = applyDefaults(this.opened.document, this.opened.validator, value)
    if (filled !== value) yield { value: filled, issues: [...mended.issues, filledDefaults] }
  }
}

const none: readonly Issue[] = []

const filledDefaults: Issue = {
  level: 'warning',
  pointer: '',
  keyword: 'default',
  message: 'Missing properties that have a default took it.',
}

/** Checks by our own validator, for sources that bring none. */
function jsonSchemaValidator(opened: OpenedSource): SourceValidator {
  const parse = (value: unknown): ParseResult => {
    const violations = opened.validator.validate(value)
    if (violations.length === 0) return { value: applyDefaults(opened.document, opened.validator, value) }
    return {
      issues: violations.map(({ level, pointer, keyword, message }) => ({ level, pointer, keyword, message })),
    }
  }
  return { parse, parseAsync: async (value) => parse(value) }
}

function refuseShape(value: unknown): void {
  const problem = findShapeProblem(value, deepest)
  if (problem === 'circular') {
    throw new ToolfitError('value-circular', 'The value contains itself. Pass a value that JSON can express.')
  }
  if (problem === 'too-deep') {
    const message = `The value nests deeper than ${deepest} levels. Flatten it, or pass the deep part as JSON text.`
    throw new ToolfitError('value-too-deep', message, { limit: deepest })
  }
}

/** A model's mistake is an issue, not an exception. */
function refusedShape(value: unknown): ParseResult | undefined {
  const problem = findShapeProblem(value, deepest)
  if (problem === undefined) return undefined
  const message =
    problem === 'circular' ? 'The value contains itself.' : `The value nests deeper than ${deepest} levels.`
  return { issues: [{ level: 'error', pointer: '', keyword: 'type', message }] }
}
