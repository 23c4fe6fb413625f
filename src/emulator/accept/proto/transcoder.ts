import { setOwn } from '../../../core/json.ts'
import { type JsonReader, type JsonValue, ReadingStopped } from '../json/json-reader.ts'
import type { JsonRuleId } from '../json/json-rules.ts'
import type { Rejection } from '../rule/rule.ts'
import type { Field } from './proto-registry.ts'
import { type Misfit, type ProtoRuleId, protoRejection } from './proto-rules.ts'

export type ParseRejection = Rejection<JsonRuleId | ProtoRuleId>

/** The state of one transcoding. */
export interface Transcoder {
  readonly reader: JsonReader
  /** Whether rules that the evidence leaves in doubt are enforced. */
  readonly strict: boolean
  readonly rejections: ParseRejection[]
}

/** No limit of Google's is recorded, but a body of 20 MB can hold ten million errors, each with a path of a kilobyte. */
export const maxRejections = 1_000

class TooManyRejections {}

/** Runs a transcoding, and returns its rejections. A value that is nested too deep stops the parser: its rejection stands alone. */
export function rejectionsOf(transcoder: Transcoder, run: () => void): readonly ParseRejection[] {
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
export function report({ rejections }: Transcoder, rule: ProtoRuleId, misfit: Misfit): void {
  rejections.push(protoRejection(rule, misfit))
  if (rejections.length >= maxRejections) throw new TooManyRejections()
}

/** A message that is being filled, or an entry of a map. {@link createHolder} makes all of them, so that they have one shape. */
export interface Holder {
  readonly target: Record<string, unknown>
  /** Where it stands; at the top, its location. {@link locationOf} prints it, only when there is an error. */
  readonly place: Slot | string
  /** The depth of its members. */
  readonly depth: number
  /** The key of a map entry: the value is stored there, not in the field. */
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
  /** The client's name for it. Empty in a list. */
  readonly name: string
  /** Position in a list or a map; undefined where a lone value stands for a list, and in other fields. */
  readonly position: number | undefined
  /** The depth of the value. */
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

/** Reports an error about a whole value. No errors are reported inside it. */
export function refuse({ transcoder, depth, name }: Slot, value: JsonValue, rule: ProtoRuleId, misfit: Misfit): void {
  report(transcoder, rule, { name, ...misfit })
  transcoder.reader.skip(value, depth, name)
}

/** The depth inside the value of a slot. */
export function enter({ transcoder: { reader }, holder, name, depth }: Slot, value: object): number {
  // To the proto the value of a map stands inside an entry, which is a level of its own.
  const cost = holder.entryKey === undefined ? reader.nesting.level : reader.nesting.mapValue
  return reader.enter(value, depth, cost, name)
}

/** Stores a value. A field that comes twice has its last value; a list grows. */
export function store({ holder: { target, entryKey }, field }: Slot, value: unknown): void {
  if (entryKey !== undefined) setOwn(target, entryKey, value)
  else if (!field.isRepeated) target[field.canonicalName] = value
  else {
    const list = target[field.canonicalName]
    if (Array.isArray(list)) list.push(value)
    else target[field.canonicalName] = [value]
  }
}

/** A field without presence that has its default value counts as unset. */
export function unset({ holder: { target }, field }: Slot): void {
  if (field.canonicalName in target) delete target[field.canonicalName]
}
