import { isPlainObject } from '../core/json.ts'

/** The JSON object that an event holds. Undefined where it holds none: the decoder ends the stream with an error that shows it. */
export function parseEvent(data: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
