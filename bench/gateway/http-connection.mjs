import { connect } from 'node:net'

const empty = Buffer.alloc(0)

/**
 * A connection of HTTP/1.1 to this machine, for one request at a time. Leaner than `node:http`: the load must not be what is measured.
 *
 *     connection.send(bytes, { onBody(piece), onEnd({ status, head }), onFault(reason) })
 */
export class HttpConnection {
  #socket
  #exchange
  #answer
  #buffered = empty
  #state = 'head'
  #left = 0

  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (bytes) => this.#take(bytes))
    this.#socket.on('error', (error) => this.#fail(error.code ?? error.message))
    this.#socket.on('close', () => this.#fail('the connection was closed'))
  }

  /** Whether another request can be sent. */
  get isOpen() {
    return !this.#socket.destroyed && this.#socket.writable
  }

  send(bytes, exchange) {
    this.#exchange = exchange
    this.#state = 'head'
    this.#buffered = empty
    this.#socket.write(bytes)
  }

  /** Leaves, whatever is under way. Nobody is told. */
  destroy() {
    this.#exchange = undefined
    this.#socket.destroy()
  }

  #fail(reason) {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#socket.destroy()
    exchange?.onFault(reason)
  }

  #take(bytes) {
    this.#buffered = this.#buffered.length === 0 ? bytes : Buffer.concat([this.#buffered, bytes])
    // Each step takes something of what is buffered, or waits for more.
    while (this.#exchange !== undefined && this.#step()) {}
  }

  /** Whether it got further. */
  #step() {
    switch (this.#state) {
      case 'head':
        return this.#readHead()
      case 'body':
        this.#give()
        // Whoever got the piece may have left.
        if (this.#left === 0 && this.#exchange !== undefined) this.#finish()
        return false
      case 'size':
        return this.#readSize()
      case 'chunk':
        this.#give()
        if (this.#left > 0 || this.#buffered.length < 2) return false
        this.#buffered = this.#buffered.subarray(2)
        this.#state = 'size'
        return true
      default:
        // Nobody sends trailers: what is left is the empty line.
        if (this.#buffered.length >= 2) this.#finish()
        return false
    }
  }

  #readHead() {
    const end = this.#buffered.indexOf('\r\n\r\n')
    if (end === -1) return false
    const head = this.#buffered.latin1Slice(0, end + 2).toLowerCase()
    this.#buffered = this.#buffered.subarray(end + 4)
    const length = /\r\ncontent-length: *(\d+)/.exec(head)
    if (!length && !head.includes('\r\ntransfer-encoding: chunked')) {
      this.#fail('the answer has no length')
      return false
    }
    this.#left = Number(length?.[1] ?? 0)
    this.#state = length ? 'body' : 'size'
    this.#answer = { status: Number(head.slice(9, 12)), head }
    this.#exchange.onHead?.(this.#answer)
    return true
  }

  #readSize() {
    const end = this.#buffered.indexOf('\r\n')
    if (end === -1) return false
    this.#left = Number.parseInt(this.#buffered.latin1Slice(0, end), 16)
    this.#buffered = this.#buffered.subarray(end + 2)
    this.#state = this.#left === 0 ? 'trailer' : 'chunk'
    return true
  }

  #give() {
    const piece = this.#buffered.subarray(0, this.#left)
    this.#left -= piece.length
    this.#buffered = this.#buffered.subarray(piece.length)
    if (piece.length > 0) this.#exchange.onBody?.(piece)
  }

  #finish() {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#buffered = empty
    if (this.#answer.head.includes('\r\nconnection: close')) this.#socket.destroy()
    exchange.onEnd(this.#answer)
  }
}

/** The bytes of a POST. */
export function postBytes(path, headers, body) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n`), bytes])
}
