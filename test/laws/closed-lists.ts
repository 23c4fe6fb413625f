import { readFileSync } from 'node:fs'
import type { Effect } from '../../src/schema/index.ts'

/** Every effect; the type check keeps it complete. */
export const effects: Readonly<Record<Effect, true>> = {
  rewritten: true,
  encoded: true,
  described: true,
  narrowed: true,
  dropped: true,
}

/** Every code, as the union in the source lists them. */
export const changeCodes: Readonly<Record<string, true>> = Object.fromEntries(
  [
    ...readFileSync(new URL('../../src/schema/change-code.ts', import.meta.url), 'utf8').matchAll(/\| '([a-z-]+)'/g),
  ].map((match) => [match[1]!, true]),
)
