import type { AiVersion } from '../../models/versions/any-model.ts'

/** A part of a stream, or of a step. */
export interface ShownPart {
  readonly type: string
  readonly file?: object
  readonly providerExecuted?: boolean | undefined
}

/** What `ai` 6 added to steps, and what it had there until `ai` 7. A context may hold secrets, so it shows only where there is none. */
const step =
  '67 stepNumber model rawFinishReason, 6 functionId metadata, 6? experimental_context, 7 callId runtimeContext toolsContext'

/** What events of tools had in `ai` 6 alone, and what they have since. */
const toolEvent = '6 stepNumber model abortSignal functionId metadata, 6? experimental_context, 7 callId toolContext'

/**
 * The fields that not all versions of `ai` have, after the versions that have them. `7+` are fields that 5 and 6 have too where they have
 * a value, and `6?` those that show in 6 where they have none. A kind is the type of a part, or the name of an event.
 */
const fields: Readonly<Record<string, string>> = {
  usage: '56 cachedInputTokens reasoningTokens, 67 inputTokenDetails outputTokenDetails raw',
  'usage of a result': '6 raw',
  request: '7 messages, 7+ body',
  step: `${step} performance`,
  onStepEnd: `${step} performance`,
  onEnd: `${step} finalStep responseMessages output`,
  onToolExecutionStart: toolEvent,
  onToolExecutionEnd: `${toolEvent} toolOutput toolExecutionMs, 6 durationMs success`,
  onAbort: '7 callId reason',
  abort: '67 reason',
  finish: '67 rawFinishReason',
  'finish-step': '67 rawFinishReason, 7 performance',
  'tool-call': '67 title',
  'tool-input-start': '67 title',
  'result in a stream': '5 providerExecuted providerMetadata, 67 title, 7+ dynamic',
  'result of a provider in a stream': '7+ dynamic',
  'request for approval': '7+ isAutomatic',
  file: '7+ providerMetadata',
  'generated file': '7 providerMetadata',
}

/**
 * Shows the fields that an object has in a version of `ai`, because its programs compare and store whole objects. All others can be read,
 * but copies, comparisons and JSON do not see them.
 */
export function showFields<OBJECT extends object>(version: AiVersion, kind: string, object: OBJECT): OBJECT {
  for (const list of fields[kind]?.split(', ') ?? []) {
    const [versions, ...names] = list.split(' ') as [string, ...string[]]
    for (const name of names) {
      const value = object[name as keyof OBJECT]
      const enumerable = versions.endsWith('?')
        ? version === 6 && value === undefined
        : versions.includes(`${version}`) || (versions.endsWith('+') && Boolean(value))
      // An object is made with the fields that it has in `ai` 7. Older ones are added.
      if (!Object.hasOwn(object, name) && (!enumerable || versions.includes('7'))) continue
      Reflect.defineProperty(object, name, { value, enumerable, configurable: true, writable: true })
    }
  }
  return object
}

/** The same for a part, and the file in it. Streams of `ai` 5 say other things about a result than its `generateText`. */
export function showPart(version: AiVersion, part: ShownPart, isStreamed: boolean): void {
  showFields(version, isStreamed && version === 5 ? kindIn5(part) : part.type, part)
  if (part.file !== undefined) showFields(version, 'generated file', part.file)
}

function kindIn5(part: ShownPart): string {
  if (part.type !== 'tool-result' && part.type !== 'tool-error') return part.type
  return part.providerExecuted === true ? 'result of a provider in a stream' : 'result in a stream'
}
