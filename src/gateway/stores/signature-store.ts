/**
 * Where a gateway keeps the thought signatures of the calls it handed out, so that a client which
 * drops fields it does not know still gets its conversation continued with them.
 *
 * A key is a client and the id of a tool call: clients never see each other's signatures. `client`
 * is an opaque string, never a key a client authenticates with.
 *
 * A store may forget: what it no longer has is answered by the documented bypass. `get` and `set`
 * should not reject; a gateway that sees them reject carries on without the store.
 *
 * A value is the gateway's own note about a call, as text; a store need not understand it.
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
  /** The signatures that are known, by the id of the call. Ids without one are left out. */
  get(client: string, callIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Keeps signatures by the id of the call; what was kept for an id is replaced. */
  set(client: string, entries: ReadonlyMap<string, string>): Promise<void>
}
