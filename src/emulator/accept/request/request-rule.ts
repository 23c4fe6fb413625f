import type { Endpoint } from '../../api/endpoint.ts'
import type { GenerateContentRequest } from '../../api/message.ts'
import type { Model } from '../../api/model.ts'
import type { Evidence, RuleDescription } from '../rule/evidence.ts'
import type { ToolSet } from './read-tools.ts'
import type { Turn } from './read-turns.ts'
import type { LineRuleId, SentenceRuleId } from './request-rule-id.ts'

/** Who judges. */
export interface JudgeContext {
  readonly endpoint: Endpoint
  readonly model: Model
  /** Whether rules that the evidence leaves in doubt are enforced. */
  readonly strict: boolean
  /** Levels of OBJECT and ARRAY that the model takes, if that is to be judged. */
  readonly nestingLimit: number | undefined
}

/** What is judged: the request, its contents as turns, and its tools. */
export interface Subject {
  readonly request: GenerateContentRequest
  readonly turns: readonly Turn[]
  readonly tools: ToolSet
}

/** What is wrong with one field of the request. */
export interface FieldViolation {
  /** `contents[1].parts`, from the request on. */
  readonly path: string
  readonly text: string
}

/** A rule of the request validator, which reports every violation with its path. */
export interface LineRule extends RuleDescription {
  readonly id: LineRuleId
  /**
   * Where the violation is told by the older validator, whose message starts "The GenerateContentRequest proto is invalid:".
   * It speaks before the other one, and hides it.
   */
  readonly olderOn?: readonly Endpoint[]
  check(subject: Subject, context: JudgeContext): readonly FieldViolation[]
}

/** A rule of the serving side, which says one sentence about the whole request. */
export interface SentenceRule extends RuleDescription {
  readonly id: SentenceRuleId
  /** The sentence, if the request breaks the rule. */
  check(subject: Subject, context: JudgeContext): string | undefined
}

/** What Google says where it says nothing. Also the text of rules whose text nobody recorded. */
export const bareRefusal = 'Request contains an invalid argument.'

/** Evidence that is the same on all three endpoints. */
export const knownEverywhere: Evidence = { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'known' }
export const unsureEverywhere: Evidence = { 'ai-studio': 'unsure', vertex: 'unsure', 'cloud-code': 'unsure' }
/** Recorded on AI Studio only. */
export const knownOnStudio: Evidence = { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' }
