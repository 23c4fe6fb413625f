import { ToolfitError } from '../core/errors.ts'
import type { Node, PendingChange } from './ir/node.ts'
import { isImpossible } from './ir/node.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import { flattenUnions } from './passes/flatten-unions.ts'
import { inlineRefs } from './passes/inline-refs.ts'
import type { PassContext } from './passes/pass.ts'
import { pruneImpossible } from './passes/prune-impossible.ts'
import type { Rewritten } from './passes/run-passes.ts'
import { runPasses } from './passes/run-passes.ts'
import { confessOpenDefault, shapeRoot } from './passes/shape-root.ts'
import type { SchemaGraph } from './read/from-json-schema.ts'

/** A wire tree that may still be too large, and what is confessed of the whole. */
export interface Lowered extends Rewritten {
  readonly changes: readonly PendingChange[]
}

const tidy = [flattenUnions, pruneImpossible]

/** Rewrites what was read into what the dialect can say. */
export function lowerGraph(graph: SchemaGraph, opened: OpenedSource, settings: Settings): Lowered {
  const { dialect } = settings
  if (dialect.lower.length === 0) return { root: graph.root, shapes: new Map(), changes: [] }
  const context = createContext(graph, opened, settings)
  let root = graph.root
  if (!dialect.supports.has('refs') && graph.definitions.size > 0) root = inlineRefs(graph, settings.limits)
  if (graph.isCombined) root = runPasses(root, dialect.simplify, context, true).root
  root = runPasses(root, tidy, context, true).root
  if (isImpossible(root)) throw impossible(root)
  if (settings.root === 'object') root = shapeRoot(root)
  const changes = dialect.supports.has('additionalProperties') ? [] : confessOpenDefault(root)
  return { ...runPasses(root, dialect.lower, context), changes }
}

/** What the passes over this source may ask. */
export function createContext(graph: SchemaGraph, opened: OpenedSource, settings: Settings): PassContext {
  const isReferredTo = (pointer: string) => {
    for (const target of graph.definitions.keys()) if (target.startsWith(pointer)) return true
    return false
  }
  return { ...settings, accepts: opened.accepts, isReferredTo }
}

function impossible(root: Node): ToolfitError {
  const cause = root.changes?.find((change) => change.code === 'impossible-part-removed')
  const at = cause?.at ?? root.origin
  const detail = cause === undefined ? '' : ` (${cause.keyword} at "${at}")`
  const message = `No value can satisfy this schema${detail}, so no model could call the tool. Look for contradicting bounds, an empty enum, or a required property that is false.`
  return new ToolfitError('schema-impossible', message, { at, keyword: cause?.keyword })
}
