/** What a dialect can or cannot say. Passes ask for features, never for a dialect. */
export const features = [
  'refs',
  'refSiblings',
  'requiredLoops',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'conditions',
  'anyOfSiblings',
  'typeLists',
  'nullTypes',
  'nullableKeyword',
  'freeForm',
  'untyped',
  'const',
  'numericEnums',
  'booleanEnums',
  'mixedEnums',
  'enumOfAnything',
  'lengths',
  'patterns',
  'lookarounds',
  'exclusiveBounds',
  'multipleOf',
  'uniqueItems',
  'tuples',
  'optionalProperties',
  'openObjects',
  'additionalProperties',
  'patternProperties',
  'objectCounts',
  'propertyNames',
  'propertyOrdering',
  'contains',
  'dependencies',
  'unevaluated',
  'content',
  'defaults',
  'example',
  'examples',
  'annotations',
  'emptyObjects',
  'emptyNames',
  'undeclaredRequired',
] as const

export type Feature = (typeof features)[number]

/** The sizes that a dialect's endpoints take. */
export interface Limits {
  /** Steps from the root to a leaf: each property, item and branch is one. */
  readonly depth: number
  /** JSON values in the output; the output may always be as large as four times the input. */
  readonly nodes: number
  /** How often a recursive reference is followed before the rest becomes text; less often where the schema would grow too much. */
  readonly unroll: number
  /** Branches that distributing siblings may make. */
  readonly branches: number
  /** Properties of all objects together. */
  readonly properties: number
  /** Values of all enums together. */
  readonly enumValues: number
}

/** What a dialect can say, as data: all that a pass may know about it. */
export interface Capabilities {
  readonly supports: ReadonlySet<Feature>
  readonly limits: Limits
  /** Formats that may be sent, by type. `undefined`: all of them. */
  readonly formats: {
    readonly string?: ReadonlySet<string>
    readonly number?: ReadonlySet<string>
    readonly integer?: ReadonlySet<string>
  }
  /** Which property names may be sent. `undefined`: all of them (but see the feature `emptyNames`). */
  readonly names?: RegExp
}
