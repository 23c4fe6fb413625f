import { describe, expect, test } from 'vitest'
import type { DialectId } from '../../src/schema/index.ts'
import { dialects } from '../../src/schema/index.ts'
import { isWhole } from '../test-level.ts'
import type { Construct } from './construct.ts'
import { constructs } from './constructs/index.ts'
import { findBreaches } from './dialect-contract.ts'

interface Skip {
  readonly dialect: DialectId
  readonly construct: string
  readonly reason: string
}

/** Where a dialect does not keep the contract, and why it need not. */
const skips: readonly Skip[] = []

describe.each(Object.keys(dialects) as DialectId[])('%s keeps the contract about', (to) => {
  const isSkipped = (name: string) => skips.some(({ dialect, construct }) => dialect === to && construct === name)

  const isTried = ({ isLarge }: Construct) => isLarge !== true || isWhole || to === 'openai-strict'

  test.each(constructs.filter((construct) => !isSkipped(construct.name) && isTried(construct)))(
    '$name',
    (construct) => {
      expect(findBreaches(construct, to)).toEqual([])
    },
  )
})

describe('the skips', () => {
  test('each construct has a name of its own', () => {
    expect(new Set(constructs.map(({ name }) => name)).size).toBe(constructs.length)
  })

  test.each(skips)('$dialect, $construct is still needed: $reason', ({ dialect, construct }) => {
    const found = constructs.find(({ name }) => name === construct)
    expect(found).toBeDefined()
    expect(findBreaches(found!, dialect)).not.toEqual([])
  })
})
