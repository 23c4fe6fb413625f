import { dialects } from '../../src/schema/dialects/index.ts'
import type { Feature } from '../../src/schema/feature.ts'
import { renderTable } from './render-changes.ts'

/** What each feature of a dialect means to people, and what becomes of it where it is missing. */
const features: Readonly<Record<Feature, readonly [says: string, otherwise: string]>> = {
  refs: ['`$ref`, `$defs`', 'inlined; recursion becomes JSON text after a few levels'],
  allOf: ['`allOf`', 'merged by intersection'],
  anyOf: ['`anyOf`', 'listed values become one enum, all else JSON text'],
  oneOf: ['`oneOf`', '`anyOf`; overlap described'],
  not: ['`not`', 'applied where exact, else described'],
  conditions: ['`if` / `then` / `else`', 'two branches where exact, else described'],
  anyOfSiblings: ['keywords beside `anyOf`', 'moved into the branches'],
  typeLists: ['a list of types', '`nullable`, or a branch for each type'],
  freeForm: ['any value (`{}`, `true`)', 'JSON text'],
  const: ['`const`', 'an enum of one'],
  enumOfAnything: ['enums of any values', 'an enum of strings, decoded'],
  exclusiveBounds: ['`exclusiveMinimum`, `exclusiveMaximum`', 'inclusive on integers, else described'],
  multipleOf: ['`multipleOf`', 'described'],
  uniqueItems: ['`uniqueItems`', 'described'],
  tuples: ['tuples (`prefixItems`)', 'an object `item_0`, `item_1`, …, decoded'],
  additionalProperties: ['`additionalProperties`', 'a list of `{ key, value }`, decoded'],
  patternProperties: ['`patternProperties`', 'a list of `{ key, value }`, decoded'],
  propertyNames: ['`propertyNames`', 'listed keys become properties, else described'],
  contains: ['`contains`', 'described'],
  dependencies: ['`dependentRequired`, `dependentSchemas`', 'two branches where exact, else described'],
  unevaluated: ['`unevaluatedProperties`, `unevaluatedItems`', 'implied or described'],
  content: ['`contentEncoding`, `contentMediaType`, …', 'described'],
  examples: ['several `examples`', 'the first one, as `example`'],
  annotations: ['other annotations, `$schema`, `$id`, …', 'dropped; `deprecated` described'],
  emptyObjects: ['objects without properties', 'a placeholder, taken out again'],
  emptyNames: ['a property with the empty name', 'renamed, and back'],
  undeclaredRequired: ['a required name that no property has', 'dropped, still enforced'],
}

/** Every feature by dialect, from the dialects' own tables. */
export function renderDialects(): string {
  const columns = Object.values(dialects)
  const rows = (Object.keys(features) as Feature[]).map((feature) => {
    const [says, otherwise] = features[feature]
    return [says, ...columns.map(({ supports }) => (supports.has(feature) ? 'kept' : otherwise))]
  })
  return renderTable(['', ...columns.map(({ id }) => `\`${id}\``)], rows)
}

/** The sizes and formats of each dialect. */
export function renderLimits(): string {
  const list = (names: ReadonlySet<string> | undefined) =>
    names === undefined ? 'all' : [...names].map((name) => `\`${name}\``).join(', ')
  const rows = Object.values(dialects).map(({ id, limits, formats }) => [
    `\`${id}\``,
    ...[limits.depth, limits.nodes, limits.unroll, limits.branches].map((limit) => limit.toLocaleString('en')),
    list(formats.string),
    list(formats.number),
    list(formats.integer),
  ])
  const sizes = ['depth', 'nodes', 'unroll', 'branches'].map((name) => `\`${name}\``)
  return renderTable(['dialect', ...sizes, 'string formats', 'number formats', 'integer formats'], rows)
}
