import { isEmail, isHostname, isIdnEmail, isIdnHostname, isIpv4, isIpv6 } from './host-formats.ts'
import { isDate, isDateTime, isDuration, isTime } from './time-formats.ts'
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './uri-formats.ts'

/** The formats of all drafts. Each test takes time linear in the text. */
const formats = new Map<string, (text: string) => boolean>([
  ['date-time', isDateTime],
  ['date', isDate],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
])

/** Whether a text has a format; undefined for a format that is not known. */
export function isFormat(format: string, text: string): boolean | undefined {
  return formats.get(format)?.(text)
}

function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text)
}

function isRelativeJsonPointer(text: string): boolean {
  const [prefix] = /^(?:0|[1-9][0-9]*)(?:[+-](?:0|[1-9][0-9]*))?/.exec(text) ?? []
  if (prefix === undefined) return false
  const rest = text.slice(prefix.length)
  return rest === '#' || isJsonPointer(rest)
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
