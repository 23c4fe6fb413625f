/**
 * Stores the thought signatures of the calls that a gateway handed out, for clients that drop the
 * fields that carry them.
 *
 * A key is a client and the id of a tool call: clients never see each other's signatures. `client`
 * is an opaque string, never a key a client authenticates with.
 *
 * A store may drop entries: calls without one get the documented bypass. `get` and `set`
 * should not reject; a gateway that sees them reject carries on without the store.
 *
 * A value is the gateway's own record of a call, as text that only the gateway reads.
 *
 * @example
 * ```ts
 * import { createMemorySignatureStore } from 'toolfit/gateway'
 *
 * const store = createMemorySignatureStore()
 * await store.set('team-a', new Map([['call_1', 'note']]))
 * const known = await store.get('team-a', ['call_1', 'call_2'])
 * known.get('call_1') // 'note'
 * ```
 */
export interface SignatureStore {
  /** The stored values, by the id of the call. Ids without one are left out. */
  get(client: string, callIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores values by the id of the call, and replaces earlier ones. */
  set(client: string, entries: ReadonlyMap<string, string>): Promise<void>
  /** Rejects if the store cannot be used now: for `GET /readyz`. A store without it is always ready. */
  check?(): Promise<void>
  /** How many calls of `get` and `set` failed without rejecting, since the start: for `GET /metrics`. */
  errors?(): number
}
