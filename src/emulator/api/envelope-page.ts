/** What Google's front end answers by itself, before any API sees the request: a page for people. */
export interface Page {
  readonly code: number
  readonly html: string
}

/** The path is a caller's text. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The page with the robot, without its styles. */
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

/** For a path that nothing serves, and for a method that a path does not have. */
export function notFoundPage(path: string): Page {
  return page(404, 'Not Found', `The requested URL <code>${escapeHtml(path)}</code> was not found on this server.`)
}

export const tooLargePage = page(413, 'Request Entity Too Large', 'Your client issued a request that was too large.')

/** For what is no HTTP, or not the encoding that it claims to be. */
export const malformedPage = page(400, 'Bad Request', 'Your client has issued a malformed or illegal request.')

export const timeoutPage = page(408, 'Request Timeout', 'Your client has taken too long to issue its request.')

/** For faults of the emulator itself, and for requests that come while it is shutting down. */
export const internalErrorPage = page(500, 'Internal Server Error', 'The server encountered an error.')
export const unavailablePage = page(503, 'Service Unavailable', 'The server cannot process your request at this time.')
