import type { Socket } from 'node:net'
import { type Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici'

/** An error of a connection, with what is known of it. */
export type SocketFailure = Error & { code?: string; bytesRead?: number; socket?: { bytesRead?: number } }

/**
 * A connection, and whether the reply on it is paused.
 *
 * undici 7 does not survive the end of a connection whose reply is paused: an assertion fails where nobody can catch it, and the
 * process ends (nodejs/undici#5360; repaired in undici 8, which needs Node 22). So the end waits until the reply is read on.
 */
export class UpstreamConnection {
  #isPaused = false
  #socket: Socket | undefined
  #end: (() => void) | undefined

  /** Takes over the next socket of this connection, before anybody listens to it. */
  watch(socket: Socket): void {
    this.#isPaused = false
    this.#end = undefined
    this.#socket = socket
    const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean
    socket.emit = (event: string, ...args: unknown[]) => {
      if (event !== 'end' || !this.#isPaused) return emit(event, ...args)
      this.#end = () => void emit(event)
      return true
    }
    socket.on('error', (failure: SocketFailure) => {
      // undici keeps this number for its own errors only.
      failure.bytesRead = socket.bytesRead
      // undici takes this code for an end.
      if (this.#isPaused && failure.code === 'ECONNRESET') failure.code = 'UND_ERR_SOCKET'
    })
  }

  pause(controller: Dispatcher.DispatchController): void {
    this.#isPaused = true
    controller.pause()
  }

  resume(controller: Dispatcher.DispatchController): void {
    this.#isPaused = false
    controller.resume()
    // More may have been waiting, and have paused it again.
    if (this.#isPaused || this.#socket!.destroyed) return
    this.#end?.()
    this.#end = undefined
  }
}

/** Options of a request that is told which connection it is sent on. */
export interface UpstreamDispatch extends Dispatcher.DispatchOptions {
  onConnection(connection: UpstreamConnection): void
}

class UpstreamClient extends Client {
  readonly #connection: UpstreamConnection

  constructor(origin: URL, options: Client.Options) {
    const connection = new UpstreamConnection()
    const connect = options.connect as buildConnector.connector
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...result) => {
          if (result[1] !== null) connection.watch(result[1])
          callback(...result)
        }),
    })
    this.#connection = connection
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    ;(options as UpstreamDispatch).onConnection(this.#connection)
    return super.dispatch(options, handler)
  }
}

/** For an agent: pools whose connections are {@link UpstreamConnection}s. They end when both sides have. */
export function connectionOptions(timeout: number): Agent.Options {
  return {
    connect: createConnector(timeout),
    factory: (origin, options) =>
      new Pool(origin, {
        ...(options as Pool.Options),
        factory: (target, clientOptions) => new UpstreamClient(target, clientOptions as Client.Options),
      }),
  }
}

function createConnector(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, keepAliveInitialDelay: 1_000, allowHalfOpen: true })
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error === null) return callback(null, socket)
      const isLate = (error as SocketFailure).code === 'UND_ERR_CONNECT_TIMEOUT'
      const late = () => Object.assign(new Error(`No connection within ${timeout} ms.`), { code: 'ETIMEDOUT' })
      return callback(isLate ? late() : error, null)
    })
}
