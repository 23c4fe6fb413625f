import { isPlainObject } from '../../../core/json.ts'
import type { Schema } from '../../api/message.ts'
import { allRejections, enforced, firstRejection, type Rejection, type RuleContext } from '../rule/rule.ts'
import { backendRules, type SchemaNode, type SchemaPlace } from './backend-rules.ts'
import { findLoop } from './find-loop.ts'
import { childrenOf } from './read-schema.ts'
import { validateRules } from './validate-rules.ts'

type ValidateRuleId = (typeof validateRules)[number]['id']
type BackendRuleId = (typeof backendRules)[number]['id']

/** The stage `validate` for a Schema message and all schemas below it. `at` is its path in the lines. */
export function validateSchema(
  message: Schema,
  at: string,
  context: RuleContext,
  rules = enforced(validateRules, context),
): Rejection<ValidateRuleId>[] {
  // Fields beside a `ref` would be replaced by the schema that it refers to: only the rule about `ref` reads them.
  const rejections = message.ref === undefined ? allRejections(rules, message, context, at) : []
  for (const { schema, step } of childrenOf(message)) {
    for (const rejection of validateSchema(schema, `${at}.${step}`, context, rules)) rejections.push(rejection)
  }
  return rejections
}

/** The stage `backend` for a Schema message and all schemas below it: the first violation. */
export function refuseSchema(
  message: Schema,
  place: SchemaPlace,
  functionName: string,
  context: RuleContext,
): Rejection<BackendRuleId> | undefined {
  const definitions = new Map(Object.entries(message.defs ?? {}).map(([key, value]) => [`#/defs/${key}`, value]))
  const root = { place, functionName, definitions, loop: findRefLoop(message, definitions) }
  const node = { message, root, dottedPath: 'parameters', step: undefined, nesting: levelsOf(message) }
  return firstRefusal(node, context, enforced(backendRules, context))
}

function firstRefusal(
  node: SchemaNode,
  context: RuleContext,
  rules: typeof backendRules,
): Rejection<BackendRuleId> | undefined {
  let found = firstRejection(rules, node, context)
  for (const { schema: message, step, dotted } of childrenOf(node.message)) {
    if (found !== undefined) break
    const dottedPath = `${node.dottedPath}.${dotted}`
    const nesting = node.nesting + levelsOf(message)
    found = firstRefusal({ message, root: node.root, dottedPath, step, nesting }, context, rules)
  }
  return found
}

function levelsOf({ type }: Schema): number {
  return type === 'OBJECT' || type === 'ARRAY' ? 1 : 0
}

/** A loop of `ref`s that every value has to follow, by the rule that is known for `parametersJsonSchema`. */
function findRefLoop(root: Schema, definitions: ReadonlyMap<string, Schema>): Schema | undefined {
  if (definitions.size === 0) return undefined
  function* targets(message: Schema): Generator<Schema> {
    const { ref = '', items, minItems, nullable, properties = {}, required = [], additionalProperties } = message
    const referred = definitions.get(ref)
    if (referred !== undefined) yield referred
    if (items !== undefined && (minItems ?? nullable) !== undefined) yield items
    if (isPlainObject(additionalProperties)) yield additionalProperties as Schema
    for (const [key, value] of Object.entries(properties)) if (required.includes(key)) yield value
    yield* message.anyOf ?? []
  }
  return findLoop(allSchemas(root), targets, ({ ref }) => ref !== undefined)
}

function* allSchemas(message: Schema): Generator<Schema> {
  yield message
  for (const { schema } of childrenOf(message)) yield* allSchemas(schema)
}
