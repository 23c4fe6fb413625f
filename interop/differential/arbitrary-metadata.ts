import fc from 'fast-check'
import type { ScriptStep } from '../../test/runtime/mock-model.ts'

/** Data of providers, as it comes with answers and their parts. */
export function arbitraryMetadata(): fc.Arbitrary<NonNullable<ScriptStep['providerMetadata']>> {
  return fc.constantFrom({ scripted: { signature: 'sig' } }, { scripted: { cached: 1 }, other: { list: ['a', null] } })
}
