import { bytesOf, type Delivery, type Step } from '../api/delivery.ts'
import { errorObject, type Failure, type Notation, type Page, printJson } from '../api/envelope.ts'
import type { Chunk } from '../faults/fault.ts'

/** How a route writes its answer. */
export interface Form extends Notation {
  readonly form: 'json' | 'sse' | 'array'
}

const json = 'application/json; charset=UTF-8'

export function renderJson(value: unknown, notation: Notation, status = 200): Delivery {
  return deliver(status, json, [bytesOf(printJson(value, notation))])
}

export function renderPage({ code, html }: Page): Delivery {
  return deliver(code, 'text/html; charset=UTF-8', [bytesOf(html)])
}

/** An error of a stream that is an array is an array too. */
export function renderFailure(problem: Failure, notation: Form): Delivery {
  const body = errorObject(problem, notation)
  return renderJson(notation.form === 'array' ? [body] : body, notation, problem.code)
}

/** A model's answer. Cloud Code puts each response into an envelope of its own; errors stay outside of it. */
export function renderChunks(chunks: readonly Chunk[], form: Form, pauseMs: number): Delivery {
  const bodies = chunks.map((chunk) => wrap(chunk, form))
  if (form.form === 'json') return renderOnly(chunks[0] ?? {}, bodies[0] ?? {}, form)
  const texts =
    form.form === 'sse' ? bodies.map((body) => `data: ${JSON.stringify(body)}\r\n\r\n`) : arrayPieces(bodies, form)
  const steps = texts.flatMap((text, index): Step[] =>
    index > 0 && pauseMs > 0 ? [{ kind: 'wait', ms: pauseMs }, bytesOf(text)] : [bytesOf(text)],
  )
  return deliver(200, form.form === 'sse' ? 'text/event-stream' : json, steps)
}

function renderOnly(chunk: Chunk, body: unknown, notation: Notation): Delivery {
  const code = 'error' in chunk ? Number(chunk.error.code) : 200
  return renderJson(body, notation, code)
}

function wrap(chunk: Chunk, { endpoint }: Notation): unknown {
  if (endpoint !== 'cloud-code' || 'error' in chunk) return chunk
  return { response: chunk, ...(chunk.responseId !== undefined && { traceId: traceIdOf(chunk.responseId) }) }
}

/** Sixteen hexadecimal digits that depend on the response only. */
function traceIdOf(responseId: string): string {
  const codes = [...responseId].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return codes.padEnd(16, '0').slice(-16)
}

/** One array, an element at a time. */
function arrayPieces(bodies: readonly unknown[], notation: Notation): string[] {
  const pieces = bodies.map((body, index) => `${index === 0 ? '[' : ',\r\n'}${printJson(body, notation)}`)
  const last = pieces.pop() ?? '['
  return [...pieces, `${last}]\n`]
}

/** The headers of Google's servers, but with our own name. */
function deliver(status: number, type: string, steps: readonly Step[]): Delivery {
  const headers = {
    'content-type': type,
    vary: 'Origin, X-Origin, Referer',
    'x-content-type-options': 'nosniff',
    server: 'toolfit-emulator',
  }
  return { status, headers, before: [], steps }
}
