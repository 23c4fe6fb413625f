import { isExpression } from '../../../core/pattern/character-class.ts'
import { isEmail, isHostname, isIdnEmail, isIdnHostname, isIpv4, isIpv6 } from './host-formats.ts'
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

/** Whether a text has a format; undefined for an unknown format. */
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
  return isExpression(text, 'u')
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `date`: RFC 3339 full-date. */
function isDate(text: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (daysOfMonth[month - 1] ?? 0)
  return day >= 1 && day <= days
}

/** `time`: RFC 3339 full-time, the offset included. */
function isTime(text: string): boolean {
  const parts = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/.exec(text)
  if (parts === null) return false
  const [hour, minute, second] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  // A leap second is the last one of a day in UTC.
  const sign = parts[4] === '-' ? -1 : 1
  const utc = hour * 60 + minute - sign * (offsetHour * 60 + offsetMinute)
  return (utc + 2880) % 1440 === 1439
}

/** `date-time`: RFC 3339. */
function isDateTime(text: string): boolean {
  return /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

/** `duration`: ISO 8601, as RFC 3339 quotes it. */
function isDuration(text: string): boolean {
  if (/^P[0-9]+W$/.test(text)) return true
  const parts = /^P(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(T(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?$/.exec(text)
  return parts !== null && text !== 'P' && parts[1] !== 'T'
}
