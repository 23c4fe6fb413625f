import type { RecordedRequest } from '../../emulator/routes/request-log.ts'
import type { Paint, Style } from './paint.ts'
import { printable } from './printable.ts'

/** One line about a request that the emulator has answered: for people, or as JSON. */
export function renderRequest(request: RecordedRequest, isJson: boolean, paint: Paint): string {
  const { method, path, status, error, rejections, crash } = request
  const stack = crash instanceof Error ? (crash.stack ?? crash.message) : crash
  if (isJson) {
    const rules = rejections.map(({ stage, rule }) => ({ stage, rule }))
    return JSON.stringify({
      method,
      path,
      status,
      error,
      rejections: rules,
      ...(crash !== undefined && { crash: stack }),
    })
  }
  const reason = rejections[0]?.message ?? error
  const head = `${paint(styleOf(status), String(status))} ${method} ${printable(path)}`
  const more = rejections.length > 1 ? ` (and ${rejections.length - 1} more)` : ''
  const why = reason === undefined ? '' : `\n    ${printable(reason.trimEnd().split('\n')[0]!)}${more}`
  const report =
    crash === undefined
      ? ''
      : `\nThis is a fault of Toolfit, or of a script. Please report it.\n${printable(String(stack), '\n')}`
  return `${head}${why}${report}`
}

function styleOf(status: number): Style {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
