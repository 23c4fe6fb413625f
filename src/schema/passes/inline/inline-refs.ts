import { dropped, type PendingChange, rewritten } from '../../change.ts'
import { keywordInfo } from '../../document/keywords.ts'
import type { Limits } from '../../feature.ts'
import { amend, report } from '../../ir/amend.ts'
import { createAny } from '../../ir/create-node.ts'
import { countNodes, sizes } from '../../ir/measure.ts'
import { joinBase, mergedAllOf, wrapBase } from '../../ir/merge-base.ts'
import type { AnyNode, Node, RefNode } from '../../ir/node.ts'
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
  const survey = { componentOf: findComponents(graph), steps: stepsFor(graph) }
  let most: number | undefined
  for (let { unroll } = limits; ; unroll--) {
    const inliner = new Inliner(graph, survey, unroll, keeps, mark)
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

/** What every try finds again. */
interface Survey {
  readonly componentOf: (target: string) => Component
  readonly steps: number
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
  readonly #unroll: number
  readonly #keeps: Keeps | undefined
  /** Undefined where no reference stays. */
  readonly #names: NameCounter | undefined
  readonly #mark: string | undefined
  readonly #componentOf: (target: string) => Component
  readonly #done = new Map<string, Map<string, Expanded>>()
  /** Targets of references that stay. */
  readonly #kept = new Set<string>()
  /** A reference led back into the cycle that it stands in. */
  goesRound = false
  /** References entered since the last step into a value: meeting one again adds nothing to it. */
  #entered: readonly string[] = []
  /** The deepest place that the current walk has seen. */
  #reached = 0
  #stepsLeft: number

  constructor(graph: Forest, survey: Survey, unroll: number, keeps: Keeps | undefined, mark: string | undefined) {
    this.#mark = mark
    this.#graph = graph
    this.#unroll = unroll
    this.#keeps = keeps
    this.#componentOf = survey.componentOf
    this.#stepsLeft = survey.steps
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
      remaining: this.#unroll,
      depth: 0,
      merging: undefined,
    })
  }

  #expand(node: Node, place: Place): Node {
    const { component, remaining, depth } = place
    if (this.#stepsLeft-- <= 0) return cut(node, 'size')
    if (depth > this.#reached) this.#reached = depth
    if (depth > deepest) return cut(node, 'depth')
    if (node.kind === 'ref') {
      const inside = { ...place, depth: depth + 1 }
      return this.#follow(node.rules === undefined ? node : this.#withRules(node, inside, mergesAll), place)
    }
    if (isLeaf(node)) return node
    const before = this.#entered
    if (node.kind !== 'all' && node.kind !== 'union') this.#entered = []
    const merging = place.merging ?? this.#mergingOf(node)
    const inside = { component, remaining, depth: depth + 1, merging: undefined }
    const visit = merging === undefined ? this.#visitor(inside) : this.#visitorOfMerged(node, inside, merging)
    const mapped = mapChildren(node, visit)
    const result = mapped.rules === undefined ? mapped : this.#withRules(mapped, inside, merging && mergesAll)
    this.#entered = before
    return result
  }

  #visitor(inside: Place): (child: Node) => Node {
    if (this.#keeps === undefined) return (child) => this.#expand(child, inside)
    return (child) => this.#keepOrExpand(child, inside, undefined)
  }

  /** What is merged is merged with all that it holds. */
  #visitorOfMerged(node: Node, inside: Place, merging: Merging): (child: Node) => Node {
    const together = { ...inside, merging: isInPlace(node) ? merging : mergesAll }
    const isAlone = aloneIn(node, merging)
    return (child) => (isAlone(child) ? this.#keepOrExpand(child, inside, merging) : this.#expand(child, together))
  }

  #keepOrExpand(child: Node, inside: Place, merging: Merging | undefined): Node {
    const ref = this.#keeps && asReference(child)
    return ref !== undefined && this.#keep(ref, merging) ? this.#marked(ref) : this.#expand(child, inside)
  }

  /** What a rule says of the parts of a value may become structure too, so they are merged as well. */
  #mergingOf(node: Node): Merging | undefined {
    if (node.kind !== 'all' && !node.rules?.some(speaksOfParts)) return undefined
    return this.#names === undefined ? mergesAll : this.#names.mergingOf(node)
  }

  /** What rules hold, and what stands beside a reference, may refer to definitions too. */
  #withRules<T extends Node>(node: T, inside: Place, merging: Merging | undefined): T {
    const visit =
      merging === undefined ? this.#visitor(inside) : (child: Node) => this.#expand(child, { ...inside, merging })
    const before = this.#entered
    const rules = node.rules!.map((rule) => mapRule(rule, visit))
    this.#entered = before
    return amend<Node>(node, { rules }) as T
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
    if (this.#entered.includes(ref.target)) return wrapBase(ref, vacuous(ref))
    const found = this.#componentOf(ref.target)
    const again = found.recursive && found.id === component
    if (again) this.goesRound = true
    if (again && remaining === 0) {
      return { ...cut(ref, 'recursion'), shape: this.#graph.definitions.get(ref.target)!, name: ref.target }
    }
    const left = again ? remaining - 1 : this.#unroll
    const done = this.#doneFor(ref.target)
    const key = `${left} ${merging?.key}\n${this.#entered.join('\n')}`
    let expanded = done.get(key)
    if (expanded === undefined || depth + expanded.height > deepest) {
      // What is cut for its depth is cut so at this depth alone.
      const keyHere = `${depth} ${key}`
      expanded = done.get(keyHere)
      if (expanded === undefined) {
        expanded = this.#enter(ref.target, { component: found.id, remaining: left, depth, merging })
        done.set(depth + expanded.height > deepest ? keyHere : key, expanded)
      }
    }
    this.#reached = Math.max(this.#reached, depth + expanded.height)
    return wrapBase(ref, expanded.node, inlined(ref))
  }

  #enter(target: string, place: Place): Expanded {
    const { depth } = place
    const before = { entered: this.#entered, reached: this.#reached }
    this.#entered = [...before.entered, target]
    this.#reached = depth
    const node = this.#expand(this.#graph.definitions.get(target)!, { ...place, depth: depth + 1 })
    const height = this.#reached - depth
    this.#entered = before.entered
    this.#reached = before.reached
    return { node, height }
  }

  #doneFor(target: string): Map<string, Expanded> {
    const known = this.#done.get(target)
    if (known !== undefined) return known
    const made = new Map<string, Expanded>()
    this.#done.set(target, made)
    return made
  }
}

/** What a reference was replaced by, and how many steps it goes down. */
interface Expanded {
  readonly node: Node
  readonly height: number
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
  return rewritten({ at: ref.origin, keyword: ref.keyword }, 'ref-inlined', note)
}

function vacuous(ref: RefNode): AnyNode {
  const note = 'The reference leads back to its own schema without a step into the value: it adds nothing.'
  const change = dropped({ at: ref.origin, keyword: ref.keyword }, 'ref-to-itself', note, { enforced: true })
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
