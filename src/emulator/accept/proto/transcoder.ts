import { setOwn } from '../../../core/json.ts'
import { type JsonReader, type JsonValue, ReadingStopped } from '../json/json-reader.ts'
import type { Rejection } from '../rule/rejection.ts'
import type { Field } from './proto-type.ts'

/** What the whole of a transcoding shares. */
export interface Transcoder {
  readonly reader: JsonReader
  /** Whether rules that the evidence leaves in doubt are enforced. */
  readonly strict: boolean
  readonly rejections: Rejection[]
}

/**
 * Google was not seen to cap its errors, but a body of 20 MB can hold ten million of them, and a server must live through it.
 * Far more than anybody reads.
 */
export const maxRejections = 10_000

class TooManyRejections {}

/** Runs a part of a transcoding, and returns what was wrong. Nesting beyond the budget stops the JSON parser: it stands alone. */
export function rejectionsOf(transcoder: Transcoder, run: () => void): readonly Rejection[] {
  try {
    run()
    return transcoder.rejections
  } catch (error) {
    if (error instanceof ReadingStopped) return [error.rejection]
    if (error instanceof TooManyRejections) return transcoder.rejections
    throw error
  }
}

/** Every error goes through here. */
export function report({ rejections }: Transcoder, rejection: Rejection): void {
  rejections.push(rejection)
  if (rejections.length >= maxRejections) throw new TooManyRejections()
}

/** A message that is being filled, or an entry of a map. All are made by {@link createHolder}: engines like one shape. */
export interface Holder {
  readonly target: Record<string, unknown>
  /** Where it stands. At the top: its location. Put into words by {@link locationOf}, because hardly ever is there an error. */
  readonly place: Slot | string
  /** How deep its inside is. */
  readonly depth: number
  /** The key of a map entry: its value goes there, and not into the field. */
  readonly entryKey: string | undefined
  /** Oneofs that have a field already. */
  taken: string[] | undefined
}

export function createHolder(
  target: Record<string, unknown>,
  place: Slot | string,
  depth: number,
  entryKey?: string,
): Holder {
  return { target, place, depth, entryKey, taken: undefined }
}

/** A place for a value: a field of a message, an element of its list, or the value of a map entry. */
export interface Slot {
  readonly transcoder: Transcoder
  readonly holder: Holder
  readonly field: Field
  /** What the client calls it. Nothing in a list. */
  readonly name: string
  /** Position in a list or a map; undefined where a lone value stands for a list, and in other fields. */
  readonly position: number | undefined
  /** How deep the value stands. */
  readonly depth: number
}

/** A location as parse errors print it: `tools[0].function_declarations[0]`. The root has none. */
export function locationOf(place: Slot | string): string {
  if (typeof place === 'string') return place
  const { holder, field, position } = place
  const above = locationOf(holder.place)
  const at = above === '' ? field.protoName : `${above}.${field.protoName}`
  return position === undefined ? at : `${at}[${position}]`
}

export function reject({ transcoder }: Slot, rejection: Rejection): void {
  report(transcoder, rejection)
}

/** Reports an error about a whole value. What is inside it draws no further errors. */
export function refuse({ transcoder, depth, name }: Slot, value: JsonValue, rejection: Rejection): void {
  report(transcoder, rejection)
  transcoder.reader.skip(value, depth, name)
}

/** The depth inside the value of a slot. */
export function enter({ transcoder: { reader }, holder, name, depth }: Slot, value: object): number {
  // To the proto the value of a map stands inside an entry, which is a level of its own.
  const cost = holder.entryKey === undefined ? reader.nesting.level : reader.nesting.mapValue
  return reader.enter(value, depth, cost, name)
}

/** Puts a value where it belongs. The last one counts where a field comes twice; lists grow. */
export function store({ holder: { target, entryKey }, field }: Slot, value: unknown): void {
  if (entryKey !== undefined) setOwn(target, entryKey, value)
  else if (!field.isRepeated) target[field.canonicalName] = value
  else {
    const list = target[field.canonicalName]
    if (Array.isArray(list)) list.push(value)
    else target[field.canonicalName] = [value]
  }
}

/** A field without presence that is sent with its default value is not sent at all. */
export function unset({ holder: { target }, field }: Slot): void {
  if (field.canonicalName in target) delete target[field.canonicalName]
}
