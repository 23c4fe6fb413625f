import type { Json } from '../../core/json.ts'
import type { Native } from '../read/source.ts'
import type { Node } from './node.ts'

/** How the value of a tool and its form on the wire differ at one node. `docs/encodings.md` shows each to people who read logs. */
export type Encoding =
  | JsonTextEncoding
  | EntriesEncoding
  | ExtrasEncoding
  | TupleEncoding
  | LabelsEncoding
  | WrapEncoding
  | NothingEncoding
  | TagEncoding
  | NativeEncoding

/** The value as JSON text. A string that is no JSON text travels as it is. `shape` is what the text stands for. */
export interface JsonTextEncoding {
  readonly type: 'json-text'
  readonly shape: Node
}

/**
 * A record as a list of `{ key, value }`. The wire node of `value` is one node, or a keyed union with an option for each
 * pattern and, last, one for all other keys.
 */
export interface EntriesEncoding extends KeyedValues {
  readonly type: 'entries'
}

/** Declared properties, and the others as entries in the field `name`. */
export interface ExtrasEncoding extends KeyedValues {
  readonly type: 'extras'
  readonly name: string
}

/** The first pattern that matches a key decides about its value. */
export interface KeyedValues {
  readonly patterns: readonly string[]
}

/** A tuple as an object: `item_0`, `item_1`, … and the rest of the list in `rest`. */
export interface TupleEncoding {
  readonly type: 'tuple'
  readonly length: number
  readonly rest: string | undefined
}

/** Values of any type as an enum of strings. */
export interface LabelsEncoding {
  readonly type: 'labels'
  readonly labels: readonly string[]
  readonly values: readonly Json[]
}

/** A value as the one property of an object. */
export interface WrapEncoding {
  readonly type: 'wrap'
  readonly name: string
}

/** An object that can hold nothing: the wire needs a property, the tool gets none. */
export interface NothingEncoding {
  readonly type: 'nothing'
}

/** A union whose branches look alike on the wire: each option is wrapped in a property that names it. */
export interface TagEncoding {
  readonly type: 'tag'
  readonly names: readonly string[]
}

/** A value that is no JSON in the tool's own shape. */
export interface NativeEncoding {
  readonly type: 'native'
  readonly native: Native
}
