import type { Endpoint } from '../../api/endpoint.ts'
import type { RuleDescription } from '../rule/evidence.ts'
import type { BackendRuleId } from '../rule/rejection.ts'
import type { SchemaPlace } from './schema-location.ts'
import type { SchemaMessage, Step } from './schema-message.ts'
import { isComposed } from './validator-rules.ts'

/** What is the same for all schemas below one root. */
export interface BackendContext {
  readonly endpoint: Endpoint
  readonly place: SchemaPlace
  readonly functionName: string
  /** The deepest nesting that the model takes, if that is to be judged. */
  readonly nestingLimit: number | undefined
  /** Names under `defs` of the root. */
  readonly definitions: ReadonlySet<string>
  /** The schema whose reference closes a loop of required fields, if there is one. */
  readonly loop: SchemaMessage | undefined
  /** Whether `items: {}` needs no type. */
  readonly emptyItemsPass: boolean
}

/** A schema of the request, and where it stands. */
export interface BackendNode {
  readonly message: SchemaMessage
  /** `parameters.data.meta.width`: names of properties, joined by dots. */
  readonly dottedPath: string
  /** How the schema is reached; undefined at the root. */
  readonly step: Step | undefined
  /** Objects and arrays around the schema, itself included. */
  readonly nesting: number
}

/** A rule whose violation is one sentence about the request. */
export interface BackendRule extends RuleDescription {
  readonly id: BackendRuleId
  /** The sentence, if the schema breaks the rule. */
  check(node: BackendNode, context: BackendContext): string | undefined
}

const docs = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal'
const aboutFunctions = `Learn more: ${docs}/function-calling`
const aboutResponses = `Learn more: ${docs}/control-generated-output`

export const backendRules: readonly BackendRule[] = [
  {
    id: 'parameters-not-object',
    says: 'Parameters are an object.',
    source: 'https://github.com/vercel/ai/issues/12183',
    evidence: { vertex: 'known', 'cloud-code': 'unsure', 'ai-studio': 'unsure' },
    check: ({ message, step }, { place, functionName }) =>
      place === 'parameters' && step === undefined && message.type !== 'OBJECT'
        ? `Unable to submit request because \`${functionName}\` functionDeclaration parameters schema should be of type OBJECT. ${aboutFunctions}`
        : undefined,
  },
  {
    id: 'ref-with-siblings',
    says: 'Only a description and a default stand beside `ref`.',
    source: 'https://github.com/anomalyco/opencode/issues/12295',
    // AI Studio has no such field.
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ message }) =>
      message.ref !== '' && hasOtherThan(message, 'ref', 'description', 'default')
        ? `Schema.ref '${message.ref}' was set alongside unsupported fields.  If a schema node has Schema.ref set, then only description and default can be set alongside it; other fields they would be replaced by the expanded reference.`
        : undefined,
  },
  {
    id: 'ref-undefined',
    says: 'A `ref` names one of the root’s `defs`.',
    source: 'documentation of Schema; no text is recorded',
    // Documented: "The value should be a valid reference to a child of the root `defs`", `#/defs/Pet`. No text is recorded.
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message }, { definitions }) =>
      message.ref !== '' && !definitions.has(message.ref)
        ? `Schema.ref '${message.ref}' was not found in the defs of the root schema.`
        : undefined,
  },
  {
    id: 'ref-loop',
    says: 'A loop of `ref`s can be left.',
    source: 'measured for `parametersJsonSchema`, whose text it is',
    // The text is that of JSON Schema, where loops were measured. References are expanded here too, says `ref-with-siblings`.
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath }, { loop }) =>
      message === loop
        ? `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${dottedPath}`
        : undefined,
  },
  {
    id: 'defs-below-root',
    says: 'Only the root has `defs`.',
    source: 'documentation of Schema; no text is recorded',
    // Documented: "Only allowed at the root of the schema." No text is recorded.
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath, step }) =>
      message.defs.length > 0 && step !== undefined
        ? `Schema.defs is only allowed at the root of the schema, but was found at ${dottedPath}.`
        : undefined,
  },
  {
    id: 'additional-properties-invalid',
    says: '`additionalProperties` is a boolean or a schema.',
    source: 'documentation of Schema; no text is recorded',
    // Documented: "Can either be a boolean or an object". No text is recorded.
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath }) =>
      message.additional_properties === 'invalid'
        ? `Schema.additional_properties must be a boolean or a schema, but is neither at ${dottedPath}.`
        : undefined,
  },
  {
    id: 'any-of-with-siblings',
    says: 'Nothing stands beside `anyOf`; on AI Studio a description and `nullable` may.',
    source: 'https://github.com/BerriAI/litellm/issues/11164',
    // Some routes of Cloud Code. AI Studio takes a description and `nullable`; nobody tried every other field there.
    evidence: { vertex: 'known', 'cloud-code': 'unsure', 'ai-studio': 'unsure' },
    check: checkAnyOfSiblings,
  },
  {
    id: 'schema-type-missing',
    says: 'A schema has a type, or branches, or a `ref`.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/2282',
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: checkTypeMissing,
  },
  {
    id: 'nesting-too-deep',
    says: 'A schema is not nested too deep. The limit is the caller’s: Google publishes none.',
    source: 'https://github.com/zereight/gitlab-mcp/issues/223',
    evidence: { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' },
    check: checkNesting,
  },
]

function hasOtherThan({ set }: SchemaMessage, ...allowed: readonly string[]): boolean {
  for (const field of set) if (!allowed.includes(field)) return true
  return false
}

/** The AI SDK relies on these two, and AI Studio takes them. */
const besideAnyOfOnStudio: readonly string[] = ['description', 'nullable']

function checkAnyOfSiblings({ message, dottedPath }: BackendNode, context: BackendContext) {
  const { endpoint, place, functionName } = context
  const allowed = endpoint === 'ai-studio' ? besideAnyOfOnStudio : []
  if (message.any_of.length === 0 || !hasOtherThan(message, 'any_of', ...allowed)) return undefined
  const advice = 'When using any_of, it must be the only field set.'
  return place === 'response'
    ? `Unable to submit request because one or more response schemas specified other fields alongside any_of. ${advice}`
    : `Unable to submit request because \`${functionName}\` functionDeclaration \`${dottedPath}\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`
}

function checkTypeMissing({ message, dottedPath, step }: BackendNode, context: BackendContext) {
  if (message.type !== 'TYPE_UNSPECIFIED' || isComposed(message)) return undefined
  const { place, functionName, emptyItemsPass } = context
  if (emptyItemsPass && step?.field === 'items' && message.set.size === 0) return undefined
  return place === 'response'
    ? `Unable to submit request because one or more response schemas didn't specify the schema type field. ${aboutResponses}`
    : `Unable to submit request because \`${functionName}\` functionDeclaration \`${dottedPath}\` schema didn't specify the schema type field. ${aboutFunctions}`
}

/** The limit is not published and guesses differ, so it is the caller's to set. */
function checkNesting({ nesting }: BackendNode, { place, functionName, nestingLimit }: BackendContext) {
  if (nestingLimit === undefined || nesting <= nestingLimit) return undefined
  return place === 'response'
    ? 'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.'
    : `FunctionDeclaration '${functionName}' in the request exceeds the maximum allowed nesting depth.`
}
