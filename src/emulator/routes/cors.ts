/** Google lets pages of any origin call it. A preflight asks which methods and headers it may use. */
export function answerPreflight(request: Request): Response {
  const headers = new Headers(corsHeaders(request))
  headers.set('access-control-allow-methods', 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT')
  headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '*')
  headers.set('access-control-max-age', '3600')
  headers.set('vary', 'Origin, X-Origin, Referer')
  return new Response(null, { status: 200, headers })
}

/** On every answer to a page. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'content-encoding,content-length,date,server,vary',
  }
}
