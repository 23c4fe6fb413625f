import { isPlainObject, type Json, type JsonObject } from '../../../core/json.ts'

/** A choice for a client that sent `functions`: it looks for one `function_call`, without an id. `key` is where its message is. */
export function toLegacyChoice(choice: JsonObject, key: 'message' | 'delta' = 'message'): JsonObject {
  const reason: Record<string, Json> =
    choice['finish_reason'] === 'tool_calls' ? { finish_reason: 'function_call' } : {}
  const message = choice[key]
  const calls = isPlainObject(message) ? message['tool_calls'] : undefined
  const [call] = Array.isArray(calls) ? (calls as JsonObject[]) : []
  if (call === undefined) return { ...choice, ...reason }
  const { tool_calls: _, ...rest } = message as JsonObject
  return { ...choice, ...reason, [key]: { ...rest, function_call: call['function']! } }
}
