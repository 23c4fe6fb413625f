import type { JsonObject } from '../../../core/json.ts'
import { encoded } from '../../change.ts'
import type { Capabilities, Limits } from '../../feature.ts'
import { report } from '../../ir/amend.ts'
import { createBase, createObject } from '../../ir/create-node.ts'
import { countProperties, cutSizes, fitsSurely, heights, mostValues, sizes } from '../../ir/measure.ts'
import type { Node } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { mapForest, treesOf, withoutUnused } from '../../ir/walk.ts'
import type { Rewritten } from '../run-passes.ts'
import type { Shapes } from './cut-depth.ts'
import { cutDepth } from './cut-depth.ts'
import { requireAll } from './require-all.ts'
import { needsSettling, settleUnions } from './settle-unions.ts'
import { trimEnums } from './trim-enums.ts'

/** What decides how large a tree may be, and what its root has to be. */
export interface Room {
  readonly dialect: Capabilities
  readonly limits: Limits
  /** The root has to be an object. */
  readonly objectRoot: boolean
  /** The source: the output may always be as large as four times this. */
  readonly schema: boolean | JsonObject
  /** The tool takes values that are no JSON. */
  readonly hasNatives: boolean
}

/** The largest trees within the limits, every union settled: what does not fit becomes JSON text, the deepest parts first. */
export function fitToLimits(wire: Rewritten, room: Room): Forest {
  return fitAsIs(wire, room) ?? cutToLimits(wire, room)
}

/** The trees with nothing cut, where a quick look shows that they fit; most do. */
function fitAsIs(wire: Rewritten, room: Room): Forest | undefined {
  const perObject = sizePerObject(room)
  if (wire.definitions.size > 0 || !fitsSurely(wire.root, room.limits, perObject)) return undefined
  const settled = needsSettling(wire.root) ? settleUnions(wire, shapesOf(wire), room.hasNatives) : wire
  const finished = finish(settled, room)
  const isUnchanged = finished.root === wire.root
  return isUnchanged || fitsSurely(finished.root, room.limits, perObject) ? finished : undefined
}

/** Where every property is required, every object says that there are no others. */
function sizePerObject({ dialect }: Room): number {
  return dialect.supports.has('optionalProperties') ? 0 : 1
}

function cutToLimits(wire: Rewritten, room: Room): Forest {
  const { limits } = room
  const size = sizes(sizePerObject(room))
  const sizeOf = (forest: Forest) => treesOf(forest).reduce((sum, tree) => sum + size(tree), 0)
  let allowed: number | undefined
  const mostAllowed = () => {
    allowed ??= mostValues(room.schema, limits)
    return allowed
  }
  const isSmall = (forest: Forest) => {
    if (countProperties(treesOf(forest), limits.properties) > limits.properties) return false
    return sizeOf(forest) <= limits.nodes || sizeOf(forest) <= mostAllowed()
  }
  const shapes = shapesOf(wire)
  const height = heights(wire.definitions)
  const keepsBranches = !room.dialect.supports.has('anyOfSiblings')
  let depth = isSmall(wire) ? limits.depth : depthFor(wire, limits.depth, mostAllowed())
  for (;;) {
    const reason = depth === limits.depth ? 'depth' : 'size'
    const most = Math.max(0, needsWrapper(wire, room) ? depth - 1 : depth)
    const options = { shapes, reason, height, keepsBranches } as const
    const cut = withoutUnused(mapForest(wire, (tree) => cutDepth(tree, most, options)))
    const fitted = finish(settleUnions(cut, shapes, room.hasNatives), room)
    // Not even the root's own properties may fit: it is text then.
    if (depth <= 0 || (heightOf(fitted) <= limits.depth && isSmall(fitted))) return fitted
    // Tags and wrappers add steps of their own, and texts their descriptions.
    depth = Math.min(depth, heightOf(fitted)) - 1
  }
}

function heightOf(forest: Forest): number {
  const height = heights(forest.definitions)
  const tallest = Math.max(...treesOf(forest).map(height))
  // A root that is referred to and wrapped is written twice, the one inside the other.
  const again = forest.definitions.get('')
  return again === undefined || again === forest.root ? tallest : tallest + height(again)
}

/** What stood where a node of the wire stands. Parts of an encoding have no counterpart. */
function shapesOf({ results, unchanged }: Rewritten): Shapes {
  const shapes = new Map<Node, Node>()
  for (const node of unchanged) shapes.set(node, node)
  for (const [shape, node] of results) shapes.set(node, shape)
  return shapes
}

function needsWrapper({ root, definitions }: Forest, { objectRoot, dialect }: Room): boolean {
  // Definitions stand beside what the root says, and nothing may stand beside a union.
  if (root.kind === 'union' && definitions.size > 0 && !dialect.supports.has('anyOfSiblings')) return true
  return objectRoot && (root.kind !== 'object' || root.nullable === true || root.inferred === true)
}

function finish(forest: Forest, room: Room): Forest {
  const asksForAll = !room.dialect.supports.has('optionalProperties')
  const trimmed = trimEnums(forest, room.limits.enumValues, asksForAll)
  const { root, definitions } = asksForAll ? requireAll(trimmed) : trimmed
  return { root: needsWrapper(trimmed, room) ? wrapRoot(root) : root, definitions }
}

/** How many steps of the trees can be kept within so many values. */
function depthFor(forest: Forest, most: number, allowed: number): number {
  const cutSize = cutSizes(forest.definitions)
  const trees = treesOf(forest)
  const sizeAt = (depth: number) => trees.reduce((sum, tree) => sum + cutSize(tree, depth), 0)
  let depth = Math.min(most, Math.max(...trees.map(heights(forest.definitions))))
  while (depth > 1 && sizeAt(depth) > allowed) depth--
  return depth
}

/** Wraps a root that is no object into one: arguments are always an object. */
function wrapRoot(root: Node): Node {
  const { origin, sources } = root
  const note = 'The arguments of a tool are an object: the value is sent as its property "value".'
  const base = { ...createBase(origin, sources), encoding: { type: 'wrap', name: 'value' } as const }
  const wrapped = createObject(base, { fields: [{ name: 'value', value: root, required: true }] })
  const isSaid = root.changes?.some(
    (each) => each.at === origin && each.keyword === 'type' && each.effect === 'encoded',
  )
  // One report of another shape is enough for one place.
  if (isSaid) return wrapped
  return report(wrapped, encoded({ at: origin, keyword: 'type' }, 'root-wrapped', note))
}
