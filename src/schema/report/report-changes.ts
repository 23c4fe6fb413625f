import { isPlainObject, type JsonObject } from '../../core/json.ts'
import { isPattern, parsePattern } from '../../core/pattern/parse-pattern.ts'
import { joinPointer } from '../../core/pointer.ts'
import { type Change, dropped, rewritten } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { keywordInfo } from '../document/keywords.ts'
import { type Place, type Root, reachableSchemas } from '../document/reachable-keywords.ts'
import type { Node } from '../ir/node.ts'
import { firstSource, sourcesOf } from '../ir/node.ts'
import { patternNotRun } from '../ir/pattern-changes.ts'
import { type Traits, traits } from '../ir/traits.ts'
import type { Forest } from '../ir/walk.ts'
import { nodesOf, treesOf } from '../ir/walk.ts'
import { openDefault } from '../passes/simplify/shape-root.ts'
import type { Source } from '../read/source.ts'
import { Carried } from './carried.ts'
import { ChangeList } from './change-list.ts'
import { collectChanges } from './collect-changes.ts'
import { Covered } from './covered.ts'
import { findRewording } from './find-rewording.ts'
import { findUnread } from './find-unread.ts'
import { PlacedChanges } from './place-changes.ts'

/** The trees of one compilation. */
interface Trees {
  /** As read, with references left standing. */
  readonly read: Forest
  /** The traits of the trees in the tool's own shape, before they were lowered. */
  readonly found: Traits
  /** As emitted. */
  readonly fitted: Forest
  readonly dialect: Dialect
}

/**
 * Every keyword of a source that the emitted trees do not carry one to one, found when it is asked for. Until then only the
 * emitted trees are held.
 */
export function deferChanges(source: Source, { read, found, fitted, dialect }: Trees): () => readonly Change[] {
  const definitions = definitionsOf(read)
  const isOpen = (found & openObjects) !== 0 && !dialect.supports.has('openObjects')
  return () => {
    const reached = nodesOf(treesOf(fitted))
    const places = reachableSchemas([{ schema: source.schema, pointer: '' }, ...definitions])
    const placed = new PlacedChanges(places)
    reportBeforehand(source, places.all, (change) => placed.add(change))
    const said = new SaidElsewhere()
    collectChanges(reached.nodes, dialect, (change, node) => {
      placed.add(change, node)
      said.add(change, node)
    })
    // The implicit one last: where the source says it, that entry stands.
    if (isOpen) placed.add(openDefault())
    const carried = new Carried(reached, places, dialect.supports)
    const covered = new Covered(placed.list, (pointer) => places.at(pointer) ?? pointer)
    return [...placed.list.all, ...reportTheRest(places.all, carried, covered, said)]
  }
}

/** Hands over what is reported of a source before any dialect is looked at. */
function reportBeforehand({ changes }: Source, places: readonly Place[], add: (change: Change) => void): void {
  for (const found of [changes, findUnread(places), findNotRun(places)]) for (const change of found) add(change)
}

const openObjects = traits('openObject')

/** The changes of a dialect that writes what was read, in words of its own. */
export function reportRewording(source: Source, read: Forest, dialect: Dialect): readonly Change[] {
  const changes = new ChangeList()
  const roots = [{ schema: source.schema, pointer: '' }, ...definitionsOf(read)]
  reportBeforehand(source, reachableSchemas(roots).all, (change) => changes.add(change))
  collectChanges(nodesOf(treesOf(read)).nodes, dialect, (change) => changes.add(change))
  for (const change of findRewording(treesOf(read))) changes.add(change)
  return changes.all
}

/** The changes of a dialect that sends the source as it is: only what `check` cannot do, or cannot read. */
export function reportNotRun(source: Source): readonly Change[] {
  const roots: Root[] = [{ schema: source.schema, pointer: '' }]
  for (const keyword of ['$defs', 'definitions'] as const) {
    const definitions = typeof source.schema === 'object' ? source.schema[keyword] : undefined
    if (!isPlainObject(definitions)) continue
    for (const [name, schema] of Object.entries(definitions))
      if (isPlainObject(schema)) roots.push({ schema: schema as JsonObject, pointer: joinPointer(`/${keyword}`, name) })
  }
  const changes = new ChangeList()
  reportBeforehand(source, reachableSchemas(roots).all, (change) => changes.add(change))
  return changes.all
}

function definitionsOf({ definitions }: Forest): readonly Root[] {
  if (definitions.size === 0) return none
  return Array.from(definitions, ([pointer, node]) => ({ schema: firstSource(node) ?? true, pointer }))
}

const none: readonly never[] = []

/**
 * The net under all passes: keywords of the source that no node of the output carries and no change names. Merging can
 * swallow a keyword that the rest implies; it is reported here, so that nothing is lost in silence.
 */
function reportTheRest(places: readonly Place[], carried: Carried, covered: Covered, said: SaidElsewhere): Change[] {
  const rest: Change[] = []
  const held = covered.within(places)
  for (const place of places) {
    if (held.has(place)) continue
    const { at, schema, keywords } = place
    const changed = covered.keywordsAt(place)
    for (const keyword of keywords) {
      const value = schema[keyword]
      if (value === undefined || changed?.has(keyword) || covered.isNullBranch(at, keyword, value)) continue
      if (carried.has(place, keyword, value)) continue
      rest.push(said.find(place, keyword) ?? absorbed(at, keyword, schema))
    }
  }
  return rest
}

/** Keywords that are said in words for one of the schemas that were merged into a node: the words hold for the others too. */
class SaidElsewhere {
  private readonly changes = new Map<JsonObject, Change[]>()

  add(change: Change, node: Node): void {
    if (change.effect !== 'described' || !Array.isArray(node.sources)) return
    for (const source of sourcesOf(node)) {
      if (typeof source !== 'object' || !isScalar(source[change.keyword])) continue
      const known = this.changes.get(source)
      if (known === undefined) this.changes.set(source, [change])
      else known.push(change)
    }
  }

  find({ at, schema }: Place, keyword: string): Change | undefined {
    const change = this.changes.get(schema)?.find((each) => each.keyword === keyword)
    return change === undefined ? undefined : { ...change, at }
  }
}

/** What stands in a list or an object is reported part by part. */
function isScalar(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null)
}

const oldWords: ReadonlySet<string> = new Set(['nullable', 'example', 'additionalItems', 'dependencies'])

/** Words of OpenAPI and of older drafts that the newer draft says otherwise. */
function isOldWord(keyword: string, schema: JsonObject): boolean {
  if (keyword === 'items') return Array.isArray(schema['items'])
  return oldWords.has(keyword) || (keyword.startsWith('exclusive') && schema[keyword] === true)
}

function absorbed(at: string, keyword: string, schema: JsonObject): Change {
  if (isOldWord(keyword, schema)) {
    return rewritten({ at, keyword }, 'keyword-reworded', 'Written in the form of this dialect.')
  }
  const asserts = keywordInfo(keyword)?.asserts === true
  const note = asserts
    ? 'No keyword of the output carries it by itself: the schemas around it say as much, or `check` alone holds it.'
    : 'No keyword of the output carries it.'
  return dropped({ at, keyword }, 'keyword-absorbed', note, { enforced: asserts })
}

/** The patterns of a source that nothing runs, wherever they stand. */
function findNotRun(places: readonly Place[]): Change[] {
  const changes: Change[] = []
  // A schema often says one pattern in many places.
  let known: Map<string, boolean> | undefined
  const isNotRun = (pattern: string): boolean => {
    known ??= new Map()
    const found = known.get(pattern) ?? (parsePattern(pattern) === undefined && isPattern(pattern))
    known.set(pattern, found)
    return found
  }
  for (const { at, schema, keywords } of places) {
    for (const keyword of keywords) {
      if (keyword !== 'pattern' && keyword !== 'patternProperties') continue
      const value = schema[keyword]
      const patterns = keyword === 'pattern' ? [value] : isPlainObject(value) ? Object.keys(value) : none
      if (patterns.some((each) => typeof each === 'string' && isNotRun(each))) changes.push(patternNotRun(at, keyword))
    }
  }
  return changes
}
