import { type JsonScalar, printScalar } from './proto-scalars.ts'

/** What protobuf has against a Duration or a Timestamp; undefined where it takes it. Both are written as strings. */
export function durationProblem(value: JsonScalar): string | undefined {
  if (typeof value !== 'string') return `Invalid data type for duration, value is ${printScalar(value)}`
  if (!value.endsWith('s')) return "Illegal duration format; duration must end with 's'"
  const [, seconds = '', nanos] = /^-?([^.]*)(?:\.(.*))?s$/s.exec(value) ?? []
  if (!/^\d{1,20}$/.test(seconds)) return 'Invalid duration format, failed to parse seconds'
  if (nanos !== undefined && !/^\d*$/.test(nanos)) return 'Invalid duration format, failed to parse nano seconds'
  const exceeds = Number(seconds) > maxDurationSeconds || (nanos !== undefined && nanos.length > 9)
  return exceeds ? 'Duration value exceeds limits' : undefined
}

/** About 10,000 years. */
const maxDurationSeconds = 315_576_000_000

const time = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[-+](?:0\d|1[0-4]):[0-5]\d)$/

export function timestampProblem(value: JsonScalar): string | undefined {
  if (typeof value !== 'string') return `Invalid data type for timestamp, value is ${printScalar(value)}`
  return isTime(value) ? undefined : `Invalid time format: ${value}`
}

function isTime(text: string): boolean {
  const match = time.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  // The calendar repeats after 400 years, and Date reads years below 100 in a way of its own. Day 0 is the last one before.
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}
