import type { ClientLimits, RateLimitStore } from '../stores/rate-limit-store.ts'

/** Places among the requests at once that a store may still count, because it failed when they were taken or given back. */
export interface OwedPlaces {
  add(client: string, limits: ClientLimits, place: string): void
  /** Gives some of them back: the store has answered just now. Returns when all were tried. Never rejects. */
  giveBack(): Promise<void>
}

/** Beyond this many, the oldest is free when its time in the store is over. */
const mostPlaces = 10_000

/** Given back at a time, so that a store that comes back is not flooded. */
const mostAtOnce = 50

interface OwedPlace {
  readonly client: string
  readonly limits: ClientLimits
}

/**
 * Without it, an outage of a few seconds would take the places of all requests in it for as long as the store counts a place, and their
 * clients would be refused when the store is back. Tokens are not owed: they refill within a minute.
 */
export function createOwedPlaces(store: RateLimitStore): OwedPlaces {
  const owed = new Map<string, OwedPlace>()
  const add: OwedPlaces['add'] = (client, limits, place) => {
    owed.set(place, { client, limits })
    if (owed.size > mostPlaces) owed.delete(owed.keys().next().value!)
  }
  return {
    add,
    async giveBack() {
      if (owed.size === 0) return
      const some = [...owed].slice(0, mostAtOnce)
      await Promise.all(
        some.map(async ([place, { client, limits }]) => {
          owed.delete(place)
          // It is tried again after the next answer.
          await store.settle(client, limits, { tokens: 0, place }).catch(() => add(client, limits, place))
        }),
      )
    },
  }
}
