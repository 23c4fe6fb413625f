import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { createEmulator } from '../src/emulator/app.ts'
import { type Column, columns, exceptionFor, exceptions, mostExcepted } from './recordings/exceptions.ts'
import { type Exchange, placeholder, readExchanges, recordedDirectories } from './recordings/exchanges.ts'
import { opaqueValues } from './recordings/opaque-state.ts'
import { formatOf, nextRequest, play, summary } from './recordings/play.ts'
import { type Format, readAnswer, readErrorMessage } from './recordings/read-answer.ts'
import { compareRequests } from './recordings/same-meaning.ts'

/** What a recording is measured by: how often, and where it came out differently. */
interface Row {
  readonly directory: string
  readonly checked: Record<Column, number>
  readonly differences: { readonly column: Column; readonly name: string; readonly text: string }[]
}

const directories = recordedDirectories()

const title = 'recorded exchanges mean here what they meant to the provider'
const absent = directories.length === 0

test.skipIf(absent)(absent ? `${title} (skipped: ../shared/recordings is not on this machine)` : title, async () => {
  const rows: Row[] = []
  for (const directory of directories) rows.push(await measure(directory))
  console.log(tableOf(rows.filter(({ checked }) => columns.some((column) => checked[column] > 0))))
  const all = rows.flatMap(({ directory, differences }) => differences.map((found) => ({ directory, ...found })))
  const unexplained = all.filter((difference) => exceptionFor(difference) === undefined)
  console.log(unexplained.map(({ column, name, text }) => `${column}: ${name}\n    ${text}`).join('\n'))
  const unused = exceptions.filter((exception) => !all.some((difference) => exceptionFor(difference) === exception))
  expect(unused, 'exceptions that no recording needs').toEqual([])
  expect(unexplained, 'differences without a reason').toEqual([])
  expect(all.length, 'differences with a reason').toBeLessThanOrEqual(mostExcepted)
})

async function measure(directory: string): Promise<Row> {
  const checked = Object.fromEntries(columns.map((column) => [column, 0])) as Record<Column, number>
  const row: Row = { directory, checked, differences: [] }
  const format = formatOf(directory)
  for (const exchange of readExchanges(directory)) {
    const check = async (column: Column, difference: () => Promise<string | undefined>) => {
      checked[column]++
      const text = await difference()
      if (text !== undefined) row.differences.push({ column, name: exchange.name, text })
    }
    if (isForEmulator(exchange)) {
      await check(exchange.status < 300 ? 'accepted' : 'errors', () => askEmulator(exchange))
    }
    if (format === undefined) continue
    await check('decoded', () => compareAnswers(exchange, format))
    if (exchange.status >= 300) continue
    if (exchange.request !== undefined) {
      await check('requests', async () => compareRequest(exchange, format))
    }
    const opaque = opaqueValues(exchange.response)
    if (opaque.length > 0) await check('state', () => findLostState(exchange, format, opaque))
  }
  return row
}

/** `models/x:` in a URL means that the source did not keep the model. */
function isForEmulator({ directory, request, url }: Exchange): boolean {
  const isServed = /^(gemini|vertex)-(generate-content|count-tokens)$/.test(directory)
  return isServed && request !== undefined && !url.includes('/models/x:')
}

/** Sends the recorded request to the emulator, which has the same endpoint and model. */
async function askEmulator({ directory, url, request = '', status, response }: Exchange): Promise<string | undefined> {
  const words = status < 300 ? undefined : (readErrorMessage(response) ?? response)
  // A key that was refused there is refused here.
  const apiKeys = /API key not valid/.test(words ?? '') ? ['another'] : undefined
  const emulator = createEmulator(apiKeys === undefined ? {} : { apiKeys })
  const answer = await emulator(
    new Request(url.replace(/^https?:\/\/[^/]+/, 'http://localhost'), {
      method: 'POST',
      headers: directory.startsWith('vertex-') ? { authorization: 'Bearer token' } : { 'x-goog-api-key': 'key' },
      body: request.replace(placeholder, (name) => (name.startsWith('signature_') ? bypass : name)),
    }),
  )
  const text = await answer.text()
  const rules = emulator.requests[0]?.rejections?.map(({ rule }) => rule).join(', ')
  if (words === undefined) return answer.ok ? undefined : `${rules ?? answer.status}: ${readErrorMessage(text)}`
  const said = readErrorMessage(text)
  if (answer.status === status && said === words) return undefined
  return `there ${status} ${JSON.stringify(words)}, here ${answer.status} ${JSON.stringify(said ?? 'an answer')}`
}

const bypass = 'skip_thought_signature_validator'

async function compareAnswers(exchange: Exchange, format: Format): Promise<string | undefined> {
  const expected = exchange.status < 300 ? readAnswer(exchange, format) : undefined
  let found: ReturnType<typeof summary>
  try {
    found = summary(await play(exchange, format))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (expected !== undefined) return `threw ${JSON.stringify(message)}`
    const words = readErrorMessage(exchange.response)
    return words === undefined || message.includes(words)
      ? undefined
      : `the error ${JSON.stringify(words)} became ${JSON.stringify(message)}`
  }
  if (expected === undefined) return 'an error became an answer'
  const keys = (['text', 'reasoning', 'calls', 'finish'] as const).filter(
    (key) => !isDeepStrictEqual(expected[key], found[key]),
  )
  return keys.length === 0
    ? undefined
    : keys.map((key) => `${key} ${shown(expected[key])} became ${shown(found[key])}`).join('; ')
}

function compareRequest(exchange: Exchange, format: Format): string | undefined {
  try {
    return compareRequests(exchange, format)
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length <= 300 ? text : `${text.slice(0, 150)} … ${text.slice(-150)}`
}

async function findLostState(
  exchange: Exchange,
  format: Format,
  opaque: readonly string[],
): Promise<string | undefined> {
  let sent: string
  try {
    sent = await nextRequest(exchange, format, await play(exchange, format))
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
  const lost = opaque.filter((value) => !sent.includes(JSON.stringify(value).slice(1, -1)))
  return lost.length === 0
    ? undefined
    : `${lost.length} of ${opaque.length} values lost: ${lost.map((value) => value.slice(0, 24)).join(', ')}`
}

function tableOf(rows: readonly Row[]): string {
  const cells = (row: Row) =>
    columns.map((column) => {
      const total = row.checked[column]
      const wrong = row.differences.filter((difference) => difference.column === column).length
      return total === 0 ? '' : `${total - wrong} of ${total}`
    })
  const lines = rows.map((row) => [row.directory, ...cells(row)])
  const sums = columns.map((column) => {
    const total = rows.reduce((sum, { checked }) => sum + checked[column], 0)
    const wrong = rows.flatMap(({ differences }) => differences).filter((difference) => difference.column === column)
    return `${total - wrong.length} of ${total}`
  })
  const table = [['directory', ...columns], ...lines, ['all', ...sums]]
  const widths = table[0]!.map((_, index) => Math.max(...table.map((line) => line[index]!.length)))
  return table.map((line) => line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')).join('\n')
}
