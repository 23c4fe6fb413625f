import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem } from '../core/json.ts'
import { applyDefaults } from './check/apply-defaults.ts'
import type { CompiledSchema, Received } from './compiled-schema.ts'
import type { Emitted } from './emit-tree.ts'
import type { Issue, ParseResult } from './issue.ts'
import { mendWire } from './mend.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import type { Source, SourceValidator } from './read/source.ts'

/** Values nested deeper are no work of a model, and could exhaust the call stack. */
const deepest = 1_000

/** Puts the parts together that a caller holds in hand. */
export function createCompiledSchema(
  source: Source,
  opened: OpenedSource,
  emitted: Emitted,
  _settings: Settings,
): CompiledSchema {
  const validator = source.validator ?? jsonSchemaValidator(opened)
  const decode = (wire: unknown) => {
    const codec = emitted.codec()
    return codec === undefined ? wire : codec.decode(wire)
  }
  const candidates = (wire: unknown) => receiving(wire, decode, emitted, opened)
  return {
    schema: emitted.schema,
    get changes() {
      return emitted.changes()
    },
    encode(value) {
      const codec = emitted.codec()
      if (codec === undefined) return value
      refuseShape(value)
      return codec.encode(value)
    },
    decode,
    check: (value) => validator.parse(value).issues ?? [],
    checkAsync: async (value) => (await validator.parseAsync(value)).issues ?? [],
    parse: (value) => validator.parse(value),
    parseAsync: (value) => validator.parseAsync(value),
    receive(wire) {
      let first: Received | undefined
      for (const { value, issues } of candidates(wire)) {
        const parsed = refusedShape(value) ?? validator.parse(value)
        if (parsed.issues === undefined) return { value: parsed.value, issues }
        first ??= { value, issues: parsed.issues }
      }
      return first!
    },
    async receiveAsync(wire) {
      let first: Received | undefined
      for (const { value, issues } of candidates(wire)) {
        const parsed = refusedShape(value) ?? (await validator.parseAsync(value))
        if (parsed.issues === undefined) return { value: parsed.value, issues }
        first ??= { value, issues: parsed.issues }
      }
      return first!
    },
  }
}

/** What a wire value may mean, the plain reading first. The next is only asked for when the one before is not valid. */
function* receiving(
  wire: unknown,
  decode: (wire: unknown) => unknown,
  emitted: Emitted,
  opened: OpenedSource,
): Generator<Received> {
  yield { value: decode(wire), issues: [] }
  if (findShapeProblem(wire, deepest) !== undefined) return
  const mended = mendWire(emitted.tree(), wire, opened.graph().definitions)
  const value = decode(mended.wire)
  if (mended.issues.length > 0) yield { value, issues: mended.issues }
  const filled = applyDefaults(opened.document, opened.validator(), value)
  if (filled === value) return
  const note: Issue = {
    level: 'warning',
    pointer: '',
    keyword: 'default',
    message: 'Missing properties that have a default took it.',
  }
  yield { value: filled, issues: [...mended.issues, note] }
}

/** Checks by our own validator, for sources that bring none. */
function jsonSchemaValidator(opened: OpenedSource): SourceValidator {
  const parse = (value: unknown): ParseResult => {
    const violations = opened.validator().validate(value)
    if (violations.length === 0) return { value: applyDefaults(opened.document, opened.validator(), value) }
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
