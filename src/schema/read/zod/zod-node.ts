/** A Zod schema of any version: opaque until a {@link ZodView} looks at it. */
export type ZodSchema = object

/** One check of a schema, in words that Zod 3 and Zod 4 share. */
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
  /** `exact: false`: Zod checks more than the name and the pattern say. */
  | {
      readonly check: 'format'
      readonly format: string
      readonly pattern?: RegExp | string | undefined
      readonly exact: boolean
    }
  /** A function of the user. `message` is what it answers when it fails, where that is a constant. */
  | { readonly check: 'custom'; readonly message?: string | undefined }
  /** A check that has no keyword but plain words. */
  | { readonly check: 'rule'; readonly sentence: string }

/** What a wrapper does to the presence of a property: decide it, or leave it to what is inside. */
export type Presence = 'optional' | 'required' | 'inner'

export type ZodKind =
  | { readonly kind: 'string' | 'number' | 'bigint' | 'date' | 'boolean' | 'null' | 'any' | 'never' }
  /** `undefined` and `void`: JSON says it by leaving the property out. */
  | { readonly kind: 'absent' }
  /** No JSON value can ever pass: symbol, function, NaN. */
  | { readonly kind: 'unjson'; readonly type: string }
  /** Only Zod can tell which values pass: custom, instanceof, file. */
  | { readonly kind: 'opaque'; readonly type: string }
  /** Literals and enums. */
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'array' | 'set'; readonly element: ZodSchema }
  | { readonly kind: 'map'; readonly key: ZodSchema; readonly value: ZodSchema }
  | { readonly kind: 'tuple'; readonly items: readonly ZodSchema[]; readonly rest: ZodSchema | undefined }
  | {
      readonly kind: 'object'
      readonly shape: Readonly<Record<string, ZodSchema>>
      /** Undefined: nothing is said about other properties. */
      readonly others: boolean | ZodSchema | undefined
    }
  | {
      readonly kind: 'record'
      readonly keySchema: ZodSchema
      readonly value: ZodSchema
      /** Keys that must all be there, when the key schema lists them. */
      readonly required: readonly string[] | undefined
      /** Keys that do not fit the key schema pass unchecked. */
      readonly loose: boolean
    }
  | { readonly kind: 'union'; readonly options: readonly ZodSchema[]; readonly exclusive: boolean }
  | {
      readonly kind: 'intersection'
      readonly left: ZodSchema
      readonly right: ZodSchema
      /** A property is unknown only when both sides do not know it (Zod 4). */
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

/** One Zod schema, seen without its children. */
export type ZodNode = ZodKind & {
  readonly checks: readonly ZodCheck[]
  /** Identity for recursion. Copies of a schema that differ only in metadata share it. */
  readonly identity?: object | undefined
  /** For a schema that is no wrapper: a property of it may be left out. */
  readonly omittable?: boolean | undefined
}

/** Metadata as Zod keeps it. Values are the user's, hence unknown. */
export type ZodMeta = Readonly<Record<string, unknown>>

/** How to look at the schemas of one version of Zod. */
export interface ZodView {
  node(schema: ZodSchema): ZodNode
  meta(schema: ZodSchema): ZodMeta | undefined
}

/** No checks: shared, because most schemas have none. */
export const noChecks: readonly ZodCheck[] = []

/** True when a property (or a last tuple item) of this schema may be left out. */
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

/** The values of an enum object. TypeScript gives a numeric enum a second set of keys, from number to name: those are no values. */
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
