import { assertNever } from '../../core/assert-never.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { setOwn } from '../../core/json.ts'
import type { Node, ObjectNode, RefNode } from '../ir/node.ts'
import { isImpossible, requiredInOrder } from '../ir/node.ts'
import type { EmitContext } from './dialect.ts'
import { fullDescription } from './full-description.ts'
import { nameDefinitions } from './name-definitions.ts'

type Output = Record<string, Json>

type Count = number | undefined

type GeminiType = 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'ARRAY' | 'OBJECT' | 'NULL'

/** How the fields of a Schema message are spelled. */
export interface GeminiNotation {
  readonly typeName: (type: GeminiType) => string
  readonly count: (count: number) => Json
}

/** As proto-JSON writes it: names of types in upper case, counts (int64) as strings. */
const protoJson: GeminiNotation = { typeName: (type) => type, count: String }

/** Writes wire trees as Gemini's native Schema message. */
export function emitGemini(root: Node, context: EmitContext): JsonObject {
  return new GeminiWriter(protoJson, context).writeAll(root)
}

/** The same message in the notation of OpenAI's clients: types in lower case, counts as numbers. */
export function emitGeminiOpenai(root: Node, context: EmitContext): JsonObject {
  return new GeminiWriter(openaiNotation, context).writeAll(root)
}

const openaiNotation: GeminiNotation = { typeName: (type) => type.toLowerCase(), count: (count) => count }

class GeminiWriter {
  declare private readonly notation: GeminiNotation
  declare private readonly context: EmitContext
  declare private madeNames: ReturnType<typeof nameDefinitions> | undefined

  constructor(notation: GeminiNotation, context: EmitContext) {
    this.notation = notation
    this.context = context
    this.madeNames = undefined
  }

  private get names(): ReturnType<typeof nameDefinitions> {
    this.madeNames ??= nameDefinitions(this.context.definitions)
    return this.madeNames
  }

  writeAll(root: Node): JsonObject {
    const out = this.write(root)
    const defs = this.madeNames?.writeUsed((node) => this.write(node))
    if (defs !== undefined) out['defs'] = defs
    return out
  }

  private write(node: Node): Output {
    const out: Output = {}
    if (node.kind === 'union') {
      out['anyOf'] = node.options.map((option) => this.write(option))
      return out
    }
    if (node.kind === 'ref') return this.writeRef(node)
    this.writeKind(node, out)
    if (node.nullable && node.kind !== 'never') out['nullable'] = true
    if (node.title !== undefined) out['title'] = node.title
    this.writeAnnotations(node, out)
    if (node.examples !== undefined && node.examples.length > 0)
      out['example'] = this.context.encodeValue(node, node.examples[0]!)
    return out
  }

  private writeAnnotations(node: Node, out: Output): void {
    const description = fullDescription(node)
    if (description !== undefined) out['description'] = description
    if (node.default !== undefined) out['default'] = this.context.encodeValue(node, node.default)
  }

  /** Only a description and a default may stand beside a reference. */
  private writeRef(node: RefNode): Output {
    const out: Output = { ref: `#/defs/${this.names.nameOf(node.target)}` }
    this.writeAnnotations(node, out)
    return node.nullable ? { anyOf: [out, { type: this.notation.typeName('NULL') }] } : out
  }

  private writeKind(node: Exclude<Node, { kind: 'union' | 'ref' }>, out: Output): void {
    const { typeName } = this.notation
    switch (node.kind) {
      case 'never':
        out['type'] = typeName('NULL')
        return
      case 'boolean':
        out['type'] = typeName('BOOLEAN')
        return
      case 'string':
        out['type'] = typeName('STRING')
        if (node.format !== undefined) out['format'] = node.format
        this.writeCounts(out, 'minLength', node.minLength, 'maxLength', node.maxLength)
        if (node.pattern !== undefined) out['pattern'] = node.pattern
        return
      case 'enum':
        out['type'] = typeName('STRING')
        if (node.format !== undefined) out['format'] = node.format
        out['enum'] = node.values as readonly string[]
        return
      case 'number':
        out['type'] = typeName(node.integer ? 'INTEGER' : 'NUMBER')
        if (node.format !== undefined) out['format'] = node.format
        if (node.minimum !== undefined) out['minimum'] = node.minimum
        if (node.maximum !== undefined) out['maximum'] = node.maximum
        return
      case 'array':
        out['type'] = typeName('ARRAY')
        out['items'] = this.write(node.items!)
        this.writeCounts(out, 'minItems', node.minItems, 'maxItems', node.maxItems)
        return
      case 'object':
        this.writeObject(node, out)
        return
      case 'any':
      case 'all':
        throw new TypeError(`A ${node.kind} node is left at ${node.origin}: a pass of this dialect is missing.`)
      default:
        assertNever(node)
    }
  }

  private writeObject(node: ObjectNode, out: Output): void {
    out['type'] = this.notation.typeName('OBJECT')
    const properties: Output = {}
    for (const field of node.fields) setOwn<Json>(properties, field.name, this.write(field.value))
    if (node.fields.length > 0 || node.extras === undefined) out['properties'] = properties
    const required = requiredInOrder(node)
    if (required.length > 0) out['required'] = required
    if (node.extras !== undefined) {
      const isAny = node.extras.kind === 'any'
      out['additionalProperties'] = isAny || (isImpossible(node.extras) ? false : this.write(node.extras))
    }
    this.writeCounts(out, 'minProperties', node.minProperties, 'maxProperties', node.maxProperties)
    if (node.ordering !== undefined && node.ordering.length > 0) out['propertyOrdering'] = node.ordering
  }

  private writeCounts(out: Output, low: string, least: Count, high: string, most: Count): void {
    if (least !== undefined) out[low] = this.notation.count(least)
    if (most !== undefined) out[high] = this.notation.count(most)
  }
}
