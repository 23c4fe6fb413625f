import { type Json, type JsonObject, present } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { Envelope } from './envelopes.ts'
import type { ToolParts } from './read-tools.ts'

/** A compiled tool with its name on the wire. */
export interface NamedTool {
  readonly parts: ToolParts
  readonly wireName: string
  readonly compiled: CompiledSchema | undefined
}

/** The declaration of a tool in the provider's form. */
export function declareTool(tool: NamedTool, envelope: Envelope): JsonObject {
  const { parts, wireName, compiled } = tool
  if (isUnchanged(tool, envelope)) return parts.original as JsonObject
  const schema = isOmitted(compiled, envelope) ? undefined : (compiled?.schema ?? envelope.noSchema)
  const declaration = present({
    name: wireName,
    description: parts.description,
    [envelope.schemaKey]: schema,
    strict: sentStrict(parts.strict, envelope),
  }) as JsonObject
  return Object.freeze(
    envelope.around === 'each' ? { type: 'function', function: Object.freeze(declaration) } : declaration,
  )
}

/**
 * All declarations as the provider's `tools`: a new copy down to the schemas, because clients write into it (`@google/genai`
 * replaces `parameters`) and compiled tools are shared.
 */
export function declareTools(declarations: readonly JsonObject[], envelope: Envelope): Json | undefined {
  if (declarations.length === 0) return undefined
  const list = declarations.map((declaration) =>
    envelope.around === 'each'
      ? { ...declaration, function: { ...(declaration['function'] as JsonObject) } }
      : { ...declaration },
  )
  return envelope.around === 'list' ? [{ functionDeclarations: list }] : list
}

/** The `strict` to send; undefined to send none. */
export function sentStrict(strict: boolean | undefined, envelope: Envelope): boolean | undefined {
  if (envelope.strict === 'never') return undefined
  return envelope.strict === 'always' ? true : strict
}

/** Whether the schema of the tool declares no parameters and is omitted. */
function isOmitted(compiled: CompiledSchema | undefined, envelope: Envelope): boolean {
  return envelope.omitsEmpty && compiled !== undefined && hasNoParameters(compiled)
}

/** Whether this is an OpenAI function for OpenAI without any change: then it is sent as it is, with all its keys. */
function isUnchanged({ parts, wireName, compiled }: NamedTool, envelope: Envelope): boolean {
  const { original, isOpenai, name, schema, strict } = parts
  return (
    isOpenai &&
    envelope.around === 'each' &&
    envelope.strict === 'as-given' &&
    wireName === name &&
    compiled?.schema === schema &&
    sentStrict(strict, envelope) === strict &&
    (original as { readonly type?: unknown }).type === 'function'
  )
}

/** Keywords that declare no parameter as long as they list none. */
const emptyKeywords: ReadonlySet<string> = new Set(
  'type properties required propertyOrdering additionalProperties title description $schema'.split(' '),
)

/** Whether the wire schema has no property, or only the placeholder. */
function hasNoParameters(compiled: CompiledSchema): boolean {
  const { schema } = compiled
  const { type, properties = {}, required = [], additionalProperties = false } = schema
  if (type !== 'OBJECT' && type !== 'object') return false
  if (additionalProperties !== false || (required as readonly Json[]).length > 0) return false
  const names = Object.keys(properties as JsonObject)
  if (names.length > 1 || !Object.keys(schema).every((keyword) => emptyKeywords.has(keyword))) return false
  return names.length === 0 || isPlaceholder(names[0]!, compiled)
}

/** Dialects that need a property in every object add one, which decoding removes. */
function isPlaceholder(name: string, { decode }: CompiledSchema): boolean {
  const decoded = decode({ [name]: true })
  return typeof decoded === 'object' && decoded !== null && Object.keys(decoded).length === 0
}

/** What was not sent unchanged: the tool's name, its `strict`, its parameters. */
export function changesOfTool({ parts, wireName, compiled }: NamedTool, envelope: Envelope): readonly Change[] {
  const changes = [...nameChange(parts.name, wireName), ...strictChange(parts.strict, envelope)]
  if (compiled === undefined) return changes
  return [...changes, ...(isOmitted(compiled, envelope) ? omission(compiled) : compiled.changes)]
}

/** Reports a fitted name. */
export function nameChange(name: string, wireName: string): readonly Change[] {
  if (name === wireName) return []
  const note = `Sent as "${wireName}": the provider does not accept the name.`
  return [{ at: '', keyword: 'name', code: 'name-fitted', effect: 'encoded', enforced: true, note }]
}

/** Reports a `strict` that the provider does not know, or that the dialect overrides. */
export function strictChange(strict: boolean | undefined, envelope: Envelope): readonly Change[] {
  const sent = sentStrict(strict, envelope)
  if (strict === undefined || sent === strict) return []
  const change = { at: '', keyword: 'strict', code: 'strict-mode-changed', enforced: true } as const
  return [
    sent === undefined
      ? { ...change, effect: 'dropped', note: 'The provider has no such mode. The schema is still checked.' }
      : { ...change, effect: 'rewritten', note: 'This dialect is always strict.' },
  ]
}

/** The schema is not sent: its placeholder was not written, and its title and description are lost. */
function omission({ schema, changes }: CompiledSchema): Change[] {
  const kept = changes.filter(({ code }) => code !== 'empty-object-placeholder' && code !== 'dialect-chosen')
  const lost = ['title', 'description'].filter(
    (keyword) =>
      schema[keyword] !== undefined &&
      !kept.some((change) => change.keyword === keyword && change.effect === 'dropped'),
  )
  const note = 'A tool without parameters is declared without a schema.'
  return [
    { at: '', keyword: 'parameters', code: 'parameters-omitted', effect: 'rewritten', enforced: true, note },
    ...kept,
    ...lost.map(
      (keyword): Change => ({ at: '', keyword, code: 'annotation-dropped', effect: 'dropped', enforced: false, note }),
    ),
  ]
}
