import type { Json, JsonObject } from '../core/json.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { Envelope } from './envelopes.ts'
import { holdsNothing } from './holds-nothing.ts'
import type { ToolParts } from './tool-parts.ts'

/** One tool as the provider wants it declared. */
export function declareTool(
  parts: ToolParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): JsonObject {
  if (isAlreadySo(parts, wireName, compiled, envelope)) return parts.given as JsonObject
  const declaration: Record<string, Json> = { name: wireName }
  if (parts.description !== undefined) declaration['description'] = parts.description
  const schema = isOmitted(compiled, envelope) ? undefined : (compiled?.schema ?? envelope.noSchema)
  if (schema !== undefined) declaration[envelope.schemaKey] = schema
  const strict = sentStrict(parts.strict, envelope)
  if (strict !== undefined) declaration['strict'] = strict
  return Object.freeze(
    envelope.around === 'each' ? { type: 'function', function: Object.freeze(declaration) } : declaration,
  )
}

/**
 * All declarations, as the provider's `tools`: a copy for each who asks, down to the schemas. Clients write into what they are
 * given (`@google/genai` replaces `parameters`), and the result of a compilation is shared.
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

/** What is said about `strict`; undefined where nothing is. */
export function sentStrict(given: boolean | undefined, envelope: Envelope): boolean | undefined {
  if (envelope.strict === 'never') return undefined
  return envelope.strict === 'always' ? true : given
}

/** True where the tool has a schema that declares nothing, and is sent without it. */
export function isOmitted(compiled: CompiledSchema | undefined, envelope: Envelope): boolean {
  return envelope.omitsEmpty && compiled !== undefined && holdsNothing(compiled)
}

/** An OpenAI function on its way to OpenAI, with nothing to change: it is sent as it came, all its keys included. */
function isAlreadySo(
  { given, isOpenai, name, schema, strict }: ToolParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): boolean {
  return (
    isOpenai &&
    envelope.around === 'each' &&
    envelope.strict === 'as-given' &&
    wireName === name &&
    compiled?.schema === schema &&
    sentStrict(strict, envelope) === strict &&
    (given as { readonly type?: unknown }).type === 'function'
  )
}
