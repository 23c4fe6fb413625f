import { ToolfitError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { both, type Outcome } from '../../core/outcome.ts'
import type { NameMatch, PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import { joinPointer } from '../../core/pointer.ts'
import type { Resource, SchemaDocument } from '../document/document.ts'
import type { Schema } from '../document/schema.ts'
import { enlargeScope, type Scope } from './dynamic-scope.ts'
import { quote, subjectOf } from './messages.ts'
import { setCached } from './set-cached.ts'
import type { FormatCheck, Violation } from './violation.ts'

/** A compiled keyword. If the value does not satisfy it, it has reported a violation. */
export type Check = (value: unknown, run: Run) => Outcome

/** Compiles a keyword family of a schema. Undefined if it restricts nothing. */
export type KeywordCompiler = (schema: JsonObject, context: Context) => Check | undefined

/** A schema, compiled when it is first applied to a value. */
export interface Plan {
  readonly checks: readonly Check[]
  /** OpenAPI 3.0 `nullable`: null is valid without running the checks. */
  readonly isNullable: boolean
  /** Set if the schema is the root of an embedded resource, which extends the dynamic scope. */
  readonly resource: Resource | undefined
}

/** What compiled keywords need from their validator. */
export interface Context {
  readonly document: SchemaDocument
  /** Undefined: formats are annotations. Passed in, because most validations do not load that code. */
  readonly isFormat: FormatCheck | undefined
  readonly patterns: PatternMatcher
  planOf(schema: JsonObject): Plan
  /** By a schema that was read as its author meant it: the one that stands in the document. */
  readonly written: WeakMap<JsonObject, JsonObject>
}

/** The deepest nesting of schemas on one call stack. Deeper schemas are evaluated first, on a new stack. */
const maxDepth = 200
/** How many stacks may wait for each other. */
const maxWaiting = 1000

/** Steps of a validation before its results are cached, and details omitted. */
const detailedSteps = 100_000

/** The `$ref`s that were followed since the last step into the value. */
interface RefChain {
  readonly target: Schema
  readonly parent: RefChain | undefined
}

/** A check that is too deep for the call stack: thrown, run on an empty stack, then cached. */
class Suspension implements Question {
  readonly schema: JsonObject
  readonly value: unknown
  readonly scope: Scope | undefined

  constructor(schema: JsonObject, value: unknown, scope: Scope | undefined) {
    this.schema = schema
    this.value = value
    this.scope = scope
  }
}

/** Thrown where a validation stops before its end, because the comparisons of the call are used up. */
const stopped = Symbol()

/** Comparisons that take as long as a message. */
const messageCost = 100

/** Violations that are listed. Nobody reads more, and a repair needs the comparisons that their messages would take. */
const mostViolations = 100

/** The state of one validation: its position in the value, the violations, and the remaining steps. */
export class Run {
  /** Collects violations. Undefined: only the result counts, and no messages are written. */
  violations: Violation[] | undefined
  /** The resources entered so far, for `$dynamicRef` and `$recursiveRef`. Undefined: only the root. */
  scope: Scope | undefined
  readonly context: Context
  private readonly path: (string | number)[] = []
  private refs: RefChain | undefined
  private depth = 0
  private steps = 0
  private cache: ResultCache | undefined
  /** The first place that was not checked, because the steps of the call were used up, or whose violation is not listed. */
  unfinished: { readonly pointer: string; readonly keyword: string } | undefined

  constructor(context: Context, violations?: Violation[]) {
    this.context = context
    this.violations = violations
  }

  /** Whether to stop at the first violation. */
  get isQuick(): boolean {
    return this.violations === undefined
  }

  /** Whether a check holds for every item. Stops at the first violation only if `isQuick`. */
  every<T>(items: Iterable<T>, holds: (item: T) => Outcome): Outcome {
    let outcome: Outcome = true
    for (const item of items) {
      outcome = both(outcome, holds(item))
      if (!outcome && this.isQuick) return false
    }
    return outcome
  }

  /** Whether a text matches a pattern. Undefined: unknown. */
  matches(pattern: string, text: string, keyword: string): boolean | undefined {
    const result = this.context.patterns.matches(pattern, text)
    if (result === undefined) this.watchPatterns(keyword)
    return result
  }

  /** Which patterns match a name. */
  matchName(patterns: readonly string[], name: string, keyword: string): NameMatch {
    const match = this.context.patterns.matchName(patterns, name)
    if (!match.isCertain) this.watchPatterns(keyword)
    return match
  }

  private watchPatterns(keyword: string): void {
    if (this.context.patterns.isUsedUp) this.leave(keyword)
  }

  /** Validates the whole value. A subschema inside an embedded resource starts in the scope of that resource. */
  start(schema: Schema, value: unknown): Outcome {
    if (typeof schema === 'boolean') return this.apply(schema, value, { not: {} }, 'false')
    const { document } = this.context
    const isInside = schema !== document.root && document.hasResources()
    const scope = isInside ? enlargeScope(this, document.resourceOf(schema)) : undefined
    const reported = this.violations
    const waiting: Question[] = [{ schema, value, scope }]
    for (;;) {
      const question = waiting[waiting.length - 1]!
      const answer = this.answer(question, waiting.length === 1 ? reported : undefined)
      if (answer instanceof Suspension) this.postpone(waiting, answer)
      else if (answer === stopped) return reported?.length ? false : 'unknown'
      else {
        waiting.pop()
        if (waiting.length === 0) return answer
        this.cache?.set(question, answer)
      }
    }
  }

  private answer(
    { schema, value, scope }: Question,
    violations: Violation[] | undefined,
  ): Outcome | Suspension | typeof stopped {
    this.scope = scope
    this.refs = undefined
    this.depth = 0
    this.path.length = 0
    this.violations = violations
    if (violations !== undefined) violations.length = 0
    try {
      return this.evaluate(schema, value)
    } catch (thrown) {
      if (thrown instanceof Suspension) return thrown
      if (thrown === stopped) return stopped
      throw thrown
    }
  }

  private postpone(waiting: Question[], question: Suspension): void {
    this.cache ??= new ResultCache()
    const { schema, value, scope } = question
    const isWaiting = waiting.some((each) => each.schema === schema && each.value === value && each.scope === scope)
    // A check that depends on itself restricts nothing, like a `$ref` to itself.
    if (isWaiting) this.cache.set(question, true)
    else waiting.push(question)
    if (waiting.length <= maxWaiting) return
    const limit = maxDepth * maxWaiting
    const message = `More than ${limit} schemas nest around one value. Flatten allOf, anyOf or $ref.`
    throw new ToolfitError('schema-too-deep', message, { limit })
  }

  /** Applies a subschema to the value of its parent schema. */
  apply(schema: Schema, value: unknown, owner: JsonObject, keyword: string): Outcome {
    if (schema === true) return true
    if (schema === false) return this.fail(owner, keyword, () => `${this.subject()} is not allowed.`)
    return this.evaluate(schema, value)
  }

  /** Applies a subschema to a part of the value. */
  child(schema: Schema, part: unknown, key: string | number, owner: JsonObject, keyword: string): Outcome {
    if (schema === true) return true
    const { refs } = this
    this.refs = undefined
    this.path.push(key)
    const ok = this.apply(schema, part, owner, keyword)
    this.path.pop()
    this.refs = refs
    return ok
  }

  /** Applies the target of a `$ref`. A reference to itself without a step into the value restricts nothing. */
  follow(target: Schema, value: unknown, owner: JsonObject, keyword: string): Outcome {
    const { refs } = this
    for (let link = refs; link !== undefined; link = link.parent) if (link.target === target) return true
    this.refs = { target, parent: refs }
    const ok = this.apply(target, value, owner, keyword)
    this.refs = refs
    return ok
  }

  /** Whether a subschema accepts the value. Reports nothing. */
  test(schema: Schema, value: unknown): Outcome {
    if (typeof schema === 'boolean') return schema
    const { violations } = this
    this.violations = undefined
    const ok = this.evaluate(schema, value)
    this.violations = violations
    return ok
  }

  /** Whether a subschema accepts a part of the value. Reports nothing. */
  testPart(schema: Schema, part: unknown): Outcome {
    const { refs } = this
    this.refs = undefined
    const ok = this.test(schema, part)
    this.refs = refs
    return ok
  }

  /** The violations of the value under a subschema, without reporting them. */
  collect(schema: Schema, value: unknown, owner: JsonObject, keyword: string): Violation[] {
    const { violations } = this
    const collected: Violation[] = []
    this.violations = collected
    this.apply(schema, value, owner, keyword)
    this.violations = violations
    return collected
  }

  /** Reports a property that is not allowed, at its own pointer. */
  extra(name: string, schema: JsonObject, keyword: string, hint: () => string): false {
    if (this.violations === undefined) return false
    const where = this.path.length === 0 ? '' : ` in ${this.subject()}`
    this.path.push(name)
    this.fail(schema, keyword, () => `Unexpected property ${quote(name)}${where}.${hint()}`)
    this.path.pop()
    return false
  }

  /** Reports a violation at the current position. Always false, so that a check can return it. */
  fail(
    schema: JsonObject,
    keyword: string,
    message: () => string,
    more?: Pick<Violation, 'branches' | 'closest' | 'expected'>,
  ): false {
    if (this.violations === undefined) return false
    const isListed = this.violations.length < mostViolations
    this.compare(keyword, isListed ? messageCost : 1)
    if (!isListed) return this.leave(keyword)
    const { document, written } = this.context
    const source = written.get(schema) ?? schema
    const schemaPointer = document.pointerOf(source)
    // Read as `unevaluatedProperties`, written as another keyword.
    const isOther = source !== schema && keyword === 'unevaluatedProperties'
    this.violations.push({
      level: 'error',
      pointer: this.pointer(),
      keyword: isOther ? 'additionalProperties' : keyword,
      message: message(),
      ...(schemaPointer === undefined ? {} : { schemaPointer }),
      ...more,
    })
    return false
  }

  /** The current position, as a JSON Pointer into the value. */
  pointer(): string {
    return this.path.reduce<string>(joinPointer, '')
  }

  /** The current position in a message. */
  subject(): string {
    return subjectOf(this.path)
  }

  /** The document that is validated against. */
  get document(): SchemaDocument {
    return this.context.document
  }

  private compare(keyword: string, count: number): void {
    if (this.context.patterns.compare(count)) return
    this.leave(keyword)
    throw stopped
  }

  /** Notes the first place that is not checked, or not listed. */
  private leave(keyword: string): false {
    this.unfinished ??= { pointer: this.pointer(), keyword }
    return false
  }

  private evaluate(schema: JsonObject, value: unknown): Outcome {
    this.compare('schema', 1)
    if (++this.steps === detailedSteps) this.cache ??= new ResultCache()
    const isSimple = ++this.depth < maxDepth && this.cache === undefined
    const ok = isSimple ? this.check(schema, value) : this.checkCached(schema, value)
    this.depth--
    return ok
  }

  private check(schema: JsonObject, value: unknown): Outcome {
    const plan = this.context.planOf(schema)
    if (value === null && plan.isNullable) return true
    const { scope } = this
    if (plan.resource !== undefined) this.scope = enlargeScope(this, plan.resource)
    let outcome: Outcome = true
    for (const check of plan.checks) {
      outcome = both(outcome, check(value, this))
      if (!outcome && this.isQuick) break
    }
    this.scope = scope
    return outcome
  }

  private checkCached(schema: JsonObject, value: unknown): Outcome {
    const question: Question = { schema, value, scope: this.scope }
    const isFrontier = this.depth >= maxDepth
    let ok = this.cache?.get(question)
    if (ok === undefined && isFrontier) throw new Suspension(schema, value, this.scope)
    const isSilent = this.steps >= detailedSteps || isFrontier
    if (ok === undefined || (ok === false && !isSilent && this.violations !== undefined)) {
      const { violations } = this
      if (isSilent) this.violations = undefined
      ok = this.check(schema, value)
      this.violations = violations
      this.cache?.set(question, ok)
      if (!isSilent) return ok
    }
    return ok || this.fail(schema, 'schema', () => `${this.subject()} does not match its schema.`)
  }
}

/** Whether a schema accepts a value in a dynamic scope. The position in the value does not matter. */
interface Question {
  readonly schema: JsonObject
  readonly value: unknown
  readonly scope: Scope | undefined
}

/** The results of one validation. */
class ResultCache {
  private readonly answers = new Map<Scope | undefined, Map<JsonObject, Map<unknown, Outcome>>>()

  get({ schema, value, scope }: Question): Outcome | undefined {
    return this.answers.get(scope)?.get(schema)?.get(value)
  }

  set({ schema, value, scope }: Question, answer: Outcome): void {
    const bySchema = this.answers.get(scope) ?? setCached(this.answers, scope, new Map())
    const byValue = bySchema.get(schema) ?? setCached(bySchema, schema, new Map())
    byValue.set(value, answer)
  }
}
