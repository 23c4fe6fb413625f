import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject } from '../../src/core/json.ts'
import { joinPointer, valueAt } from '../../src/core/pointer.ts'
import type { Change } from '../../src/schema/index.ts'

/** One keyword where it stands. */
export interface Occurrence {
  readonly at: string
  readonly keyword: string
  readonly value: Json
}

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const singles = new Set(
  'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else'.split(
    ' ',
  ),
)

/**
 * Every keyword that can have a say about a value: from the root, through subschemas and references, each once.
 * What lies under a keyword that became words or text, or that was left out, is covered by that change.
 */
export function reachableKeywords(source: JsonObject, changes: readonly Change[]): Occurrence[] {
  const covered = new Set(changes.filter(isCovering).map(({ at, keyword }) => `${at}\n${keyword}`))
  const asText = new Set(changes.filter(isText).map(({ at }) => at))
  const found: Occurrence[] = []
  const seen = new Set<string>()
  const queue: string[] = ['']
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const schema = at === '' ? source : valueAt(source, at)
    if (seen.has(at) || asText.has(at) || !isPlainObject(schema)) continue
    seen.add(at)
    for (const [keyword, value] of Object.entries(schema as JsonObject)) {
      found.push({ at, keyword, value })
      if (!covered.has(`${at}\n${keyword}`)) queue.push(...below(source, at, keyword, value))
    }
  }
  return found
}

/** Text, or any value where a shape was: words say what it holds. Or a property that was left out. */
function isText({ at, code }: Change): boolean {
  if (code === 'field-omitted') return /\/properties\/[^/]*$/.test(at)
  return code.endsWith('-to-json-text') || code === 'cut-to-free-form'
}

/** Words stand for all that was said there; what was left out, or concluded from, is gone with all that lies under it. */
function isCovering({ effect, code }: Change): boolean {
  // Of what is partly not a schema, the rest holds.
  if (code === 'not-a-schema') return false
  if (effect === 'described' || effect === 'dropped') return true
  return (
    code === 'negation-applied' ||
    code === 'enum-filtered' ||
    code === 'impossible-part-removed' ||
    code === 'condition-applied' ||
    code === 'keys-enumerated' ||
    code === 'closed-object-implied'
  )
}

function below(source: JsonObject, at: string, keyword: string, value: Json): string[] {
  const here = joinPointer(at, keyword)
  if (keyword === '$ref') return pointersOf(source, value as string)
  if (Array.isArray(value)) return lists.has(keyword) ? value.map((_, index) => `${here}/${index}`) : []
  if (maps.has(keyword) && isPlainObject(value)) return Object.keys(value).map((name) => joinPointer(here, name))
  return singles.has(keyword) ? [here] : []
}

function pointersOf(source: JsonObject, ref: string): string[] {
  if (ref.startsWith('#/')) return [decodeURIComponent(ref.slice(1))]
  if (ref === '#') return ['']
  const names = Object.entries((source['$defs'] ?? {}) as JsonObject)
  return names
    .filter(([, each]) => isPlainObject(each) && (each as JsonObject)['$anchor'] === ref.slice(1))
    .map(([name]) => joinPointer('/$defs', name))
}
