import type { Schema } from '../../api/message.ts'
import { type RuleContext, rulesAbout } from '../rule/rule.ts'
import { isComposed, isInvalidAdditional, isUntyped } from './read-schema.ts'

/** Which field of the request holds the schema. */
export type SchemaPlace = 'parameters' | 'response'

/** What is the same for all schemas below one root. */
export interface SchemaRoot {
  readonly place: SchemaPlace
  readonly functionName: string
  /** References into `defs` of the root: `#/defs/Pet`. */
  readonly definitions: ReadonlyMap<string, Schema>
  /** The schema whose reference closes a loop of required fields, if there is one. */
  readonly loop: Schema | undefined
}

/** A schema of the request, and its position. */
export interface SchemaNode {
  readonly message: Schema
  readonly root: SchemaRoot
  /** `parameters.data.meta.width`: names of properties, joined by dots. */
  readonly dottedPath: string
  /** How the schema is reached, as the validator prints it; undefined at the root. */
  readonly step: string | undefined
  /** Objects and arrays around the schema, itself included. */
  readonly nesting: number
}

const docs = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal'
const aboutFunctions = `Learn more: ${docs}/function-calling`
const aboutResponses = `Learn more: ${docs}/control-generated-output`

/** What the serving side refuses in a Schema message that parsed and validated. */
export const backendRules = rulesAbout<SchemaNode>('backend')([
  {
    id: 'parameters-not-object',
    says: 'Parameters are an object.',
    source: 'https://github.com/vercel/ai/issues/12183',
    evidence: { vertex: 'known', 'cloud-code': 'unsure', 'ai-studio': 'unsure' },
    check: ({ message, step, root: { place, functionName } }) =>
      place === 'parameters' && step === undefined && message.type !== 'OBJECT' && parametersNotObject(functionName),
  },
  {
    id: 'ref-with-siblings',
    says: 'A schema with `ref` has only a description and a default beside it.',
    source: 'https://github.com/anomalyco/opencode/issues/12295',
    // AI Studio has no such field.
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ message }) =>
      message.ref !== undefined &&
      hasOtherThan(message, 'ref', 'description', 'default') &&
      `Schema.ref '${message.ref}' was set alongside unsupported fields.  If a schema node has Schema.ref set, then only description and default can be set alongside it; other fields they would be replaced by the expanded reference.`,
  },
  {
    id: 'ref-undefined',
    says: 'A `ref` names one of the root’s `defs`.',
    source: 'documentation of Schema; no text is recorded',
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, root: { definitions } }) =>
      message.ref !== undefined &&
      !definitions.has(message.ref) &&
      `Schema.ref '${message.ref}' was not found in the defs of the root schema.`,
  },
  {
    id: 'ref-loop',
    says: 'A loop of `ref`s can be left.',
    source: 'measured for `parametersJsonSchema`, whose text it is',
    // References are expanded here too: `ref-with-siblings` says so.
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath, root: { loop } }) => message === loop && loopAt(dottedPath),
  },
  {
    id: 'defs-below-root',
    says: 'Only the root has `defs`.',
    source: 'documentation of Schema; no text is recorded',
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath, step }) =>
      message.defs !== undefined &&
      step !== undefined &&
      `Schema.defs is only allowed at the root of the schema, but was found at ${dottedPath}.`,
  },
  {
    id: 'additional-properties-invalid',
    says: '`additionalProperties` is a boolean or a schema.',
    source: 'documentation of Schema; no text is recorded',
    evidence: { vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ message, dottedPath }) =>
      isInvalidAdditional(message.additionalProperties) &&
      `Schema.additional_properties must be a boolean or a schema, but is neither at ${dottedPath}.`,
  },
  {
    id: 'any-of-with-siblings',
    says: 'A schema with `anyOf` has no other field; on AI Studio, a description and `nullable` are allowed.',
    source: 'https://github.com/BerriAI/litellm/issues/11164',
    // Some routes of Cloud Code have it. On AI Studio not every other field was tried.
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
    says: 'A schema is not nested too deep. The caller sets the limit: Google publishes none.',
    source: 'https://github.com/zereight/gitlab-mcp/issues/223',
    evidence: { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' },
    check: ({ nesting, root: { place, functionName } }, { nestingLimit = nesting }) =>
      nesting > nestingLimit && nestedTooDeep(place, functionName),
  },
])

function hasOtherThan(message: Schema, ...allowed: readonly string[]): boolean {
  return Object.keys(message).some((field) => !allowed.includes(field))
}

/** The AI SDK sends these two, and AI Studio takes them. */
const besideAnyOfOnStudio: readonly string[] = ['description', 'nullable']

function checkAnyOfSiblings({ message, dottedPath, root }: SchemaNode, { endpoint }: RuleContext) {
  const allowed = endpoint === 'ai-studio' ? besideAnyOfOnStudio : []
  if (message.anyOf === undefined || !hasOtherThan(message, 'anyOf', ...allowed)) return undefined
  const advice = 'When using any_of, it must be the only field set.'
  return root.place === 'response'
    ? `Unable to submit request because one or more response schemas specified other fields alongside any_of. ${advice}`
    : `Unable to submit request because \`${root.functionName}\` functionDeclaration \`${dottedPath}\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`
}

function checkTypeMissing({ message, dottedPath, step, root }: SchemaNode, { endpoint, strict }: RuleContext) {
  if (!isUntyped(message) || isComposed(message)) return undefined
  // Cloud Code, probed, takes `items: {}`. The others were not probed.
  const takesEmptyItems = endpoint === 'cloud-code' || !strict
  if (takesEmptyItems && step === 'items' && Object.keys(message).length === 0) return undefined
  return root.place === 'response'
    ? `Unable to submit request because one or more response schemas didn't specify the schema type field. ${aboutResponses}`
    : `Unable to submit request because \`${root.functionName}\` functionDeclaration \`${dottedPath}\` schema didn't specify the schema type field. ${aboutFunctions}`
}

/** The text about nesting, for a Schema message and for a JSON Schema. */
export function nestedTooDeep(place: SchemaPlace, functionName: string): string {
  return place === 'response'
    ? 'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.'
    : `FunctionDeclaration '${functionName}' in the request exceeds the maximum allowed nesting depth.`
}

/** The text about loops of references, for a Schema message and for a JSON Schema. */
export function loopAt(place: string): string {
  return `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${place}`
}

/** The text about parameters, for a Schema message and for a JSON Schema. */
export function parametersNotObject(functionName: string): string {
  return `Unable to submit request because \`${functionName}\` functionDeclaration parameters schema should be of type OBJECT. ${aboutFunctions}`
}
