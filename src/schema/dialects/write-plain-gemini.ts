import { countJsonNodes, isPlainObject, type Json, type JsonObject, setOwn } from '../../core/json.ts'
import { nativeOf } from '../document/schema.ts'
import { mostValues } from '../ir/measure.ts'
import { sayUnique } from '../passes/describe-constraints.ts'
import type { PlainSource, PlainWritten } from './dialect.ts'
import { finishPlain } from './finish-plain.ts'
import { hasOnly, plainWords } from './plain-keywords.ts'
import type { Around, Output, PlainWriter, Surround } from './plain-writer.ts'
import {
  isOfStrings,
  recordWords,
  sayAnyText,
  sayObjectOrNullText,
  sayObjectText,
  sayStringNames,
  writeNothing,
  writeRecord,
  writeText,
} from './write-plain-encoded.ts'
import { writeEnum } from './write-plain-enum.ts'
import { writeCounts, writeNumber, writeString } from './write-plain-scalars.ts'
import { wrapAround, writeUnion } from './write-plain-union.ts'

/**
 * Writes a schema straight from its source, in one recursion and without a tree, as far as every keyword has one form that
 * nothing else decides about. What stands in a property or in the items and needs more is compiled by itself and put into
 * its place. Undefined where even that is not enough: then the compiler does all of it. A law of the tests says that both
 * write the same bytes; the speed is in `bench/speed`.
 */
export function writePlainGemini(source: PlainSource): PlainWritten | undefined {
  const { schema, root, limits } = source
  // Limits of the whole that Gemini has not, but a caller may.
  if (limits.properties !== Number.POSITIVE_INFINITY || limits.enumValues !== Number.POSITIVE_INFINITY) return undefined
  const writer = new PlainGeminiWriter(source)
  const out =
    root === 'object' ? writer.writeParameters(schema, limits.depth - 2) : writer.write(schema, limits.depth - 2)
  if (out === undefined || writer.hasGivenUp || !writer.fits(out)) return undefined
  return { schema: out, isEncoded: writer.encodings > 0 }
}

const typeNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ string: 'STRING', STRING: 'STRING', number: 'NUMBER', NUMBER: 'NUMBER', integer: 'INTEGER', INTEGER: 'INTEGER' },
  ...{ boolean: 'BOOLEAN', BOOLEAN: 'BOOLEAN', array: 'ARRAY', ARRAY: 'ARRAY', object: 'OBJECT', OBJECT: 'OBJECT' },
})

/** The keywords that may stand on a schema of each type; all others that mean something need the compiler. */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  STRING: plainWords('type format minLength maxLength pattern'),
  NUMBER: plainWords('type format minimum maximum exclusiveMinimum exclusiveMaximum'),
  INTEGER: plainWords('type format minimum maximum exclusiveMinimum exclusiveMaximum'),
  BOOLEAN: plainWords('type'),
  ARRAY: plainWords('type items minItems maxItems uniqueItems'),
  OBJECT: plainWords('type properties required additionalProperties'),
}
const freeWords = plainWords('')
const besideReference = plainWords('$ref')

/** A part that cannot stand by itself is tried again with what stands around it, so often; more would cost more than it saves. */
const mostFailures = 2

/** References that lead from one to the next are followed so far: a chain can be longer than the call stack. */
const mostEntered = 50

const asItIs: Surround = (inner) => inner

class PlainGeminiWriter implements PlainWriter {
  declare encodings: number
  declare hasGivenUp: boolean
  declare private readonly source: PlainSource
  /** How many parts could not be compiled by themselves. */
  declare private failures: number
  /** How many values references and compiled parts may still write. */
  declare private room: number
  /** How many values all may be; undefined while references and parts wrote so few that it need not be known. */
  declare private most: number | undefined
  /** The definitions that are being written. */
  declare private readonly entered: string[]

  constructor(source: PlainSource) {
    this.source = source
    this.encodings = 0
    this.hasGivenUp = false
    this.failures = 0
    // What else is written is at most three times the source: a quarter of the limit is always left.
    this.room = source.limits.nodes / 4
    this.most = undefined
    this.entered = []
  }

  noteEncoding(): void {
    this.encodings++
  }

  /** The arguments of a tool are an object, not null: the compiler wraps any other root. One that says nothing takes none. */
  writeParameters(schema: unknown, depth: number): Output | undefined {
    const source = schema as JsonObject
    if (isPlainObject(schema) && saysNothing(source) && !this.isNative(source) && depth > 0) {
      const { title, description } = source
      return finishPlain(writeNothing(this), { title, description }, undefined, '')
    }
    const out = this.write(schema, depth)
    return out?.['type'] === 'OBJECT' && out['nullable'] !== true ? out : undefined
  }

  write(schema: unknown, depth: number, surround?: Surround): Output | undefined {
    if (depth < 0) {
      // Something has to be cut.
      this.hasGivenUp = true
      return undefined
    }
    if (typeof schema !== 'object' || schema === null) return schema === true ? this.writeAny({}, surround) : undefined
    if (Array.isArray(schema)) return undefined
    const source = schema as JsonObject
    if (this.isNative(source)) return undefined
    const { type: named } = source
    if (source['enum'] !== undefined || source['const'] !== undefined) {
      return writeEnum(this, source, surround ?? asItIs)
    }
    if (named === undefined) return this.writeUntyped(source, depth, surround)
    const isNullable = Array.isArray(named) && named.length === 2 && named.includes('null')
    const type = typeNamed(isNullable ? named.find((name) => name !== 'null') : named)
    if (type === undefined) return undefined
    const around = surround === undefined ? source : surround(source)
    const nullable = isNullable || around.nullable === true
    return this.writeTyped(source, type, depth, around, nullable)
  }

  writeInside(schema: unknown, depth: number): Output | undefined {
    return this.write(schema, depth) ?? this.compilePart(schema, depth)
  }

  private writeTyped(
    source: JsonObject,
    type: string,
    depth: number,
    around: Around,
    nullable: boolean,
  ): Output | undefined {
    const before = this.encodings
    const isObject = type === 'OBJECT'
    if (!hasOnly(source, isObject && holdsOthersOnly(source) ? recordWords : allowed[type]!)) return undefined
    if (isObject && isOpenObject(source)) return this.writeOpenObject(source, around, nullable)
    let out: Output | undefined = { type }
    let said: string | undefined = ''
    if (type === 'STRING') said = writeString(source, out)
    else if (type === 'ARRAY') said = this.writeArray(source, out, depth)
    else if (isObject) out = this.writeObject(source, depth)
    else if (type !== 'BOOLEAN') said = writeNumber(source, type === 'INTEGER', out)
    if (said === undefined || out === undefined) return undefined
    if (this.encodings !== before && around.default !== undefined) return undefined
    if (nullable || around.orNull === true) out['nullable'] = true
    return finishPlain(out, around, around.default, said)
  }

  private writeOpenObject(source: JsonObject, around: Around, nullable: boolean): Output | undefined {
    const { propertyNames } = source
    if (!isOfStrings(propertyNames)) return undefined
    const said = nullable ? sayObjectOrNullText : sayObjectText
    return writeText(this, around, propertyNames === undefined ? said : `${said} ${sayStringNames}`)
  }

  private writeUntyped(source: JsonObject, depth: number, surround: Surround | undefined): Output | undefined {
    if (source['anyOf'] !== undefined || source['oneOf'] !== undefined)
      return writeUnion(this, source, depth, surround ?? asItIs)
    if (source['$ref'] !== undefined) return this.writeReference(source, depth, surround ?? asItIs)
    return hasOnly(source, freeWords) ? this.writeAny(source, surround) : undefined
  }

  private writeAny(source: JsonObject, surround: Surround | undefined): Output | undefined {
    return writeText(this, surround === undefined ? source : surround(source), sayAnyText)
  }

  /** A reference is replaced by what it names, with what is said around it. */
  private writeReference(source: JsonObject, depth: number, surround: Surround): Output | undefined {
    const ref = source['$ref']
    if (typeof ref !== 'string' || !hasOnly(source, besideReference)) return undefined
    const target = this.source.resolve(source, ref)
    if (target === undefined) return undefined
    const { entered } = this
    // How often a recursion is followed is counted from its first reference: the compiler has to see that one.
    if (entered.includes(target.pointer) || target.pointer === '') return undefined
    if (entered.length === mostEntered) return undefined
    entered.push(target.pointer)
    const nullable = source['nullable'] === true
    const out = this.write(target.schema, depth, (inner) => surround(wrapAround(source, inner, nullable)))
    entered.pop()
    return out === undefined || !this.hasRoomFor(out) ? undefined : out
  }

  private writeArray(source: JsonObject, out: Output, depth: number): string | undefined {
    const { items, uniqueItems } = source
    if (uniqueItems !== undefined && typeof uniqueItems !== 'boolean') return undefined
    // Where nothing is said about the items, they are anything.
    const written = this.writeInside(items ?? true, depth - 1)
    if (written === undefined) return undefined
    out['items'] = written
    if (!writeCounts(source, out, 'minItems', 'maxItems')) return undefined
    return uniqueItems === true ? sayUnique : ''
  }

  private writeObject(source: JsonObject, depth: number): Output | undefined {
    const { properties, required, additionalProperties } = source
    if (isRecord(source)) return writeRecord(this, source, depth)
    // Open or closed: the model writes declared properties only, and the changes say what that means.
    if (typeof additionalProperties === 'object' && !isEmpty(additionalProperties)) return undefined
    if (isEmpty(properties) && additionalProperties === false && isEmpty(required))
      return depth > 0 ? writeNothing(this) : undefined
    if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return undefined
    if (!isListOf(required, properties as JsonObject)) return undefined
    const written: Output = {}
    let isWritten = false
    for (const name of Object.keys(properties)) {
      if (name === '') return undefined
      const value = this.writeInside((properties as JsonObject)[name], depth - 1)
      if (value === undefined) return undefined
      setOwn<Json>(written, name, value)
      isWritten = true
    }
    if (!isWritten) return undefined
    const out: Output = { type: 'OBJECT', properties: written }
    if (required !== undefined && required.length > 0) out['required'] = required.slice()
    return out
  }

  /** What is not plain is compiled by itself, where nothing around it depends on how it comes out. */
  private compilePart(schema: unknown, depth: number): Output | undefined {
    if (this.hasGivenUp || !isPlainObject(schema)) return undefined
    // A flag that speaks of the list of the object around.
    if (typeof schema['required'] === 'boolean') return undefined
    const out = this.source.compilePart(schema as JsonObject, { depth, nodes: this.room }, this.entered)
    if (out === undefined || !this.hasRoomFor(out)) {
      this.failures++
      if (this.failures > mostFailures) this.hasGivenUp = true
      return undefined
    }
    this.encodings++
    return out as Output
  }

  private hasRoomFor(out: JsonObject): boolean {
    const size = countJsonNodes(out)
    if (size > this.room && this.most === undefined) {
      const { schema, limits } = this.source
      this.most = mostValues(schema, limits)
      this.room += this.most - limits.nodes / 4
    }
    this.room -= size
    if (this.room < 0) this.hasGivenUp = true
    return !this.hasGivenUp
  }

  /** Whether all that was written is within the limit. */
  fits(out: JsonObject): boolean {
    return this.most === undefined || countJsonNodes(out, this.most) <= this.most
  }

  private isNative(source: JsonObject): boolean {
    return this.source.hasNatives && nativeOf(source) !== undefined
  }
}

/** Neither a type nor a property is named. */
function saysNothing(source: JsonObject): boolean {
  const { type, properties, additionalProperties, required } = source
  if (type === undefined) return hasOnly(source, freeWords)
  if (typeNamed(type) !== 'OBJECT' || !hasOnly(source, allowed['OBJECT']!)) return false
  return isEmpty(properties) && additionalProperties === undefined && isEmpty(required)
}

/** A list of one name is that name. What is no name has no type, and may not even be a key. */
function typeNamed(type: Json | undefined): string | undefined {
  const name = Array.isArray(type) && type.length === 1 ? type[0] : type
  return typeof name === 'string' ? typeNames[name] : undefined
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}

/** No property is declared, and others are allowed. */
function holdsOthersOnly({ properties, additionalProperties, required }: JsonObject): boolean {
  return additionalProperties !== false && isEmpty(properties) && isEmpty(required)
}

/** Properties of which nothing is known are allowed, and no others. */
function isOpenObject(source: JsonObject): boolean {
  const { additionalProperties } = source
  return holdsOthersOnly(source) && (additionalProperties === true || isEmpty(additionalProperties))
}

/** Properties of one type are allowed, and no others. */
function isRecord(source: JsonObject): boolean {
  const { additionalProperties } = source
  return typeof additionalProperties === 'object' && !isEmpty(additionalProperties) && holdsOthersOnly(source)
}

function isListOf(required: Json | undefined, properties: JsonObject): required is readonly string[] | undefined {
  if (required === undefined) return true
  if (!Array.isArray(required)) return false
  for (const name of required) if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return false
  return required.length < 2 || new Set(required).size === required.length
}
