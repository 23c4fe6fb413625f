import { allRejections, enforced, firstRejection, type Rejection, type RuleContext } from '../rule/rule.ts'
import { backendRules, type SchemaNode, type SchemaPlace } from './backend-rules.ts'
import { findLoop } from './find-loop.ts'
import { childrenOf, type SchemaMessage, type Step } from './schema-message.ts'
import { validateRules } from './validate-rules.ts'

type ValidateRuleId = (typeof validateRules)[number]['id']
type BackendRuleId = (typeof backendRules)[number]['id']

/** The stage `validate` for a Schema message and all schemas below it. `at` is its path in the lines. */
export function validateSchema(
  message: SchemaMessage,
  at: string,
  context: RuleContext,
  rules = enforced(validateRules, context),
): Rejection<ValidateRuleId>[] {
  // Fields beside a `ref` would be replaced by the schema that it refers to: only the rule about `ref` reads them.
  const rejections = message.ref === '' ? allRejections(rules, message, context, at) : []
  for (const [child, step] of childrenOf(message)) {
    for (const rejection of validateSchema(child, `${at}.${printStep(step)}`, context, rules))
      rejections.push(rejection)
  }
  return rejections
}

/** Keys stand unquoted in brackets. Some recorded paths of response schemas quote them; by which rule is not known. */
function printStep(step: Step): string {
  if ('key' in step) return `${step.field}[${step.key}]`
  return 'index' in step ? `${step.field}[${step.index}]` : step.field
}

/** The stage `backend` for a Schema message and all schemas below it: the first violation. */
export function refuseSchema(
  message: SchemaMessage,
  place: SchemaPlace,
  functionName: string,
  context: RuleContext,
): Rejection<BackendRuleId> | undefined {
  const definitions = new Set(message.defs.map(({ key }) => `#/defs/${key}`))
  const root = { place, functionName, definitions, loop: findRefLoop(message) }
  const node = { message, root, dottedPath: 'parameters', step: undefined, nesting: levelsOf(message) }
  return firstRefusal(node, context, enforced(backendRules, context))
}

function firstRefusal(
  node: SchemaNode,
  context: RuleContext,
  rules: typeof backendRules,
): Rejection<BackendRuleId> | undefined {
  let found = firstRejection(rules, node, context)
  for (const [message, step] of childrenOf(node.message)) {
    if (found !== undefined) break
    const dottedPath = `${node.dottedPath}.${printDottedStep(step)}`
    const nesting = node.nesting + levelsOf(message)
    found = firstRefusal({ message, root: node.root, dottedPath, step, nesting }, context, rules)
  }
  return found
}

/** Recorded paths go through properties only. Other steps are printed as the validator prints them. */
function printDottedStep(step: Step): string {
  if ('key' in step) return step.field === 'properties' ? step.key : `${step.field}.${step.key}`
  return printStep(step)
}

function levelsOf({ type }: SchemaMessage): number {
  return type === 'OBJECT' || type === 'ARRAY' ? 1 : 0
}

/** A loop of `ref`s that every value has to follow, by the rule that is known for `parametersJsonSchema`. */
function findRefLoop(root: SchemaMessage): SchemaMessage | undefined {
  if (root.defs.length === 0) return undefined
  const definitions = new Map(root.defs.map(({ key, value }) => [`#/defs/${key}`, value]))
  function* targets(message: SchemaMessage): Generator<SchemaMessage> {
    const referred = definitions.get(message.ref)
    if (referred !== undefined) yield referred
    if (message.items !== undefined && (message.set.has('minItems') || message.set.has('nullable'))) yield message.items
    if (typeof message.additional_properties === 'object') yield message.additional_properties
    for (const { key, value } of message.properties) if (message.required.includes(key)) yield value
    yield* message.any_of
  }
  return findLoop(allMessages(root), targets, (message) => message.ref !== '')
}

function* allMessages(message: SchemaMessage): Generator<SchemaMessage> {
  yield message
  for (const [child] of childrenOf(message)) yield* allMessages(child)
}
