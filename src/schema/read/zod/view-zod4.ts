import {
  enumValues,
  escapePattern,
  noChecks,
  type ZodCheck,
  type ZodKind,
  type ZodMeta,
  type ZodNode,
  type ZodSchema,
  type ZodView,
} from './zod-node.ts'

interface Definition {
  readonly type: string
  readonly check?: string
  readonly checks?: readonly Zod4[]
  readonly [key: string]: unknown
}

interface Internals {
  readonly def: Definition
  readonly run: unknown
  readonly optin?: unknown
  readonly values?: ReadonlySet<unknown>
  readonly pattern?: RegExp
  readonly innerType?: ZodSchema
  readonly bag?: Readonly<Record<string, unknown>>
  readonly version?: { readonly minor: number }
}

/** A schema of Zod 4, classic, mini or core. */
export interface Zod4 {
  readonly _zod: Internals
  meta?(): ZodMeta | undefined
}

/** JSON data can have a property `_zod`, but no function inside it. */
export function isZod4(value: object): value is Zod4 {
  const internals = (value as Partial<Zod4>)._zod
  return (
    typeof internals === 'object' &&
    internals !== null &&
    typeof internals.run === 'function' &&
    typeof internals.def?.type === 'string'
  )
}

export const viewZod4: ZodView = {
  node(schema) {
    const internals = (schema as Zod4)._zod
    const def = internals.def
    const { type } = def
    const node = (kinds[type] ?? unknownKind)(def, internals) as Writable
    node.checks = checksOf(def, type, node.checks)
    if (composite.has(type)) node.identity = type === 'lazy' ? (def.getter as object) : def
    else if (leafPresence.has(type)) node.omittable = internals.optin !== undefined
    return node as ZodNode
  },
  meta(schema) {
    const registry = (globalThis as { __zod_globalRegistry?: { get(schema: ZodSchema): ZodMeta | undefined } })
      .__zod_globalRegistry
    const { version } = (schema as Zod4)._zod
    // Before 4.2, every copy of Zod has its own registry, which only its methods can read.
    if (registry === undefined || (version !== undefined && version.minor < 2)) return (schema as Zod4).meta?.()
    return registry.get(schema)
  },
}

/** A node that is still being built. */
type Writable = ZodKind & { checks: readonly ZodCheck[]; identity?: object; omittable?: boolean }

const composite = new Set(['object', 'array', 'tuple', 'union', 'intersection', 'record', 'map', 'set', 'lazy'])
const leafPresence = new Set(['undefined', 'void', 'any', 'unknown', 'literal', 'transform', 'custom'])

type KindOf = (def: Definition, internals: Internals) => ZodKind & { checks?: readonly ZodCheck[] }

const child = (def: Definition, key: string) => def[key] as ZodSchema
const same =
  (kind: 'string' | 'number' | 'bigint' | 'date' | 'boolean' | 'null' | 'any' | 'never' | 'absent'): KindOf =>
  () => ({ kind })
const unjson: KindOf = (def) => ({ kind: 'unjson', type: def.type })
const opaque: KindOf = (def) => ({ kind: 'opaque', type: def.type })
const inner: KindOf = (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'inner' })
const withDefault: KindOf = (def) => ({
  kind: 'wrapper',
  inner: child(def, 'innerType'),
  presence: 'optional',
  fallback: () => def.defaultValue,
})
/** A type of a later version of Zod. */
const unknownKind = opaque

const kinds: Readonly<Record<string, KindOf>> = {
  __proto__: null as never,
  string: same('string'),
  number: same('number'),
  bigint: same('bigint'),
  date: same('date'),
  boolean: same('boolean'),
  null: same('null'),
  any: same('any'),
  unknown: same('any'),
  transform: same('any'),
  success: same('any'),
  never: same('never'),
  undefined: same('absent'),
  void: same('absent'),
  symbol: unjson,
  function: unjson,
  nan: unjson,
  custom: opaque,
  file: opaque,
  literal: (def) => ({ kind: 'values', values: def.values as unknown[] }),
  enum: (def) => ({ kind: 'values', values: enumValues(def.entries as Record<string, unknown>) }),
  template_literal: (_, { pattern }) => ({
    kind: 'string',
    checks: pattern === undefined ? [{ check: 'custom' }] : [{ check: 'pattern', pattern }],
  }),
  array: (def) => ({ kind: 'array', element: child(def, 'element') }),
  set: (def) => ({ kind: 'set', element: child(def, 'valueType') }),
  map: (def) => ({ kind: 'map', key: child(def, 'keyType'), value: child(def, 'valueType') }),
  tuple: (def) => ({
    kind: 'tuple',
    items: def.items as ZodSchema[],
    rest: (def.rest as ZodSchema | null | undefined) ?? undefined,
  }),
  object: (def) => ({ kind: 'object', shape: def.shape as Record<string, ZodSchema>, others: othersOf(def.catchall) }),
  record: recordKind,
  union: (def) => ({
    kind: 'union',
    options: def.options as ZodSchema[],
    // The options of a discriminated union are exclusive by their tag.
    exclusive: def.inclusive === false && def.discriminator === undefined,
  }),
  intersection: (def) => ({ kind: 'intersection', left: child(def, 'left'), right: child(def, 'right'), pools: true }),
  lazy: (_, internals) => ({ kind: 'lazy', inner: () => internals.innerType as ZodSchema }),
  optional: (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'optional' }),
  nonoptional: (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'required' }),
  nullable: (def) => ({ kind: 'wrapper', inner: child(def, 'innerType'), presence: 'inner', nullable: true }),
  default: withDefault,
  prefault: withDefault,
  catch: inner,
  readonly: inner,
  promise: inner,
  pipe: pipeKind,
}

function othersOf(catchall: unknown): boolean | ZodSchema | undefined {
  if (catchall === undefined) return undefined
  const { type, checks } = (catchall as Zod4)._zod.def
  if (type === 'never') return false
  return (type === 'unknown' || type === 'any') && !checks?.length ? true : (catchall as ZodSchema)
}

function recordKind(def: Definition): ZodKind {
  const keySchema = child(def, 'keyType')
  const listed = def.partial === true ? undefined : (keySchema as Zod4)._zod.values
  const required = listed && [...listed].filter((key) => typeof key === 'string' || typeof key === 'number').map(String)
  return { kind: 'record', keySchema, value: child(def, 'valueType'), required, loose: def.mode === 'loose' }
}

/** The input side. A preprocess step accepts anything, so that the schema behind it is used. */
function pipeKind(def: Definition, { bag }: Internals): ZodKind & { checks?: readonly ZodCheck[] } {
  const into = typeOf(def.in)
  const out = typeOf(def.out)
  if (into === 'transform') return { kind: 'wrapper', inner: child(def, 'out'), presence: 'inner' }
  const kind: ZodKind = { kind: 'wrapper', inner: child(def, 'in'), presence: 'inner' }
  if (Array.isArray(bag?.truthy) && Array.isArray(bag.falsy)) {
    const sentence = `One of: ${[...bag.truthy, ...bag.falsy].join(', ')}.`
    return { ...kind, checks: [{ check: 'rule', sentence }] }
  }
  // A second schema, or a codec, may refuse the value; a plain transform does not.
  return out !== 'transform' ? { ...kind, checks: [{ check: 'custom' }] } : kind
}

const typeOf = (schema: unknown) => (schema as Zod4)._zod.def.type

function checksOf(def: Definition, type: string, own: readonly ZodCheck[] | undefined): readonly ZodCheck[] {
  const attached = def.checks
  // A format such as `z.email()` is both a schema and its first check.
  const isCheck = (type === 'string' || type === 'number' || type === 'bigint') && def.check !== undefined
  if (!isCheck && (attached === undefined || attached.length === 0)) return own ?? noChecks
  const checks: ZodCheck[] = own === undefined ? [] : [...own]
  if (isCheck) pushCheck(checks, def)
  if (attached !== undefined) for (const check of attached) pushCheck(checks, check._zod.def)
  return checks
}

function pushCheck(into: ZodCheck[], def: Definition): void {
  switch (def.check) {
    case 'min_length':
    case 'min_size':
      into.push({ check: 'length', min: def.minimum as number })
      return
    case 'max_length':
    case 'max_size':
      into.push({ check: 'length', max: def.maximum as number })
      return
    case 'length_equals':
    case 'size_equals': {
      const length = (def.length ?? def.size) as number
      into.push({ check: 'length', min: length, max: length })
      return
    }
    case 'greater_than':
    case 'less_than': {
      const side = def.check === 'greater_than' ? 'min' : 'max'
      into.push({ check: 'bound', side, value: def.value as number, inclusive: def.inclusive === true })
      return
    }
    case 'multiple_of':
      into.push({ check: 'multiple', of: def.value })
      return
    case 'number_format':
    case 'bigint_format':
      pushNumberFormat(into, def.format as string)
      return
    case 'string_format':
      into.push(stringFormat(def))
      return
    // Metadata and rewrites refuse no value.
    case 'overwrite':
    case 'describe':
    case 'meta':
      return
    default:
      into.push({ check: 'custom', message: constantMessage(def.error) })
  }
}

const ranges: Readonly<Record<string, readonly [number | bigint, number | bigint]>> = {
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
  int64: [-9223372036854775808n, 9223372036854775807n],
  uint64: [0n, 18446744073709551615n],
}

/** The range of safe integers is not written, because JSON readers lose precision beyond it anyway. */
function pushNumberFormat(into: ZodCheck[], format: string): void {
  if (format.includes('int')) into.push({ check: 'integer' })
  const range = ranges[format]
  if (range === undefined) return
  into.push({ check: 'bound', side: 'min', value: range[0], inclusive: true })
  into.push({ check: 'bound', side: 'max', value: range[1], inclusive: true })
}

const checksummed = new Set(['credit_card', 'iban'])

function stringFormat(def: Definition): ZodCheck {
  const pattern = def.pattern as RegExp | undefined
  switch (def.format) {
    case 'starts_with':
      return { check: 'pattern', pattern: `^${escapePattern(def.prefix as string)}` }
    case 'ends_with':
      return { check: 'pattern', pattern: `${escapePattern(def.suffix as string)}$` }
    case 'includes':
      return def.position ? { check: 'custom' } : { check: 'pattern', pattern: escapePattern(def.includes as string) }
    case 'regex':
    case 'lowercase':
    case 'uppercase':
      return { check: 'pattern', pattern: pattern as RegExp }
    default: {
      const format = def.format as string
      const exact = def.hostname === undefined && def.protocol === undefined && !checksummed.has(format)
      // Zod's `time` has no offset, and `local` or minutes-only times are not RFC 3339: only the pattern is exact.
      const isLax = format === 'time' || def.local === true || def.precision === -1
      return isLax && pattern ? { check: 'pattern', pattern } : { check: 'format', format, pattern, exact }
    }
  }
}

/** Zod turns a constant message into a function without parameters; other functions may depend on the value. */
function constantMessage(error: unknown): string | undefined {
  if (typeof error !== 'function' || error.length !== 0) return undefined
  try {
    const message: unknown = error()
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
