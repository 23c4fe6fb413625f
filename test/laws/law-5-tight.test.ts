import { test } from 'vitest'
import { supportedSchema } from './arbitrary-supported-schema.ts'
import { holds } from './holds.ts'
import { findLooseness } from './tight.ts'

test('Law 5, Tight: a schema of supported features keeps its exact value set and every keyword', () => {
  holds('tight', findLooseness, supportedSchema)
})
