type Whole =
  | null
  | undefined
  | string
  | number
  | boolean
  | symbol
  | bigint
  | Date
  | RegExp
  | Map<unknown, unknown>
  | Set<unknown>
  | ((...args: never[]) => unknown)

/** A value of which any part may not be there yet. */
export type DeepPartial<T> = T extends Whole
  ? T
  : T extends readonly (infer ITEM)[]
    ? number extends T['length']
      ? DeepPartial<ITEM | undefined>[]
      : { [KEY in keyof T]?: DeepPartial<T[KEY]> }
    : T extends object
      ? { [KEY in keyof T]?: DeepPartial<T[KEY]> }
      : unknown
