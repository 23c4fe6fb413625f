import type { Endpoint } from '../../api/endpoint.ts'
import { enforcedRules } from '../rule/evidence.ts'
import type { Rejection } from '../rule/rejection.ts'
import { type BackendContext, type BackendNode, type BackendRule, backendRules } from './backend-rules.ts'
import { findLoop } from './find-loop.ts'
import type { SchemaPlace } from './schema-location.ts'
import { type SchemaMessage, type Step, someChild } from './schema-message.ts'

export interface BackendOptions {
  readonly endpoint: Endpoint
  readonly place: SchemaPlace
  readonly functionName: string
  readonly strict: boolean
  readonly nestingLimit?: number | undefined
}

/** What the serving side refuses in a Schema message that parsed and validated: at most one sentence. */
export function checkBackend(message: SchemaMessage, options: BackendOptions): Rejection[] {
  const { endpoint, place, functionName, strict, nestingLimit } = options
  const rules = enforcedRules(backendRules, endpoint, strict)
  // Probed on Cloud Code; elsewhere not known.
  const emptyItemsPass = endpoint === 'cloud-code' || !strict
  const root = { message, dottedPath: 'parameters', step: undefined, nesting: levelsOf(message) }
  const definitions = new Set(message.defs.map(({ key }) => `#/defs/${key}`))
  const loop = findRefLoop(message)
  const context = { endpoint, place, functionName, nestingLimit, emptyItemsPass, definitions, loop }
  const found = firstBroken(root, context, rules)
  return found === undefined ? [] : [found]
}

function firstBroken(node: BackendNode, context: BackendContext, rules: readonly BackendRule[]): Rejection | undefined {
  for (const rule of rules) {
    const message = rule.check(node, context)
    if (message !== undefined) return { stage: 'backend', rule: rule.id, message }
  }
  let found: Rejection | undefined
  someChild(node.message, (message, step) => {
    const dottedPath = `${node.dottedPath}.${printStep(step)}`
    found = firstBroken({ message, dottedPath, step, nesting: node.nesting + levelsOf(message) }, context, rules)
    return found !== undefined
  })
  return found
}

/** A loop of `ref`s that no value can leave, as `parametersJsonSchema` is known to count them. */
function findRefLoop(root: SchemaMessage): SchemaMessage | undefined {
  if (root.defs.length === 0) return undefined
  const definitions = new Map(root.defs.map(({ key, value }) => [`#/defs/${key}`, value]))
  function* targets(message: SchemaMessage): Generator<SchemaMessage> {
    const referred = definitions.get(message.ref)
    if (referred !== undefined) yield referred
    if (message.items !== undefined && (message.set.has('min_items') || message.set.has('nullable')))
      yield message.items
    if (typeof message.additional_properties === 'object') yield message.additional_properties
    for (const { key, value } of message.properties) if (message.required.includes(key)) yield value
    yield* message.any_of
  }
  return findLoop(allMessages(root), targets, (message) => message.ref !== '')
}

function* allMessages(message: SchemaMessage): Generator<SchemaMessage> {
  yield message
  const children: SchemaMessage[] = []
  someChild(message, (child) => {
    children.push(child)
    return false
  })
  for (const child of children) yield* allMessages(child)
}

function levelsOf({ type }: SchemaMessage): number {
  return type === 'OBJECT' || type === 'ARRAY' ? 1 : 0
}

/** Recorded paths only go through properties. Other steps are printed as the validator prints them. */
function printStep(step: Step): string {
  if ('key' in step) return step.field === 'properties' ? step.key : `${step.field}.${step.key}`
  return 'index' in step ? `${step.field}[${step.index}]` : step.field
}
