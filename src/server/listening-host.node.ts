import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopback } from '../core/loopback.ts'

/**
 * Whether a server on this host can be reached from other machines: an address beyond loopback, or a name with such an address. Rejects
 * for a name that cannot be resolved.
 */
export async function reachesBeyondLoopback(host: string): Promise<boolean> {
  // Node listens on every address.
  if (host === '') return true
  const bare = host.replace(/%.*$/, '')
  if (isIP(bare) !== 0) return !isLoopback(bare)
  const addresses = await lookup(host, { all: true })
  return addresses.some(({ address }) => !isLoopback(address))
}
