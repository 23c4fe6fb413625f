import type { HttpSettings } from './model-call.ts'
import { readKey } from './request-headers.ts'

/**
 * The key of a model: its setting, else that of the environment. A key of the environment goes to the provider's own address and nowhere
 * else, so there is none for a model with a `baseURL`, nor for one with headers in the place of a key.
 */
export function findKey(
  { apiKey, baseURL, headers }: Pick<HttpSettings, 'apiKey' | 'baseURL' | 'headers'>,
  ...variables: readonly string[]
): string | undefined {
  const own = readKey(apiKey)
  if (own !== undefined || baseURL !== undefined || headers !== undefined) return own
  return variables.map(readVariable).find((key) => key !== undefined)
}

type WithEnvironment = { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } }

/** A variable of the environment; undefined where the platform has none, or does not show it. */
function readVariable(name: string): string | undefined {
  try {
    return readKey((globalThis as WithEnvironment).process?.env?.[name])
  } catch {
    // Deno without permission to read it.
    return undefined
  }
}
