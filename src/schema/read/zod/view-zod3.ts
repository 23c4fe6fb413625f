import {
  enumValues,
  escapePattern,
  noChecks,
  type ZodCheck,
  type ZodKind,
  type ZodNode,
  type ZodSchema,
  type ZodView,
} from './zod-node.ts'

interface Definition {
  readonly typeName: string
  readonly checks?: readonly Check[]
  readonly description?: string
  readonly [key: string]: unknown
}

interface Check {
  readonly kind: string
  readonly [key: string]: unknown
}

/** A schema of Zod 3. */
export interface Zod3 {
  readonly _def: Definition
}

/** JSON data can have a property `_def`, but no functions. */
export function isZod3(value: object): value is Zod3 {
  const { _def, _parse } = value as { _def?: unknown; _parse?: unknown }
  return (
    typeof _def === 'object' &&
    _def !== null &&
    typeof _parse === 'function' &&
    typeof (_def as Definition).typeName === 'string'
  )
}

export const viewZod3: ZodView = {
  node(schema) {
    const def = (schema as Zod3)._def
    const kind = (kinds[def.typeName] ?? opaque)(def)
    const node = kind as ZodKind & { checks: readonly ZodCheck[]; identity?: object; omittable?: boolean }
    node.checks = node.checks ?? checksOf(def)
    const identity = identities[def.typeName]
    if (identity !== undefined) node.identity = identity(def)
    if (omittable.has(def.typeName)) node.omittable = true
    return node as ZodNode
  },
  meta(schema) {
    const { description } = (schema as Zod3)._def
    return description === undefined ? undefined : { description }
  },
}

/** The identity of a schema: `describe` copies the definition, but not these parts of it. */
const identities: Readonly<Record<string, (def: Definition) => object>> = {
  __proto__: null as never,
  ZodObject: (def) => def.shape as object,
  ZodLazy: (def) => def.getter as object,
  ZodArray: (def) => def,
  ZodTuple: (def) => def.items as object,
  ZodUnion: (def) => def.options as object,
  ZodDiscriminatedUnion: (def) => def.options as object,
  ZodIntersection: (def) => def,
  ZodRecord: (def) => def,
  ZodMap: (def) => def,
  ZodSet: (def) => def,
}
const omittable = new Set(['ZodUndefined', 'ZodVoid', 'ZodAny', 'ZodUnknown'])

type KindOf = (def: Definition) => ZodKind & { checks?: readonly ZodCheck[]; omittable?: boolean }

const child = (def: Definition, key: string) => def[key] as ZodSchema
const same =
  (kind: 'string' | 'number' | 'bigint' | 'date' | 'boolean' | 'null' | 'any' | 'never' | 'absent'): KindOf =>
  () => ({ kind })
const unjson: KindOf = (def) => ({ kind: 'unjson', type: def.typeName.slice(3).toLowerCase() })
const opaque: KindOf = (def) => ({ kind: 'opaque', type: def.typeName })
const innerOf =
  (key: string): KindOf =>
  (def) => ({ kind: 'wrapper', inner: child(def, key), presence: 'inner' })
const union: KindOf = (def) => ({
  kind: 'union',
  // Before 3.20, the options of a discriminated union are a map.
  options: Array.isArray(def.options) ? def.options : [...(def.options as Map<unknown, ZodSchema>).values()],
  exclusive: false,
})

const kinds: Readonly<Record<string, KindOf>> = {
  __proto__: null as never,
  ZodString: same('string'),
  ZodNumber: same('number'),
  ZodBigInt: same('bigint'),
  ZodDate: same('date'),
  ZodBoolean: same('boolean'),
  ZodNull: same('null'),
  ZodAny: same('any'),
  ZodUnknown: same('any'),
  ZodNever: same('never'),
  ZodUndefined: same('absent'),
  ZodVoid: same('absent'),
  ZodSymbol: unjson,
  ZodFunction: unjson,
  ZodNaN: unjson,
  ZodLiteral: (def) => ({ kind: 'values', values: [def.value], omittable: def.value === undefined }),
  ZodEnum: (def) => ({ kind: 'values', values: def.values as unknown[] }),
  ZodNativeEnum: (def) => ({ kind: 'values', values: enumValues(def.values as Record<string, unknown>) }),
  ZodArray: (def) => ({ kind: 'array', element: child(def, 'type'), checks: sizeChecks(def, 'Length') }),
  ZodSet: (def) => ({ kind: 'set', element: child(def, 'valueType'), checks: sizeChecks(def, 'Size') }),
  ZodMap: (def) => ({ kind: 'map', key: child(def, 'keyType'), value: child(def, 'valueType') }),
  ZodTuple: (def) => ({
    kind: 'tuple',
    items: def.items as ZodSchema[],
    rest: (def.rest as ZodSchema | null | undefined) ?? undefined,
  }),
  ZodObject: (def) => ({
    kind: 'object',
    shape: (def.shape as () => Record<string, ZodSchema>)(),
    others: othersOf(def),
  }),
  ZodRecord: (def) => ({
    kind: 'record',
    keySchema: child(def, 'keyType'),
    value: child(def, 'valueType'),
    required: undefined,
    loose: false,
  }),
  ZodUnion: union,
  ZodDiscriminatedUnion: union,
  ZodIntersection: (def) => ({
    kind: 'intersection',
    left: child(def, 'left'),
    right: child(def, 'right'),
    pools: false,
  }),
  ZodLazy: (def) => ({ kind: 'lazy', inner: def.getter as () => ZodSchema }),
  ZodOptional: (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'optional' }),
  ZodNullable: (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'inner', nullable: true }),
  ZodDefault: (def) => ({
    kind: 'wrapper',
    inner: child(def, 'innerType'),
    presence: 'optional',
    fallback: def.defaultValue as () => unknown,
  }),
  ZodCatch: innerOf('innerType'),
  ZodReadonly: innerOf('innerType'),
  ZodBranded: innerOf('type'),
  ZodPromise: innerOf('type'),
  ZodPipeline: (def) => ({
    kind: 'wrapper',
    inner: child(def, 'in'),
    presence: 'inner',
    checks: [{ check: 'custom' }],
  }),
  ZodEffects: effectsKind,
}

function effectsKind(def: Definition): ZodKind & { checks: readonly ZodCheck[] } {
  const inner = child(def, 'schema')
  if ((def.effect as { type: string }).type !== 'refinement')
    return { kind: 'wrapper', inner, presence: 'inner', checks: noChecks }
  // `z.custom` and `z.instanceof` are checks on any value, which rarely accept undefined.
  const isCustom = (inner as Zod3)._def.typeName === 'ZodAny'
  return { kind: 'wrapper', inner, presence: isCustom ? 'required' : 'inner', checks: [{ check: 'custom' }] }
}

function othersOf(def: Definition): boolean | ZodSchema | undefined {
  const catchall = def.catchall as Zod3
  if (catchall._def.typeName !== 'ZodNever') return catchall
  return def.unknownKeys === 'strict' ? false : def.unknownKeys === 'passthrough' ? true : undefined
}

interface Limit {
  readonly value: number
}

function sizeChecks(def: Definition, of: 'Length' | 'Size'): readonly ZodCheck[] {
  const checks: ZodCheck[] = []
  const [min, max, exact] = [def[`min${of}`], def[`max${of}`], def[`exact${of}`]] as (Limit | null | undefined)[]
  if (min) checks.push({ check: 'length', min: min.value })
  if (max) checks.push({ check: 'length', max: max.value })
  if (exact) checks.push({ check: 'length', min: exact.value, max: exact.value })
  return checks
}

function checksOf(def: Definition): readonly ZodCheck[] {
  if (!def.checks?.length) return noChecks
  const onString = def.typeName === 'ZodString'
  return def.checks.flatMap((check) => (onString ? stringCheck(check) : valueCheck(check, def.typeName)))
}

function valueCheck(check: Check, typeName: string): ZodCheck[] {
  switch (check.kind) {
    case 'min':
    case 'max': {
      const value = typeName === 'ZodDate' ? new Date(check.value as number) : (check.value as number | bigint)
      return [{ check: 'bound', side: check.kind, value, inclusive: check.inclusive !== false }]
    }
    case 'multipleOf':
      return [{ check: 'multiple', of: check.value }]
    case 'int':
      return [{ check: 'integer' }]
    case 'finite':
      return []
    default:
      return [{ check: 'custom' }]
  }
}

/** The expressions of Zod 3's formats, which it does not expose. */
const patterns: Readonly<Record<string, string>> = {
  cuid: '^[cC][^\\s-]{8,}$',
  cuid2: '^[0-9a-z]+$',
  ulid: '^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$',
  nanoid: '^[a-zA-Z0-9_-]{21}$',
  base64: '^([0-9a-zA-Z+/]{4})*(([0-9a-zA-Z+/]{2}==)|([0-9a-zA-Z+/]{3}=))?$',
  base64url: '^([0-9a-zA-Z-_]{4})*(([0-9a-zA-Z-_]{2}(==)?)|([0-9a-zA-Z-_]{3}(=)?))?$',
  time: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?$',
}

function stringCheck(check: Check): ZodCheck[] {
  const { kind, value } = check
  switch (kind) {
    case 'min':
      return [{ check: 'length', min: value as number }]
    case 'max':
      return [{ check: 'length', max: value as number }]
    case 'length':
      return [{ check: 'length', min: value as number, max: value as number }]
    case 'regex':
      return [{ check: 'pattern', pattern: check.regex as RegExp }]
    case 'startsWith':
      return [{ check: 'pattern', pattern: `^${escapePattern(value as string)}` }]
    case 'endsWith':
      return [{ check: 'pattern', pattern: `${escapePattern(value as string)}$` }]
    case 'includes':
      return [check.position ? { check: 'custom' } : { check: 'pattern', pattern: escapePattern(value as string) }]
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
      return []
    case 'datetime':
      return datetimeCheck(check)
    case 'time':
      return [{ check: 'pattern', pattern: patterns.time! }, ...precisionCheck(check)]
    case 'ip':
    case 'cidr':
      return [{ check: 'format', format: ipFormat(check), exact: true }]
    default:
      return [{ check: 'format', format: kind, pattern: patterns[kind], exact: true }]
  }
}

/** Unlike RFC 3339, Zod accepts an offset only on request. */
function datetimeCheck(check: Check): ZodCheck[] {
  if (check.local === true)
    return [{ check: 'rule', sentence: 'An ISO 8601 date and time; the time zone may be left out.' }]
  const pattern = check.offset === true ? undefined : 'Z$'
  return [{ check: 'format', format: 'datetime', pattern, exact: true }, ...precisionCheck(check)]
}

function precisionCheck({ precision }: Check): ZodCheck[] {
  if (typeof precision !== 'number') return []
  return [{ check: 'rule', sentence: `Seconds have exactly ${precision} decimal places.` }]
}

function ipFormat({ kind, version }: Check): string {
  const prefix = kind === 'ip' ? 'ip' : 'cidr'
  return version === 'v4' || version === 'v6' ? `${prefix}${version}` : prefix
}
