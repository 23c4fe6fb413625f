import type { RequestWarning } from '../../src/wire/model-request.ts'
import type {
  ScriptFile,
  ScriptFinishReason,
  ScriptPart,
  ScriptStep,
  ScriptStreamPart,
  ScriptText,
  ScriptToolCall,
  ScriptToolResult,
  ScriptUsage,
} from './scripted-step.ts'

export type ScriptVersion = 'v2' | 'v3' | 'v4'

/** The content of `doGenerate`. */
export function scriptedContent(step: ScriptStep, version: ScriptVersion): ScriptStreamPart[] {
  return knownTo(version, step.content)
    .filter((part) => part.type !== 'ping' && part.type !== 'raw')
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return wholeText(part)
      if (part.type === 'tool-call') return toolCall(part)
      return wholePart(part, version)
    })
}

/** The parts of `doStream` between its start and its finish, made when they are asked for. */
export function* scriptedParts(step: ScriptStep, version: ScriptVersion): Generator<ScriptStreamPart> {
  const { id, timestamp, modelId } = step.response ?? {}
  if (id ?? timestamp ?? modelId) {
    yield { type: 'response-metadata', ...defined({ id, timestamp, modelId }) }
  }
  if (step.stream) {
    yield* step.stream
    return
  }
  let place = 0
  for (const part of knownTo(version, step.content)) {
    if (part.type === 'text' || part.type === 'reasoning') yield* streamText(part, part.id ?? String(place))
    else if (part.type === 'tool-call') yield* streamToolCall(part)
    else yield wholePart(part, version)
    place++
  }
}

/** What only later versions can say: a model of an earlier one does not. */
const unknownParts: Record<ScriptVersion, ReadonlySet<string>> = {
  v2: new Set(['custom', 'reasoning-file', 'ping', 'tool-approval-request']),
  v3: new Set(['custom', 'reasoning-file', 'ping']),
  v4: new Set(),
}

function knownTo(version: ScriptVersion, content: ScriptStep['content'] = []): readonly ScriptPart[] {
  return content.filter(({ type }) => !unknownParts[version].has(type))
}

export function scriptedFinish(step: ScriptStep, version: ScriptVersion): ScriptStreamPart {
  return {
    type: 'finish',
    finishReason: finishReason(step, version),
    usage: scriptedUsage(step.usage ?? { input: 3, output: 10 }, version),
    ...defined({ providerMetadata: step.providerMetadata }),
  }
}

export function scriptedWarnings(step: ScriptStep, version: ScriptVersion): object[] {
  const warnings = step.warnings ?? []
  return version === 'v2' ? warnings.map(warningV2) : [...warnings]
}

function* streamText(part: ScriptText, id: string): Generator<ScriptStreamPart> {
  const metadata = defined({ providerMetadata: part.providerMetadata })
  const on = part.metadataOn ?? 'end'
  const type = `${part.type}-delta`
  yield { type: `${part.type}-start`, id, ...(on === 'start' && metadata) }
  for (const delta of deltasOf(part.text)) yield { type, id, delta }
  if (on === 'delta') yield { type, id, delta: '', ...metadata }
  yield { type: `${part.type}-end`, id, ...(on === 'end' && metadata) }
}

function* streamToolCall(part: ScriptToolCall): Generator<ScriptStreamPart> {
  const { toolCallId: id, toolName, providerExecuted, dynamic } = part
  if (part.deltas !== false) {
    yield { type: 'tool-input-start', id, toolName, ...defined({ providerExecuted, dynamic }) }
    for (const delta of part.deltas ?? [part.input]) yield { type: 'tool-input-delta', id, delta }
    yield { type: 'tool-input-end', id }
  }
  yield toolCall(part)
}

function wholeText({ type, text, providerMetadata }: ScriptText): ScriptStreamPart {
  return { type, text: [...deltasOf(text)].join(''), ...defined({ providerMetadata }) }
}

function deltasOf(text: Iterable<string>): Iterable<string> {
  return typeof text === 'string' ? [text] : text
}

function toolCall({ deltas: _, ...call }: ScriptToolCall): ScriptStreamPart {
  return call
}

function wholePart(part: Exclude<ScriptPart, ScriptText | ScriptToolCall>, version: ScriptVersion): ScriptStreamPart {
  if (part.type === 'file' || part.type === 'reasoning-file') return file(part, version)
  if (part.type === 'tool-result') return toolResult(part, version)
  return { ...part }
}

/** v2 says of every result that the provider made it; v3 and v4 know no other. */
function toolResult(part: ScriptToolResult, version: ScriptVersion): ScriptStreamPart {
  return version === 'v2' ? { ...part, providerExecuted: true } : { ...part }
}

function file({ data, ...rest }: ScriptFile, version: ScriptVersion): ScriptStreamPart {
  if (version !== 'v4') return { ...rest, data }
  return { ...rest, data: data instanceof URL ? { type: 'url', url: data } : { type: 'data', data } }
}

function finishReason(step: ScriptStep, version: ScriptVersion): unknown {
  const reason = step.finishReason ?? (callsUs(step) ? 'tool-calls' : 'stop')
  if (version === 'v2') return reason === 'interrupted' ? 'other' : reason
  return { unified: unified(reason, version), raw: step.rawFinishReason }
}

function unified(reason: ScriptFinishReason, version: ScriptVersion): string {
  return reason === 'unknown' || (reason === 'interrupted' && version !== 'v4') ? 'other' : reason
}

function callsUs(step: ScriptStep): boolean {
  const isOurs = (part: { type: string; providerExecuted?: unknown }) =>
    part.type === 'tool-call' && part.providerExecuted !== true
  return (step.stream ?? step.content ?? []).some(isOurs)
}

function scriptedUsage(usage: ScriptUsage, version: ScriptVersion): object {
  const { input, output, reasoning, cacheRead, cacheWrite, raw } = usage
  if (version === 'v2') {
    const totalTokens = input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0)
    const details = defined({ reasoningTokens: reasoning, cachedInputTokens: cacheRead })
    return { inputTokens: input, outputTokens: output, totalTokens, ...details }
  }
  const noCache = input === undefined ? undefined : input - (cacheRead ?? 0) - (cacheWrite ?? 0)
  const text = output === undefined ? undefined : output - (reasoning ?? 0)
  return {
    inputTokens: { total: input, noCache, cacheRead, cacheWrite },
    outputTokens: { total: output, text, reasoning },
    ...defined({ raw }),
  }
}

function warningV2(warning: RequestWarning): object {
  if (warning.type === 'other') return warning
  if (warning.type === 'compatibility') return { type: 'other', message: warning.details ?? warning.feature }
  return { type: 'unsupported-setting', setting: warning.feature, ...defined({ details: warning.details }) }
}

/** The object without the keys that hold undefined: the types of models tell the two apart. */
export function defined<T extends object>(object: T): { [KEY in keyof T]?: Exclude<T[KEY], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [KEY in keyof T]?: Exclude<T[KEY], undefined>
  }
}
