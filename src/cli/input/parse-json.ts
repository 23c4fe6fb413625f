import { inputError } from '../cli-error.ts'
import { findJsonError, type JsonErrorPlace } from './find-json-error.ts'

/** Reads JSON; `name` is what messages call it. A mistake is shown with its line. */
export function parseJson(text: string, name: string): unknown {
  // Windows editors begin files with a byte order mark.
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  try {
    return JSON.parse(json)
  } catch (error) {
    const place = findJsonError(json)
    if (place === undefined) throw inputError(`${name} is not JSON: ${String(error)}`, { cause: error })
    const { line, column, problem } = place
    throw inputError(`${name}:${line}:${column} is not JSON: ${problem}.${excerpt(json, place)}`, { cause: error })
  }
}

const shownBefore = 50
const shownAfter = 30

/** The line with a mark under the place; a window of it where it is long (a file is often one line). */
function excerpt(text: string, { offset, line }: JsonErrorPlace): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const from = Math.max(start, offset - shownBefore)
  const shown = text
    .slice(from, Math.min(end === -1 ? text.length : end, offset + shownAfter))
    .replaceAll(/[\t\r]/g, ' ')
  if (shown.trim() === '') return ''
  const [gutter, cut] = [`  ${line} | `, from > start ? '…' : '']
  const mark = ' '.repeat(gutter.length - 2 + cut.length + [...text.slice(from, offset)].length)
  return `\n${gutter}${cut}${shown}\n${mark}  ^`
}
