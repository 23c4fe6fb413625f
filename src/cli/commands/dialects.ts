import { choices, type DialectId, dialects } from '../../schema/dialects/index.ts'
import type { Feature, Limits } from '../../schema/feature.ts'
import { type ExitCode, exitCode, UsageError } from '../core/cli-error.ts'
import { type Command, type Io, widthOf } from '../core/command.ts'
import { dialectIds } from '../core/compile-flags.ts'
import { commonFlags, parseFlags } from '../core/flags.ts'
import { createPaint, type Paint } from '../render/paint.ts'
import { type Cell, type Column, type Row, renderTable, textWidth, wrap } from '../render/table.ts'
import { writeJson } from '../render/words.ts'

const help = `Show what every dialect can say: features, limits and formats.

Usage: toolfit dialects [--json]
`

/** `toolfit dialects`: the tables of every dialect. */
export const dialectsCommand: Command = { flags: commonFlags, help, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, commonFlags)
  if (positionals.length > 0) throw new UsageError(`"toolfit dialects" takes no "${positionals[0]}".`)
  if (values.json === true) writeJson(io.stdout, tables(), io.stdout.isTTY === true)
  else io.stdout.write(renderDialects(widthOf(io.stdout), createPaint(io.stdout, io.env, args)))
  return exitCode.ok
}

function tables() {
  const between = Object.entries(choices).map(([id, chooses]) => ({ id, chooses }))
  const own = dialectIds.map((id) => {
    const { supports, limits, formats } = dialects[id]
    const lists = Object.entries(formats).map(([type, names]) => [type, [...names]] as const)
    return { id, supports: [...supports], limits, formats: Object.fromEntries(lists) }
  })
  return [...own, ...between]
}

const legend = '✓ has a form for it. Anything else is rewritten, encoded or described: "toolfit check" shows how.'

/** Features, limits and formats, by dialect; as many dialects beside each other as the line holds. */
export function renderDialects(width: number, paint: Paint): string {
  const blocks = [
    ...features(width, paint),
    limits(width, paint),
    formats(width, paint),
    choicesOf(width, paint),
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

function choicesOf(width: number, paint: Paint): string {
  const rows = Object.entries(choices).map(
    ([id, between]): Row => ({
      cells: [{ text: id }],
      note: { text: `${between.join(' or ')}, whichever says a schema with fewer encodings and less text` },
    }),
  )
  return renderTable([{ title: 'choices' }], rows, { width, paint }).join('\n')
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

/** What each feature is called by people who look for a keyword. Complete: a new feature has to be named here. */
export const featureWords: Readonly<Record<Feature, string>> = {
  refs: '$ref, $defs',
  refSiblings: 'keywords beside $ref',
  requiredLoops: 'recursion through required properties',
  allOf: 'allOf',
  anyOf: 'anyOf',
  oneOf: 'oneOf',
  not: 'not',
  conditions: 'if, then, else',
  anyOfSiblings: 'keywords beside anyOf',
  typeLists: 'a list of types',
  nullTypes: 'null as a type',
  nullableKeyword: 'nullable',
  freeForm: 'any value ({}, true)',
  untyped: 'schemas without a type',
  const: 'const',
  numericEnums: 'enums of numbers',
  booleanEnums: 'enums of booleans',
  mixedEnums: 'enums of values of several types',
  enumOfAnything: 'enums of any values',
  lengths: 'minLength, maxLength',
  patterns: 'pattern',
  lookarounds: 'patterns that look ahead or behind',
  exclusiveBounds: 'exclusiveMinimum, exclusiveMaximum',
  multipleOf: 'multipleOf',
  uniqueItems: 'uniqueItems',
  tuples: 'tuples (prefixItems)',
  optionalProperties: 'optional properties',
  openObjects: 'objects open to other properties',
  additionalProperties: 'additionalProperties',
  patternProperties: 'patternProperties',
  objectCounts: 'minProperties, maxProperties',
  propertyNames: 'propertyNames',
  contains: 'contains',
  dependencies: 'dependentRequired, dependentSchemas',
  unevaluated: 'unevaluatedProperties, unevaluatedItems',
  content: 'contentEncoding, contentMediaType',
  defaults: 'default',
  example: 'example',
  examples: 'several examples',
  annotations: 'other annotations',
  emptyObjects: 'objects without properties',
  emptyNames: 'a property with an empty name',
  propertyOrdering: 'propertyOrdering',
  undeclaredRequired: 'a required name without a property',
}
