/** An answer of HTTP/1.1 as it came over a socket. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Every answer in what a server sent, or what is wrong with it. Informational ones are left out. */
export function readAnswers(bytes: Buffer): RawAnswer[] | string {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, end).toString('latin1')
    const [start = '', ...lines] = head.split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w -]*$/.exec(start)?.[1])
    if (end < 0 || Number.isNaN(status)) return `no HTTP: ${JSON.stringify(rest.toString('latin1').slice(0, 200))}`
    rest = rest.subarray(end + 4)
    if (status < 200) continue
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
    const body = hasNoBody(status, rest) ? { text: '', rest } : takeBody(rest, headers)
    if (body === undefined) return `a body that is not framed as its head says: ${JSON.stringify(head)}`
    answers.push({ status, headers, text: body.text })
    rest = body.rest
  }
  return answers
}

/** Where a request was a HEAD, the head of its answer has a length, and the next answer follows at once. */
function hasNoBody(status: number, rest: Buffer): boolean {
  return status === 204 || rest.length === 0 || rest.subarray(0, 9).toString() === 'HTTP/1.1 '
}

function takeBody(bytes: Buffer, headers: Headers): { text: string; rest: Buffer } | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return takeChunks(bytes)
  const length = headers.get('content-length')
  // It ends with the connection.
  if (length === null) return { text: bytes.toString(), rest: Buffer.alloc(0) }
  if (bytes.length < Number(length)) return undefined
  return { text: bytes.subarray(0, Number(length)).toString(), rest: bytes.subarray(Number(length)) }
}

function takeChunks(bytes: Buffer): { text: string; rest: Buffer } | undefined {
  const chunks: Buffer[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16)
    if (end < 0 || Number.isNaN(size) || rest.length < end + 4 + size) return undefined
    chunks.push(rest.subarray(end + 2, end + 2 + size))
    rest = rest.subarray(end + 4 + size)
    if (size === 0) return { text: Buffer.concat(chunks).toString(), rest }
  }
}
