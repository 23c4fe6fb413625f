import { type AddressInfo, connect, type Socket } from 'node:net'

/** Connections of a server to itself, which wait to be accepted as those of clients do. */
export interface QueueProbe {
  /** Opens one. Calls back when the server has accepted it, or it could not be opened. */
  open(onAccepted: () => void): void
  /** Whether a connection that the server accepted is one of these. */
  isOwn(socket: Socket): boolean
}

/** Where a server is reached that listens on every address. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * @param address where the server listens; null when it does not
 */
export function createQueueProbe(address: () => AddressInfo | null): QueueProbe {
  const waiting = new Map<Socket, () => void>()
  const end = (probe: Socket) => {
    const onAccepted = waiting.get(probe)
    waiting.delete(probe)
    probe.destroy()
    onAccepted?.()
  }
  return {
    open(onAccepted) {
      const at = address()
      if (at === null) {
        onAccepted()
        return
      }
      const probe = connect({ port: at.port, host: everywhere[at.address] ?? at.address })
      probe.unref()
      waiting.set(probe, onAccepted)
      // No more connections can be opened, or the server is closing.
      probe.once('error', () => end(probe))
      probe.once('close', () => end(probe))
    },
    isOwn({ remotePort, remoteAddress }) {
      for (const probe of waiting.keys()) {
        if (probe.localPort !== remotePort || probe.localAddress !== remoteAddress) continue
        end(probe)
        return true
      }
      return false
    },
  }
}
