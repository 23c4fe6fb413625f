import type { ParseResult } from '../../schema/issue.ts'
import { JsonReader } from './json-reader.ts'
import type { PartialReader } from './output-spec.ts'
import { issueAt, unwrap, wrapped } from './schema-output.ts'

const key = 'result'

export function choiceSchema(options: readonly string[]): object {
  return wrapped(key, { type: 'string', enum: options })
}

export function checkChoice(answer: unknown, options: readonly string[]): ParseResult {
  // Some models leave the wrapping out.
  const { value, issues } = typeof answer === 'string' ? { value: answer } : unwrap(answer, key)
  if (issues !== undefined) return { issues }
  if (options.includes(value as string)) return { value }
  return { issues: [issueAt(`/${key}`, 'enum', `Must be one of ${JSON.stringify(options)}.`)] }
}

/** Gives the choice as soon as no other one begins like it. */
export function readChoice<CHOICE extends string>(options: readonly CHOICE[]): PartialReader<CHOICE, never> {
  const reader = new JsonReader()
  let last: CHOICE | undefined
  return {
    push(delta) {
      reader.push(delta)
      const written = unwrap(reader.live, key).value
      if (typeof written !== 'string' || reader.isBroken) return undefined
      const possible = options.filter((option) => (reader.isDone ? option === written : option.startsWith(written)))
      if (possible.length !== 1 || possible[0] === last) return undefined
      last = possible[0]!
      return { partial: last }
    },
  }
}
