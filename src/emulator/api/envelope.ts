import { type JsonObject, present } from '../../core/json.ts'
import type { Endpoint } from './endpoint.ts'

/** The canonical codes of `google.rpc.Code` that a Gemini endpoint answers with, and their HTTP statuses. */
const codes = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const

export type Status = keyof typeof codes

/** An answer that is an error, before it is put into Google's envelope. */
export interface Failure {
  /** The HTTP status. */
  readonly code: number
  /** A {@link Status}; scripts may send anything. */
  readonly status: string
  readonly message: string
  readonly details?: readonly JsonObject[]
  /** `errors[0].reason` of the older format, where it is not the usual one of the status. */
  readonly reason?: string
}

export function failure(status: Status, message: string, details?: readonly JsonObject[]): Failure {
  return present({ code: codes[status], status, message, details })
}

/** `errors[0].reason` in the older error format. */
const reasons: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'required',
  403: 'forbidden',
  404: 'notFound',
  429: 'rateLimitExceeded',
  500: 'backendError',
  503: 'backendError',
  504: 'backendError',
}

/** How an answer is written: the endpoint, and the options of the caller. */
export interface Notation {
  readonly endpoint: Endpoint
  /** One line instead of indented: `prettyPrint=false`. */
  readonly compact?: boolean
  /** The older error format: `$.xgafv=1`. Cloud Code always has it. */
  readonly olderErrors?: boolean
}

/** `{ error: … }`, with the fields in Google's order. */
export function errorObject(problem: Failure, { endpoint, olderErrors = false }: Notation): JsonObject {
  const { code, status, message, details, reason = reasons[code] ?? 'unknown' } = problem
  const isOlder = olderErrors || endpoint === 'cloud-code'
  const errors = isOlder ? [{ message, domain: 'global', reason }] : undefined
  return { error: present({ code, message, errors, status, details }) }
}

/** Indented by two, with a newline at its end, as Google writes it. */
export function printJson(value: unknown, { compact = false }: { readonly compact?: boolean } = {}): string {
  return compact ? JSON.stringify(value) : `${JSON.stringify(value, null, 2)}\n`
}

/** An HTML page of Google's front end, which answers before any API sees the request. */
export interface Page {
  readonly code: number
  readonly html: string
}

/** The path comes from the caller. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Google's error page, without its styles. */
function page(code: number, title: string, sentence: string): Page {
  const lines = [
    '<!DOCTYPE html>',
    '<html lang=en>',
    '  <meta charset=utf-8>',
    '  <meta name=viewport content="initial-scale=1, minimum-scale=1, width=device-width">',
    `  <title>Error ${code} (${title})!!1</title>`,
    '  <a href=//www.google.com/><span id=logo aria-label=Google></span></a>',
    `  <p><b>${code}.</b> <ins>That’s an error.</ins>`,
    `  <p>${sentence}  <ins>That’s all we know.</ins>`,
  ]
  return { code, html: `${lines.join('\n')}\n` }
}

/** For a path or a method that is not served. */
export function notFoundPage(path: string): Page {
  return page(404, 'Not Found', `The requested URL <code>${escapeHtml(path)}</code> was not found on this server.`)
}

export const tooLargePage = page(413, 'Request Entity Too Large', 'Your client issued a request that was too large.')

/** For a request that is not HTTP, or whose body does not have the encoding that it claims. */
export const malformedPage = page(400, 'Bad Request', 'Your client has issued a malformed or illegal request.')

export const timeoutPage = page(408, 'Request Timeout', 'Your client has taken too long to issue its request.')

/** For errors of the emulator itself, and for requests that come while it is shutting down. */
export const internalErrorPage = page(500, 'Internal Server Error', 'The server encountered an error.')
export const unavailablePage = page(503, 'Service Unavailable', 'The server cannot process your request at this time.')
