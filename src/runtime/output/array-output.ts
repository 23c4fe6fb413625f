import { isPlainObject, present } from '../../core/json.ts'
import type { ParseResult } from '../../schema/issue.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import { JsonReader } from './json-reader.ts'
import type { MaybePromise, PartialOutput, PartialReader } from './output-spec.ts'
import { type CheckValue, causeOf, issueAt, openSchema, refuse, unwrap, wrapped } from './parse-answer.ts'

export interface ArrayBounds {
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
}

const key = 'elements'

/** A schema for an object with a list of elements. The definitions of the element's schema move to its root. */
export function listSchema(element: unknown, { minItems, maxItems }: ArrayBounds): object {
  const { $schema, $defs, definitions, ...item } = moveReferences(element) as Record<string, unknown>
  const list = {
    type: 'array',
    items: element === true || element === false ? element : item,
    ...present({ minItems, maxItems }),
  }
  return wrapped(key, list, present({ $schema, $defs, definitions }))
}

/** Keywords whose values are data: a `$ref` in them refers to nothing. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples'])

/**
 * References to the root of the element's schema (`#`, `#/properties/…`) follow it; definitions stay where they were. A schema with an
 * `$id` is its own document, whose references need no change.
 */
function moveReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moveReferences)
  if (!isPlainObject(schema) || typeof schema.$id === 'string') return schema
  const moved = Object.entries(schema).map(([keyword, value]) => {
    if (dataKeywords.has(keyword)) return [keyword, value]
    return [keyword, keyword === '$ref' && typeof value === 'string' ? moveReference(value) : moveReferences(value)]
  })
  return Object.fromEntries(moved)
}

function moveReference(reference: string): string {
  const isMoved = reference === '#' || (reference.startsWith('#/') && !/^#\/(?:\$defs|definitions)\//.test(reference))
  return isMoved ? `#/properties/${key}/items${reference.slice(1)}` : reference
}

/** Checks a whole list: its length, and each element. */
export async function checkList(
  answer: unknown,
  schema: unknown,
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: ArrayBounds,
): Promise<Awaited<ReturnType<CheckValue>>> {
  // Some models leave the wrapping out.
  const { value: list, issues: missing } = Array.isArray(answer) ? { value: answer } : unwrap(answer, key)
  if (!Array.isArray(list)) {
    const issues = missing ?? [issueAt(`/${key}`, 'type', 'Must be an array.')]
    return refuse(answer, 'response must be an object with an elements array', issues)
  }
  if (list.length < minItems) {
    const issue = issueAt(`/${key}`, 'minItems', `Must have ${minItems} items or more.`)
    return refuse(answer, `elements array must contain at least ${minItems} items`, [issue])
  }
  if (list.length > maxItems) {
    const issue = issueAt(`/${key}`, 'maxItems', `Must have ${maxItems} items or fewer.`)
    return refuse(answer, `elements array must contain at most ${maxItems} items`, [issue])
  }
  const element = await openSchema(schema)
  const results = await Promise.all(list.map((item) => element.parse(item)))
  const issues = results.flatMap((result, index) =>
    (result.issues ?? []).map((issue) => ({ ...issue, pointer: `/${key}/${index}${issue.pointer}` })),
  )
  if (issues.length === 0) return { value: results.map(({ value }) => value) }
  const first = results.findIndex((result) => result.issues !== undefined)
  return refuse(list[first], await causeOf(schema, list[first], results[first]!.issues!), issues)
}

/** Emits the elements as they are completed, each validated once. Invalid elements are left out. */
export class ListReader<ELEMENT> implements PartialReader<ELEMENT[], ELEMENT> {
  readonly #reader = new JsonReader()
  readonly #element: OpenedInput
  readonly #maxItems: number
  readonly #elements: ELEMENT[] = []
  #seen = 0
  #wasShown = false

  constructor(element: OpenedInput, { maxItems = Number.POSITIVE_INFINITY }: ArrayBounds) {
    this.#element = element
    this.#maxItems = maxItems
  }

  push(delta: string): MaybePromise<PartialOutput<ELEMENT[], ELEMENT> | undefined> {
    this.#reader.push(delta)
    const answer = this.#reader.live
    // Without the wrapping, the list itself is the outermost value.
    const depth = Array.isArray(answer) ? 1 : 2
    const list = depth === 1 ? answer : unwrap(answer, key).value
    if (!Array.isArray(list) || this.#reader.isBroken) return undefined
    // As in `ai`, the last element is complete when something follows it.
    const isLastOpen = !this.#reader.isDone && list.length > 0
    const completed = Math.min(isLastOpen ? list.length - 1 : list.length, this.#maxItems)
    const results = list.slice(this.#seen, completed).map((item) => this.#element.parse(item))
    this.#seen = Math.max(this.#seen, completed)
    if (results.some((result) => result instanceof Promise)) return Promise.all(results).then((all) => this.#show(all))
    return this.#show(results as ParseResult[])
  }

  #show(results: readonly ParseResult[]): PartialOutput<ELEMENT[], ELEMENT> | undefined {
    const elements = results.filter(({ issues }) => issues === undefined).map(({ value }) => value as ELEMENT)
    // The empty list is emitted once.
    if (elements.length === 0 && this.#wasShown) return undefined
    this.#wasShown = true
    this.#elements.push(...elements)
    const [all, length] = [this.#elements, this.#elements.length]
    return {
      // Copied only when read: a copy for each element would cost the square of the length.
      get partial() {
        return all.slice(0, length)
      },
      elements,
    }
  }
}
