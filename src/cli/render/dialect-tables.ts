import { type DialectId, dialects } from '../../schema/dialects/index.ts'
import type { Feature, Limits } from '../../schema/feature.ts'
import { dialectIds } from '../dialect-flags.ts'
import { featureWords } from './feature-words.ts'
import type { Paint } from './paint.ts'
import { type Cell, type Column, type Row, renderTable } from './table.ts'
import { textWidth, wrap } from './text-width.ts'

const legend = '✓ has a form for it. Anything else is rewritten, encoded or described: "toolfit check" shows how.'

/** Features, limits and formats, by dialect; as many dialects beside each other as the line holds. */
export function renderDialects(width: number, paint: Paint): string {
  const blocks = [
    ...features(width, paint),
    limits(width, paint),
    formats(width, paint),
    wrap(legend, width)
      .map((line) => paint('dim', line))
      .join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function features(width: number, paint: Paint): string[] {
  const names = Object.entries(featureWords) as [Feature, string][]
  const label = Math.max(...names.map(([, words]) => textWidth(words)))
  return inBlocks(dialectIds, width - label).map((ids) => {
    const columns: Column[] = [{ title: '' }, ...ids.map((title) => ({ title }))]
    const rows = names.map(([feature, words]): Row => {
      const cells = ids.map(
        (id): Cell =>
          dialects[id].supports.has(feature) ? { text: '✓', style: 'green' } : { text: '·', style: 'dim' },
      )
      return { cells: [{ text: words }, ...cells] }
    })
    return renderTable(columns, rows, { width, paint }).join('\n')
  })
}

/** The dialects, cut into groups whose columns fit into a line. */
function inBlocks(ids: readonly DialectId[], room: number): DialectId[][] {
  const blocks: DialectId[][] = []
  let left = 0
  for (const id of ids) {
    const needed = id.length + 2
    if (blocks.length === 0 || needed > left) {
      blocks.push([])
      left = room
    }
    blocks.at(-1)!.push(id)
    left -= needed
  }
  return blocks
}

function limits(width: number, paint: Paint): string {
  const sizes = Object.keys(dialects[dialectIds[0]!].limits) as (keyof Limits)[]
  const columns: Column[] = [{ title: 'limits' }, ...sizes.map((title) => ({ title, align: 'right' as const }))]
  const rows = dialectIds.map(
    (id): Row => ({
      cells: [{ text: id }, ...sizes.map((size) => sizeCell(dialects[id].limits[size]))],
    }),
  )
  return renderTable(columns, rows, { width, paint }).join('\n')
}

function formats(width: number, paint: Paint): string {
  const rows = dialectIds.map((id): Row => ({ cells: [{ text: id }], note: { text: formatsOf(id) } }))
  return renderTable([{ title: 'formats' }], rows, { width, paint }).join('\n')
}

function sizeCell(size: number): Cell {
  return Number.isFinite(size) ? { text: size.toLocaleString('en') } : { text: '·', style: 'dim' }
}

function formatsOf(id: DialectId): string {
  const { formats } = dialects[id]
  const types = ['string', 'number', 'integer'] as const
  if (types.every((type) => formats[type] === undefined)) return 'all'
  const lists = types.map((type) => {
    const names = formats[type]
    return `${type}: ${names === undefined ? 'all' : names.size === 0 ? 'none' : [...names].join(' ')}`
  })
  return lists.join('; ')
}
