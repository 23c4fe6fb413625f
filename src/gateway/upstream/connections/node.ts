import { isIP, connect as openTcp, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import type { TextPieces } from '../../../core/held-texts.ts'
import { createResponseReader, type ResponseEvents, type ResponseReader } from '../response-reader.ts'

/** Where connections lead. */
export interface Place {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
}

/** Who uses a connection for one request. */
export interface Exchange extends ResponseEvents {
  readonly method: string
  /** The connection broke before the response was complete. `isUnseen`: it had been kept, and not a byte came back. */
  onBreak(error: Error, isUnseen: boolean): void
}

/** A connection that carries one request at a time. */
export interface Connection {
  send(head: string, body: TextPieces): void
  pause(): void
  resume(): void
  destroy(): void
}

export interface Connections {
  /** One that was kept, the last one first, or a new one. */
  open(place: Place, exchange: Exchange): Connection
  close(): void
}

export interface ConnectionsOptions {
  /** Until a connection stands, TLS included. */
  readonly connectTimeoutMs: number
}

/** The most connections to one place that are kept for later. */
const mostKept = 256

/** A TLS session for each place: a handshake that goes on where the last one ended takes half the time. */
type Sessions = Map<string, Buffer>

export function createConnections({ connectTimeoutMs }: ConnectionsOptions): Connections {
  const kept = new Map<string, KeptConnection[]>()
  const all = new Set<KeptConnection>()
  const sessions: Sessions = new Map()
  const connect = (place: Place, key: string): KeptConnection => {
    const free = kept.get(key) ?? []
    kept.set(key, free)
    const connection: KeptConnection = new KeptConnection(openSocket(place, key, sessions), connectTimeoutMs, {
      onFree() {
        if (free.length >= mostKept) connection.destroy()
        else free.push(connection)
      },
      onGone() {
        all.delete(connection)
        const index = free.indexOf(connection)
        if (index >= 0) free.splice(index, 1)
      },
    })
    all.add(connection)
    return connection
  }
  return {
    open(place, exchange) {
      const key = `${place.isSecure ? 'https' : 'http'}://${place.host}:${place.port}`
      const connection = takeAlive(kept.get(key)) ?? connect(place, key)
      connection.begin(exchange)
      return connection
    },
    close() {
      for (const connection of all) connection.destroy()
    },
  }
}

/** One that the other side has ended is on its way out: the news of it may take another moment. */
function takeAlive(free: KeptConnection[] = []): KeptConnection | undefined {
  let connection = free.pop()
  while (connection !== undefined && !connection.isAlive()) connection = free.pop()
  return connection
}

function openSocket({ isSecure, host, port }: Place, key: string, sessions: Sessions): Socket {
  // As Node's own client has them: small writes at once, and probes where the other side went without a word.
  const options = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 }
  if (!isSecure) return openTcp(options)
  const session = sessions.get(key)
  const socket = openTls({
    ...options,
    ALPNProtocols: ['http/1.1'],
    // An address is no name, and must not be sent as one.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(session === undefined ? {} : { session }),
  })
  return socket.on('session', (given) => void sessions.set(key, given))
}

interface Keeper {
  onFree(): void
  onGone(): void
}

/** Longer bodies are written apart from their head: to join the two would copy them. */
const shortBody = 16 * 1024

const toText = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

class KeptConnection implements Connection {
  readonly #socket: Socket
  readonly #keeper: Keeper
  #exchange: Exchange | undefined
  #reader: ResponseReader | undefined
  /** It has carried a request before this one. */
  #isKept = false
  #hasAnswered = false
  #error: Error | undefined

  constructor(socket: Socket, connectTimeoutMs: number, keeper: Keeper) {
    this.#socket = socket
    this.#keeper = keeper
    limitConnecting(socket, connectTimeoutMs)
    socket.on('data', (bytes) => this.#onData(bytes))
    socket.on('error', (error) => {
      this.#error = error
    })
    // The other side ends: so do we, when what it said is read.
    socket.on('close', () => this.#onClose())
  }

  isAlive(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded
  }

  begin(exchange: Exchange): void {
    this.#exchange = exchange
    this.#hasAnswered = false
    this.#reader = createResponseReader(exchange.method, toText, {
      onStart: (start) => exchange.onStart(start),
      onData: (piece) => exchange.onData(piece),
      onEnd: (isReusable) => this.#onEnd(exchange, isReusable),
    })
    if (this.#isKept) this.#socket.ref()
  }

  send(head: string, body: TextPieces): void {
    const socket = this.#socket
    const [first] = body
    if (first === undefined) socket.write(head, 'latin1')
    else if (body.length === 1 && typeof first === 'string' && first.length <= shortBody && isAscii(head)) {
      socket.write(head + first)
    } else {
      socket.cork()
      socket.write(head, 'latin1')
      for (const piece of body) socket.write(piece)
      socket.uncork()
    }
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #onData(bytes: Uint8Array): void {
    // Nobody asked for anything.
    const reader = this.#reader
    if (reader === undefined) {
      this.destroy()
      return
    }
    this.#hasAnswered = true
    try {
      reader.push(bytes)
    } catch (error) {
      this.#error = error as Error
      this.destroy()
    }
  }

  #onEnd(exchange: Exchange, isReusable: boolean): void {
    this.#exchange = undefined
    this.#reader = undefined
    const socket = this.#socket
    // A response before the whole request was sent: what is left of it would be taken for the next one's answer.
    const isFree = isReusable && !socket.destroyed && socket.writable && socket.writableLength === 0
    if (isFree) {
      this.#isKept = true
      // Whoever paused it was the last reader. A connection that waits keeps no process alive.
      socket.resume()
      socket.unref()
      this.#keeper.onFree()
    } else this.destroy()
    exchange.onEnd(isFree)
  }

  #onClose(): void {
    this.#keeper.onGone()
    const exchange = this.#exchange
    this.#exchange = undefined
    if (exchange === undefined) return
    if (this.#error === undefined && this.#reader?.close() === true) {
      exchange.onEnd(false)
      return
    }
    const hangUp = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    const error = this.#error ?? hangUp
    const isReset = /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
    exchange.onBreak(error, this.#isKept && !this.#hasAnswered && isReset)
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

function limitConnecting(socket: Socket, connectTimeoutMs: number): void {
  const late = () => {
    const error = new Error(`No connection within ${connectTimeoutMs} ms.`)
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }
  const timer = setTimeout(late, connectTimeoutMs)
  const clear = () => clearTimeout(timer)
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', clear)
  socket.once('close', clear)
}
