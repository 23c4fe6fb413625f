import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import type { ProfileId } from '../../src/history/profile.ts'
import { pruneHistory } from '../../src/history/prune.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { runs } from '../laws/runs.ts'
import { arbitraryHistory } from './arbitrary-history.ts'
import { oracles, profileIds } from './oracle.ts'
import { policies } from './policies.ts'

const anHour = 60 * 60_000

/** What each provider refuses of a history that was repaired for it and then pruned, policy by policy. */
function refusals(messages: readonly AnyModelMessage[], profile: ProfileId): string[] {
  const { messages: repaired } = repairHistory(messages, profile)
  return Object.entries(policies).flatMap(([policy, budget]) =>
    oracles[profile](pruneHistory(repaired, budget).messages).map((refusal) => `${profile}, ${policy}: ${refusal}`),
  )
}

test(
  'a broken history is refused, and never after it was repaired and pruned, by any provider, under any policy (D4)',
  () => {
    let checked = 0
    const broken = Object.fromEntries(profileIds.map((profile) => [profile, 0]))
    fc.assert(
      fc.property(arbitraryHistory, (messages) => {
        checked++
        for (const profile of profileIds) if (oracles[profile](messages).length > 0) broken[profile]!++
        return profileIds.every((profile) => {
          const found = refusals(messages, profile)
          if (found.length > 0) throw new Error(found.join('\n'))
          return true
        })
      }),
      runs(),
    )
    console.info(
      `${checked} histories x ${profileIds.length} profiles x ${Object.keys(policies).length} policies: 0 refused. As they were: ${JSON.stringify(broken)}`,
    )
    // The generator is worth something: every provider refuses a good part of what it makes.
    for (const count of Object.values(broken)) expect(count).toBeGreaterThan(checked / 4)
  },
  anHour,
)
