/** Headers that let pages of these origins read an answer. Without configured origins there are none. */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = request.headers.get('origin')
  const isOpen = origins.includes('*')
  if (origin === null || (!isOpen && !origins.includes(origin))) return { vary: 'origin' }
  const allowed = { 'access-control-allow-origin': isOpen ? '*' : origin, ...(isOpen ? {} : { vary: 'origin' }) }
  const exposed = {
    'access-control-expose-headers': 'x-request-id, x-toolfit-ignored, x-toolfit-repaired, retry-after, retry-after-ms',
  }
  if (request.method !== 'OPTIONS') return { ...allowed, ...exposed }
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers':
      request.headers.get('access-control-request-headers') ?? 'authorization, content-type, x-toolfit-report',
    'access-control-max-age': '86400',
  }
}
