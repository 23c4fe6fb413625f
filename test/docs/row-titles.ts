import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A test whose title names the row that it belongs to, as it is written: `%s` is not filled in. */
export interface RowTitle {
  readonly id: string
  readonly title: string
  readonly file: string
  /** It proves that something is missing. */
  readonly isShort: boolean
}

/** The tests by row, in the order of the ids. A title may belong to several rows: `… (F16, F17)`. */
export type TitlesByRow = ReadonlyMap<string, readonly RowTitle[]>

/** Whose ids are letters of other lists elsewhere. */
const gatewayTests = /^(test\/gateway|src\/gateway)\/|^test\/e2e\/(serve|gateway-[\w-]+)\.test\.ts$/

/** The tests of rows of what the gateway does. */
export const behaviourTitles = (): TitlesByRow =>
  byRow(
    testFiles().filter((file) => gatewayTests.test(file)),
    /^[GFBSNJL]/,
  )

/** The tests of rows of attacks, wherever they stand. */
export const attackTitles = (): TitlesByRow => byRow(testFiles(), /^[XT]/)

function testFiles(): string[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      // Its texts are examples of titles.
      .filter((file) => !file.startsWith('test/docs/'))
      .sort(),
  )
}

function byRow(files: readonly string[], letters: RegExp): TitlesByRow {
  const rows = new Map<string, RowTitle[]>()
  const titles = files.flatMap((file) => titlesIn(readFileSync(root + file, 'utf8'), file))
  for (const title of titles.filter(({ id }) => letters.test(id)))
    rows.set(title.id, [...(rows.get(title.id) ?? []), title])
  return new Map([...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })))
}

/** The end of a title that names rows. */
const ids = String.raw`\(((?:[A-Z]\d+, )*[A-Z]\d+)\)`

/** A text in the first place of a call that ends with ids: the title of a test, also of a repeated one, or of a group. */
const pattern = new RegExp(String.raw`(describe|\.fails)?\(\s*(['"\`])((?:\\.|(?!\2).)*) ${ids}\2,`, 'g')

export function titlesIn(source: string, file: string): RowTitle[] {
  const found = [...source.matchAll(pattern)].flatMap(([, word, , title, named]) =>
    named!
      .split(', ')
      .map((id) => ({ id, title: unescaped(title!), file, isShort: word === '.fails', isGroup: word === 'describe' })),
  )
  // A group whose tests say themselves where they belong has nothing to add.
  const named = new Set(found.filter(({ isGroup }) => !isGroup).map(({ id }) => id))
  return found.filter(({ id, isGroup }) => !isGroup || !named.has(id)).map(({ isGroup: _, ...title }) => title)
}

/** The rows that the name of a test says, alone or with the names of its groups. */
export function rowsNamedBy(name: string): string[] {
  return [...name.matchAll(new RegExp(ids, 'g'))].flatMap(([, named]) => named!.split(', '))
}

function unescaped(text: string): string {
  return text.replace(/\\(['"`\\])/g, '$1')
}

/** The files that tests are in, for a document in docs/. */
export function linksToTests(tests: readonly RowTitle[]): string {
  const files = [...new Set(tests.map(({ file }) => file))]
  return files.map((file) => `[${file.replace(/^.*\/|\.test\.ts$/g, '')}](../${file})`).join(', ')
}
