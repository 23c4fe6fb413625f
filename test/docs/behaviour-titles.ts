import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where tests of the gateway stand. */
const behaviourFolders = ['test/gateway', 'test/e2e', 'src/gateway']

/** A test whose title names the row that it belongs to, as it is written: `%s` is not filled in. */
export interface BehaviourTitle {
  readonly id: string
  readonly title: string
  readonly file: string
  /** It proves that something is missing. */
  readonly isShort: boolean
}

/** The tests of every row, by their sources. A title may belong to several rows: `… (F16, F17)`. */
function findBehaviourTitles(): BehaviourTitle[] {
  return behaviourFolders.flatMap((folder) => {
    const names = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).sort()
    return names
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => !file.startsWith('test/e2e/') || /\/(serve|gateway-[\w-]+)\.test\.ts$/.test(file))
      .flatMap((file) => titlesIn(readFileSync(root + file, 'utf8'), file))
  })
}

/** A text in the first place of a call that ends with ids: the title of a test, also of a repeated one, or of a group. */
const pattern = /(describe|\.fails)?\(\s*(['"`])((?:\\.|(?!\2).)*) \(((?:[A-Z]\d+, )*[A-Z]\d+)\)\2,/g

export function titlesIn(source: string, file: string): BehaviourTitle[] {
  const found = [...source.matchAll(pattern)].flatMap(([, word, , title, ids]) =>
    ids!
      .split(', ')
      .map((id) => ({ id, title: unescaped(title!), file, isShort: word === '.fails', isGroup: word === 'describe' })),
  )
  // A group whose tests say themselves where they belong has nothing to add.
  const named = new Set(found.filter(({ isGroup }) => !isGroup).map(({ id }) => id))
  return found.filter(({ id, isGroup }) => !isGroup || !named.has(id)).map(({ isGroup: _, ...title }) => title)
}

function unescaped(text: string): string {
  return text.replace(/\\(['"`\\])/g, '$1')
}

/** The tests by row, in the order of the ids. */
export function titlesByRow(): Map<string, BehaviourTitle[]> {
  const rows = new Map<string, BehaviourTitle[]>()
  for (const title of findBehaviourTitles()) rows.set(title.id, [...(rows.get(title.id) ?? []), title])
  return new Map([...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })))
}
