/** A Zod schema of any version. Only a {@link ZodView} reads it. */
export type ZodSchema = object

/** A check of a schema, in a form common to Zod 3 and 4. */
export type ZodCheck =
  /** Length of a string or array, size of a map or set. */
  | { readonly check: 'length'; readonly min?: number; readonly max?: number }
  | {
      readonly check: 'bound'
      readonly side: 'min' | 'max'
      readonly value: number | bigint | Date
      readonly inclusive: boolean
    }
  | { readonly check: 'multiple'; readonly of: unknown }
  | { readonly check: 'integer' }
  | { readonly check: 'pattern'; readonly pattern: RegExp | string }
  /** `exact: false`: Zod checks more than the format and the pattern. */
  | {
      readonly check: 'format'
      readonly format: string
      readonly pattern?: RegExp | string | undefined
      readonly exact: boolean
    }
  /** A function of the user. `message` is its error message, if that is constant. */
  | { readonly check: 'custom'; readonly message?: string | undefined }
  /** A check without a keyword, as a sentence. */
  | { readonly check: 'rule'; readonly sentence: string }

/** Whether a wrapper makes a property optional or required, or leaves it to the inner schema. */
export type Presence = 'optional' | 'required' | 'inner'

export type ZodKind =
  | { readonly kind: 'string' | 'number' | 'bigint' | 'date' | 'boolean' | 'null' | 'any' | 'never' }
  /** `undefined` and `void`: an absent property in JSON. */
  | { readonly kind: 'absent' }
  /** Accepts no JSON value: symbol, function, NaN. */
  | { readonly kind: 'unjson'; readonly type: string }
  /** Only Zod knows which values pass: custom, instanceof, file. */
  | { readonly kind: 'opaque'; readonly type: string }
  /** Literals and enums. */
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'array' | 'set'; readonly element: ZodSchema }
  | { readonly kind: 'map'; readonly key: ZodSchema; readonly value: ZodSchema }
  | { readonly kind: 'tuple'; readonly items: readonly ZodSchema[]; readonly rest: ZodSchema | undefined }
  | {
      readonly kind: 'object'
      readonly shape: Readonly<Record<string, ZodSchema>>
      /** Other properties: allowed or not, or their schema; undefined if unspecified. */
      readonly others: boolean | ZodSchema | undefined
    }
  | {
      readonly kind: 'record'
      readonly keySchema: ZodSchema
      readonly value: ZodSchema
      /** The required keys, if the key schema lists its keys. */
      readonly required: readonly string[] | undefined
      /** Whether the values of keys that do not match the key schema are unchecked. */
      readonly loose: boolean
    }
  | { readonly kind: 'union'; readonly options: readonly ZodSchema[]; readonly exclusive: boolean }
  | {
      readonly kind: 'intersection'
      readonly left: ZodSchema
      readonly right: ZodSchema
      /** Whether a property is unknown only if both sides do not declare it (Zod 4). */
      readonly pools: boolean
    }
  | { readonly kind: 'lazy'; readonly inner: () => ZodSchema }
  | {
      readonly kind: 'wrapper'
      readonly inner: ZodSchema
      readonly presence: Presence
      readonly nullable?: boolean
      /** Reads the default. May run a function of the user. */
      readonly fallback?: () => unknown
    }

/** A Zod schema without its children. */
export type ZodNode = ZodKind & {
  readonly checks: readonly ZodCheck[]
  /** Identity for recursion. Copies that differ only in metadata share it. */
  readonly identity?: object | undefined
  /** For a schema that is not a wrapper: whether a property of it may be absent. */
  readonly omittable?: boolean | undefined
}

/** Zod's metadata. The values come from the user. */
export type ZodMeta = Readonly<Record<string, unknown>>

/** Reads the schemas of one version of Zod. */
export interface ZodView {
  node(schema: ZodSchema): ZodNode
  meta(schema: ZodSchema): ZodMeta | undefined
}

/** Shared, because most schemas have no checks. */
export const noChecks: readonly ZodCheck[] = []

/** Whether a property (or the last tuple item) of this schema may be absent. */
export function acceptsAbsent(node: ZodNode, view: ZodView, seen?: Set<object>): boolean {
  let current = node
  let visited = seen
  for (;;) {
    if (current.kind === 'wrapper') {
      if (current.presence !== 'inner') return current.presence === 'optional'
      current = view.node(current.inner)
    } else if (current.kind === 'lazy' || current.kind === 'union') {
      const identity = current.identity ?? current
      if (visited?.has(identity)) return false
      visited = (visited ?? new Set()).add(identity)
      if (current.kind === 'union')
        return current.options.some((option) => acceptsAbsent(view.node(option), view, visited))
      current = view.node(current.inner())
    } else return current.omittable === true
  }
}

/** The values of an enum object, without the reverse mapping of numeric TypeScript enums. */
export function enumValues(entries: Readonly<Record<string, unknown>>): unknown[] {
  const numbers = new Set(Object.values(entries).filter((value) => typeof value === 'number'))
  if (numbers.size === 0) return Object.values(entries)
  return Object.keys(entries)
    .filter((key) => !numbers.has(Number(key)))
    .map((key) => entries[key])
}

/** Escapes text for a JSON Schema pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
