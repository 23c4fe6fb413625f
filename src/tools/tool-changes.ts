import type { Change } from '../schema/change.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import { isOmitted, sentStrict } from './declare-tool.ts'
import type { Envelope } from './envelopes.ts'
import type { ToolParts } from './tool-parts.ts'

/** What did not travel one to one of a tool: its name, its `strict`, its parameters. */
export function changesOfTool(
  parts: ToolParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): readonly Change[] {
  const changes = [...nameChange(parts.name, wireName), ...strictChange(parts.strict, envelope)]
  if (compiled === undefined) return changes
  return [...changes, ...(isOmitted(compiled, envelope) ? omission(compiled) : compiled.changes)]
}

/** Confesses a name that had to be fitted. */
export function nameChange(name: string, wireName: string): readonly Change[] {
  if (name === wireName) return []
  const note = `Sent as "${wireName}": the provider does not take the name as it is.`
  return [{ at: '', keyword: 'name', code: 'name-fitted', effect: 'encoded', enforced: true, note }]
}

/** Confesses a `strict` that the provider does not know, or that the dialect overrules. */
export function strictChange(strict: boolean | undefined, envelope: Envelope): readonly Change[] {
  const sent = sentStrict(strict, envelope)
  if (strict === undefined || sent === strict) return []
  const change = { at: '', keyword: 'strict', code: 'strict-mode-changed', enforced: true } as const
  return [
    sent === undefined
      ? { ...change, effect: 'dropped', note: 'The provider has no such mode. The schema is checked all the same.' }
      : { ...change, effect: 'rewritten', note: 'This dialect is always strict.' },
  ]
}

/** The schema is not sent, so what was done to write it did not happen; and what it says for people goes with it. */
function omission({ schema, changes }: CompiledSchema): Change[] {
  const kept = changes.filter(({ code }) => code !== 'empty-object-placeholder')
  const lost = ['title', 'description'].filter(
    (keyword) =>
      schema[keyword] !== undefined &&
      !kept.some((change) => change.keyword === keyword && change.effect === 'dropped'),
  )
  const note = 'A tool without parameters is declared without a schema.'
  return [
    { at: '', keyword: 'parameters', code: 'parameters-omitted', effect: 'rewritten', enforced: true, note },
    ...kept,
    ...lost.map(
      (keyword): Change => ({ at: '', keyword, code: 'annotation-dropped', effect: 'dropped', enforced: false, note }),
    ),
  ]
}
