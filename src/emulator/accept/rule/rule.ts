import { getOrInsert } from '../../../core/collections.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Generation } from '../../api/model.ts'

/**
 * The stages at which Google refuses a request. Each hides the ones after it.
 *
 * - `parse`: JSON to proto. All errors are collected, and repeated as `fieldViolations`.
 * - `validate`: rules between fields. All errors are collected, a `* path: text` line each.
 * - `backend`: what the serving side refuses. One sentence, the first that applies.
 */
export type Stage = 'parse' | 'validate' | 'backend'

/** One reason for which Google refuses a request. */
export interface Rejection<Id extends string = string> {
  readonly stage: Stage
  /** Google's text for it: a line of the error's message. */
  readonly message: string
  /** `fieldViolations[].field`. Only parse errors have one, and not all of them. */
  readonly field?: string
  readonly rule: Id
}

/** The `error.message` that Google makes of the rejections of one stage. */
export function errorMessage(rejections: readonly Rejection[]): string {
  const lines = rejections.map((rejection) => rejection.message)
  return rejections[0]?.stage === 'validate' ? lines.map((line) => `${line}\n`).join('') : lines.join('\n')
}

/**
 * How sure we are that an endpoint has a rule. `known`: a recorded rejection or a live probe says so.
 * `unsure`: the rule is old, contradicted or merely likely. Strict checks enforce both, lenient ones only the first.
 */
export type Certainty = 'known' | 'unsure'

/** Where a rule holds. An endpoint that is not named does not have the rule. */
export type Evidence = Readonly<Partial<Record<Endpoint, Certainty>>>

export const knownEverywhere: Evidence = { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'known' }
export const unsureEverywhere: Evidence = { 'ai-studio': 'unsure', vertex: 'unsure', 'cloud-code': 'unsure' }
/** Recorded on AI Studio only. */
export const knownOnStudio: Evidence = { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' }

/** Who checks: what decides which rules hold, besides the rule itself. */
export interface CheckOptions {
  readonly endpoint: Endpoint
  /**
   * Whether rules that the evidence leaves in doubt are enforced. Default true: a request that passes here should pass there.
   * False refuses only what Google was seen to refuse.
   */
  readonly strict?: boolean
  /** The generation of the model. Without it, rules of all generations are enforced. */
  readonly generation?: Generation | undefined
  /** Levels of OBJECT and ARRAY that a schema may have. Google publishes no number: without one, none is enforced. */
  readonly nestingLimit?: number | undefined
}

/** The options with their defaults. */
export interface RuleContext extends CheckOptions {
  readonly strict: boolean
}

/** What is wrong with one field. `path` continues the path of the message that is checked: `contents[1].parts`. */
export interface FieldError {
  readonly path: string
  readonly text: string
}

/** One reason to refuse a request: what it is, where it is known to hold, and the check with the words of the error. */
export interface Rule<Subject, Id extends string = string> {
  readonly id: Id
  readonly stage: Stage
  /** The rule in one line. */
  readonly says: string
  /** Who recorded it: a report, a probe, a document. */
  readonly source: string
  readonly evidence: Evidence
  /** The newest generation of models that has the rule. Without it, all have it. */
  readonly upTo?: Generation
  /**
   * Endpoints whose older validator reports the violation, in a message that starts "The GenerateContentRequest proto is
   * invalid:". It runs before the other validator, and hides it.
   */
  readonly olderOn?: readonly Endpoint[]
  /** The words of the error: one sentence, or a text for each wrong field. Nothing, or `[]`: the subject obeys the rule. */
  check(subject: Subject, context: RuleContext): string | readonly FieldError[] | false | undefined
}

/** A rule of the parser. The parser finds the violation; the rule has the words. */
export interface ParseRule<Subject, Id extends string = string> extends Rule<Subject, Id> {
  readonly stage: 'parse'
  check(subject: Subject): string
}

/** Describes a rule of the parser. All endpoints have the same parser. */
export function parseRule<Subject, const Id extends string>(
  id: Id,
  says: string,
  source: string,
  check: (subject: Subject) => string,
): ParseRule<Subject, Id> {
  return { id, stage: 'parse', says, source, evidence: knownEverywhere, check }
}

/** A rejection by the parser. `field` is left out where it is empty. */
export function parseRejection<Subject, Id extends string>(
  { id, check }: ParseRule<Subject, Id>,
  subject: Subject,
  field = '',
): Rejection<Id> {
  const rejection = { stage: 'parse' as const, rule: id, message: check(subject) }
  return field === '' ? rejection : { ...rejection, field }
}

/** Makes a list of rules about one kind of subject, in one stage. The type of the list has the ids as literals. */
export function rulesAbout<Subject>(stage: Stage) {
  return <Id extends string>(rules: readonly Omit<Rule<Subject, Id>, 'stage'>[]): readonly Rule<Subject, Id>[] =>
    rules.map((rule) => ({ stage, ...rule }))
}

function isEnforced(
  { evidence, upTo }: Pick<Rule<never>, 'evidence' | 'upTo'>,
  { endpoint, strict, generation }: RuleContext,
): boolean {
  if (upTo !== undefined && generation !== undefined && generation > upTo) return false
  return evidence[endpoint] === 'known' || (strict && evidence[endpoint] === 'unsure')
}

const enforcedRules = new WeakMap<object, Map<string, readonly unknown[]>>()

/** The rules of a list that hold for a context, in order. Cached: the lists are constants, and few contexts differ here. */
export function enforced<Subject, Id extends string>(
  rules: readonly Rule<Subject, Id>[],
  context: RuleContext,
): readonly Rule<Subject, Id>[] {
  const key = `${context.endpoint} ${context.strict} ${context.generation}`
  const byContext = getOrInsert(enforcedRules, rules, () => new Map<string, readonly unknown[]>())
  const found = getOrInsert(byContext, key, () => rules.filter((rule) => isEnforced(rule, context)))
  return found as readonly Rule<Subject, Id>[]
}

/** All {@link enforced} rules that the subject breaks, in order. `at` is the subject's path in the lines of the validator. */
export function allRejections<Subject, Id extends string>(
  rules: readonly Rule<Subject, Id>[],
  subject: Subject,
  context: RuleContext,
  at: string,
): Rejection<Id>[] {
  return rules.flatMap((rule) => rejectionsOf(rule, subject, context, at))
}

/** The first of the {@link enforced} rules that the subject breaks. */
export function firstRejection<Subject, Id extends string>(
  rules: readonly Rule<Subject, Id>[],
  subject: Subject,
  context: RuleContext,
): Rejection<Id> | undefined {
  for (const rule of rules) {
    const [first] = rejectionsOf(rule, subject, context, '')
    if (first !== undefined) return first
  }
  return undefined
}

function rejectionsOf<Subject, Id extends string>(
  rule: Rule<Subject, Id>,
  subject: Subject,
  context: RuleContext,
  at: string,
): readonly Rejection<Id>[] {
  const { id, stage } = rule
  const found = rule.check(subject, context) || none
  if (typeof found === 'string') return [{ stage, rule: id, message: found }]
  return found.length === 0
    ? none
    : found.map(({ path, text }) => ({ stage, rule: id, message: `* ${at}.${path}: ${text}` }))
}

const none: readonly never[] = []
