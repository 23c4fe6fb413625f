import type { Change } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { reachableKeywords } from '../document/reachable-keywords.ts'
import type { Forest } from '../ir/walk.ts'
import { treesOf } from '../ir/walk.ts'
import { reportOpenDefault } from '../passes/simplify/shape-root.ts'
import type { Source } from '../read/source.ts'
import { collectChanges } from './collect-changes.ts'
import { findRewording } from './find-rewording.ts'
import { placeChanges } from './place-changes.ts'
import { reportTheRest } from './report-the-rest.ts'

/** Every keyword of a source that the fitted trees do not carry one to one. */
export function reportChanges(
  source: Source,
  read: Forest,
  shaped: Forest,
  fitted: Forest,
  dialect: Dialect,
): readonly Change[] {
  const openDefault = dialect.supports.has('openObjects') ? [] : reportOpenDefault(treesOf(shaped))
  const collected = collectChanges(treesOf(fitted), dialect, source.changes, openDefault)
  const keywords = [...reachableKeywords(places(source, read))]
  const placed = placeChanges(collected, keywords)
  return [...placed, ...reportTheRest(keywords, treesOf(fitted), placed, dialect.supports)]
}

/** The changes of a dialect that writes what was read, in words of its own. */
export function reportRewording(read: Forest, source: Source, dialect: Dialect): readonly Change[] {
  return collectChanges(treesOf(read), dialect, source.changes, findRewording(treesOf(read)))
}

/** Where the keywords of a source stand: in the document, and in the definitions that references lead to. */
function* places(source: Source, read: Forest) {
  yield { schema: source.schema, pointer: '' }
  for (const [pointer, node] of read.definitions) yield { schema: node.sources[0] ?? true, pointer }
}
