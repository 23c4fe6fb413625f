import { keywordInfo } from '../../document/keywords.ts'
import type { Limits } from '../../feature.ts'
import { amend, report } from '../../ir/amend.ts'
import { createAny } from '../../ir/create-node.ts'
import { countNodes, sizes } from '../../ir/measure.ts'
import { joinBase, mergedAllOf, wrapBase } from '../../ir/merge-base.ts'
import type { AnyNode, Node, PendingChange, RefNode } from '../../ir/node.ts'
import { sourcesOf } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { mapChildren, mapRule, treesOf } from '../../ir/walk.ts'
import type { Component } from './find-components.ts'
import { findComponents } from './find-components.ts'
import { type Merging, mergesAll, NameCounter, speaksOfParts } from './merged-names.ts'

/** Nesting beyond this is cut here already, so that the walk over a chain of definitions ends. */
const deepest = 200

/**
 * References that lead to each other without a step into the value can be followed along very many ways. In proportion to what was
 * given, so that a few kilobytes cannot keep a server busy for seconds.
 */
const steps = { least: 20_000, most: 200_000, perNode: 20 }

function stepsFor({ root, definitions }: Forest): number {
  let nodes = countNodes(root, steps.most)
  for (const node of definitions.values()) nodes += countNodes(node, steps.most)
  return Math.min(steps.most, Math.max(steps.least, steps.perNode * nodes))
}

/** Says which references may stay: all that lead to this target and stand alone. */
export type Keeps = (target: string) => boolean

/** How large recursion may make a schema, in JSON values: about 4 kB, or so many times what its author wrote. */
const unrolled = { least: 150, growth: 2 }

/**
 * Replaces references by what they name. Inside a cycle of definitions a reference is followed `limits.unroll` times, or less often where
 * that would make the schema much larger; what lies beyond is cut. Results are shared, so a `$ref` bomb costs no more than its
 * definitions. Where `keeps` allows it a reference stays, unless it lies in a schema that has to be merged with others.
 * @param mark an annotation that a reference takes over from what it names: it is about the property that refers to it
 */
export function inlineRefs(graph: Forest, limits: Limits, keeps?: Keeps, mark?: string): Forest {
  let most: number | undefined
  for (let { unroll } = limits; ; unroll--) {
    const inliner = new Inliner(graph, { ...limits, unroll }, keeps, mark)
    const forest = inliner.inlineAll()
    if (unroll === 0 || !inliner.goesRound) return forest
    most ??= Math.max(unrolled.least, unrolled.growth * sizeOf(graph))
    if (sizeOf(forest) <= most) return forest
  }
}

function sizeOf(forest: Forest): number {
  const size = sizes()
  return treesOf(forest).reduce((sum, tree) => sum + size(tree), 0)
}

/** Where the walk stands. */
interface Place {
  /** The cycle of definitions that it is in, and how often that may be gone round. */
  readonly component: number
  readonly remaining: number
  readonly depth: number
  /** Set where the schema will be merged with others: what references name has to be there, for the names that it says. */
  readonly merging: Merging | undefined
}

class Inliner {
  readonly #graph: Forest
  readonly #limits: Limits
  readonly #keeps: Keeps | undefined
  /** Undefined where no reference stays. */
  readonly #names: NameCounter | undefined
  readonly #mark: string | undefined
  readonly #componentOf: (target: string) => Component
  readonly #done = new Map<string, Map<string, Node>>()
  /** Targets of references that stay. */
  readonly #kept = new Set<string>()
  /** A reference led back into the cycle that it stands in. */
  goesRound = false
  /** References entered since the last step into a value: meeting one again adds nothing to it. */
  #entered: readonly string[] = []
  #stepsLeft: number

  constructor(graph: Forest, limits: Limits, keeps: Keeps | undefined, mark: string | undefined) {
    this.#mark = mark
    this.#graph = graph
    this.#limits = limits
    this.#keeps = keeps
    this.#componentOf = findComponents(graph)
    this.#stepsLeft = stepsFor(graph)
    this.#names = keeps && new NameCounter(graph.definitions, this.#stepsLeft)
  }

  inlineAll(): Forest {
    const root = this.#define('', this.#graph.root)
    const definitions = new Map<string, Node>()
    // What a definition refers to joins the set while it is walked.
    for (const target of this.#kept) {
      definitions.set(target, target === '' ? root : this.#define(target, this.#graph.definitions.get(target)!))
    }
    return { root, definitions }
  }

  #define(target: string, node: Node): Node {
    return this.#expand(node, {
      component: this.#componentOf(target).id,
      remaining: this.#limits.unroll,
      depth: 0,
      merging: undefined,
    })
  }

  #expand(node: Node, place: Place): Node {
    if (this.#stepsLeft-- <= 0) return cut(node, 'size')
    if (place.depth > deepest) return cut(node, 'depth')
    if (node.kind === 'ref') return this.#follow(this.#withRules(node, place), place)
    if (isLeaf(node)) return node
    const before = this.#entered
    if (node.kind !== 'all' && node.kind !== 'union') this.#entered = []
    const merging = place.merging ?? this.#mergingOf(node)
    const depth = place.depth + 1
    const alone = { ...place, depth, merging: undefined }
    // What is merged is merged with all that it holds.
    const together = { ...place, depth, merging: isInPlace(node) ? merging : mergesAll }
    const isAlone = merging === undefined ? () => true : aloneIn(node, merging)
    const visit = (child: Node): Node => {
      if (!isAlone(child)) return this.#expand(child, together)
      const ref = asReference(child)
      return ref !== undefined && this.#keep(ref, merging) ? this.#marked(ref) : this.#expand(child, alone)
    }
    const mapped = mapChildren(node, visit)
    const inRules = { ...place, depth, merging: mergesAll }
    const visitRule = merging === undefined ? visit : (child: Node) => this.#expand(child, inRules)
    const result =
      mapped.rules === undefined
        ? mapped
        : amend(mapped, { rules: mapped.rules.map((rule) => mapRule(rule, visitRule)) })
    this.#entered = before
    return result
  }

  /** What a rule says of the parts of a value may become structure too, so they are merged as well. */
  #mergingOf(node: Node): Merging | undefined {
    if (node.kind !== 'all' && !node.rules?.some(speaksOfParts)) return undefined
    return this.#names === undefined ? mergesAll : this.#names.mergingOf(node)
  }

  /** What stands beside a reference may refer to definitions too. */
  #withRules(ref: RefNode, place: Place): RefNode {
    if (ref.rules === undefined) return ref
    const inside = { ...place, depth: place.depth + 1, merging: mergesAll }
    const before = this.#entered
    const rules = ref.rules.map((rule) => mapRule(rule, (node) => this.#expand(node, inside)))
    this.#entered = before
    return amend(ref, { rules })
  }

  #keep(ref: RefNode, merging: Merging | undefined): boolean {
    if (this.#keeps?.(ref.target) !== true) return false
    // Words and numbers of a property may decide how its object is merged.
    if (merging !== undefined && !isStructure(this.#graph.definitions.get(ref.target)!)) return false
    this.#kept.add(ref.target)
    return true
  }

  /** The reference with the mark of what it names. */
  #marked(ref: RefNode): RefNode {
    if (this.#mark === undefined) return ref
    const target = this.#graph.definitions.get(ref.target)!
    const marks = target.annotations?.filter(({ keyword, value }) => keyword === this.#mark && value === true) ?? []
    return marks.length === 0 ? ref : amend(ref, { annotations: [...(ref.annotations ?? []), ...marks] })
  }

  #follow(ref: RefNode, { component, remaining, depth, merging }: Place): Node {
    const target = this.#graph.definitions.get(ref.target)!
    if (this.#entered.includes(ref.target)) return wrapBase(ref, vacuous(ref))
    const found = this.#componentOf(ref.target)
    const again = found.recursive && found.id === component
    if (again) this.goesRound = true
    if (again && remaining === 0) return { ...cut(ref, 'recursion'), shape: target, name: ref.target }
    const left = again ? remaining - 1 : this.#limits.unroll
    const done = this.#doneFor(ref.target)
    const key = `${left} ${depth} ${merging?.key}\n${this.#entered.join('\n')}`
    let expanded = done.get(key)
    if (expanded === undefined) {
      const before = this.#entered
      this.#entered = [...before, ref.target]
      expanded = this.#expand(target, { component: found.id, remaining: left, depth: depth + 1, merging })
      this.#entered = before
      done.set(key, expanded)
    }
    return wrapBase(ref, expanded, inlined(ref))
  }

  #doneFor(target: string): Map<string, Node> {
    const known = this.#done.get(target)
    if (known !== undefined) return known
    const made = new Map<string, Node>()
    this.#done.set(target, made)
    return made
  }
}

/** The children of a node that stand for the same value. */
function isInPlace({ kind }: Node): boolean {
  return kind === 'all' || kind === 'union'
}

/** Which children of a node that is merged with others are not merged themselves: properties that nothing else speaks of. */
function aloneIn(node: Node, merging: Merging): (child: Node) => boolean {
  if (node.kind !== 'object') return () => false
  const alone = new Set<Node>()
  for (const { name, value } of node.fields) if (!merging.isMerged(name)) alone.add(value)
  for (const { name, value } of node.fields) if (merging.isMerged(name)) alone.delete(value)
  return (child) => alone.has(child)
}

function isStructure({ kind }: Node): boolean {
  return kind === 'object' || kind === 'array' || kind === 'all' || kind === 'union'
}

/** The node as a reference with annotations: one, or an `allOf` of one and of schemas that assert nothing. */
function asReference(node: Node): RefNode | undefined {
  if (node.rules !== undefined) return undefined
  if (node.kind === 'ref') return node
  if (node.kind !== 'all') return undefined
  const [ref, ...others] = [...node.parts].sort(
    (left, right) => Number(right.kind === 'ref') - Number(left.kind === 'ref'),
  )
  if (ref?.kind !== 'ref' || ref.rules !== undefined || !others.every(assertsNothing)) return undefined
  const annotated = others.reduce<RefNode>((inner, outer) => joinBase(outer, inner), ref)
  return report(wrapBase(node, annotated), ...mergedAllOf(node))
}

function assertsNothing(node: Node): boolean {
  return node.kind === 'any' && node.cut === undefined && node.rules === undefined
}

/** Nothing in the node can be a reference. */
function isLeaf({ kind, rules }: Node): boolean {
  return rules === undefined && kind !== 'object' && kind !== 'array' && kind !== 'union' && kind !== 'all'
}

function inlined(ref: RefNode): PendingChange {
  const note = `Replaced by what stands at ${ref.target === '' ? 'the root' : ref.target}.`
  return { at: ref.origin, keyword: ref.keyword, code: 'ref-inlined', effect: 'rewritten', enforced: true, note }
}

function vacuous(ref: RefNode): AnyNode {
  const note = 'The reference leads back to its own schema without a step into the value: it adds nothing.'
  const change: PendingChange = {
    at: ref.origin,
    keyword: ref.keyword,
    code: 'ref-to-itself',
    effect: 'dropped',
    enforced: true,
    note,
  }
  return createAny({ origin: ref.origin, sources: ref.sources, changes: [change] })
}

/** A subtree whose shape is given up: any value, with the shape that stood there. */
function cut(node: Node, reason: 'recursion' | 'depth' | 'size'): AnyNode {
  const { origin, sources, nullable, title, description, origins } = node
  const changes = node.kind === 'ref' ? node.changes : undefined
  const around = { origin, sources, nullable, title, description, origins, changes }
  return createAny(around, { cut: reason, shape: node, head: headKeyword(node) })
}

/** The keyword under which a node that became text is reported: one that the source has where the node stands. */
export function headKeyword(node: Node): string {
  const keyword = headOf(node)
  const sources = sourcesOf(node).filter((source) => typeof source === 'object')
  if (sources.some((source) => Object.hasOwn(source, keyword))) return keyword
  // Properties may come from a condition, and a kind from the keywords that speak of it.
  const others = sources.flatMap((source) => Object.keys(source))
  return others.find((each) => keywordInfo(each)?.family !== undefined) ?? keyword
}

function headOf(node: Node): string {
  if (node.kind === 'ref' || node.kind === 'union' || node.kind === 'enum') return node.keyword
  if (node.kind === 'object' && node.fields.length > 0) return 'properties'
  if (node.kind === 'array' && node.items !== undefined) return 'items'
  if (node.kind === 'all') return 'allOf'
  const mention = node.kind === 'object' || node.kind === 'array' ? node.mentions[0] : undefined
  return mention?.keyword ?? 'type'
}
