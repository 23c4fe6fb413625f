import { isDeepStrictEqual } from 'node:util'
import { parametersOf } from './peers/capture.mjs'

/**
 * A converter, ready to be asked. `convert` goes the way that users go; `convertAgain` calls the function behind it, for what
 * is asked many times; `timed` is that function with as little around it as there is.
 */
export async function openConverter(description) {
  const { send, bare, prepare = (schema) => schema, convertAgain, timed } = await description.load()
  if (description.isOurs) return { ...description, convert: send, convertAgain, prepare, timed }
  return {
    ...description,
    convert: async (schema) => ({ ...plain, ...(await send(schema)) }),
    convertAgain: (schema) => ({ ...plain, ...parametersOf(bare(prepare(schema))) }),
    prepare,
    timed: bare,
  }
}

const same = (value) => value

/** Peers send a value as it is. A report, where there is one, is taken to tell of everything. */
const plain = {
  report: [],
  encode: same,
  decode: same,
  refuses: () => false,
  tells: ({ report }) => report.length > 0,
}

/**
 * Converts a case both ways. That both send the same is what makes it fair to count and to time with the shorter one. What the
 * users' way refuses is refused, whatever the function behind it would do.
 * @throws Error when they differ
 */
export async function convertBothWays(converter, schema) {
  const long = await attempt(() => converter.convert(structuredClone(schema)))
  if (long.error !== undefined) return long
  const short = await attempt(() => converter.convertAgain(structuredClone(schema)))
  const sent = ({ field, schema }) => [field, schema]
  if (short.error === undefined && isDeepStrictEqual(sent(long.value), sent(short.value))) return long
  const shown = [schema, long.value, short.value ?? String(short.error)].map((each) => JSON.stringify(each))
  throw new Error(`${converter.id}: its public call and its bare function differ\n${shown.join('\n')}`)
}

/** What a call returned, or what it threw. */
export async function attempt(call) {
  try {
    return { value: await call() }
  } catch (error) {
    return { error }
  }
}

export function attemptNow(call) {
  try {
    return { value: call() }
  } catch (error) {
    return { error }
  }
}
