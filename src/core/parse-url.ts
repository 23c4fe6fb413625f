/**
 * A URL; undefined for a text that is none. Not `URL.canParse`: once optimised, Node 20's refuses URLs with letters such as `é`
 * (it reads Latin-1 as UTF-8).
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** A text with its percent escapes decoded. One with an invalid escape stands for itself. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
