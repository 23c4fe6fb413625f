import type { CompiledTools, DialectId } from 'toolfit'
import { accepts } from '../test/acceptance/index.ts'
import { declaredIn, isTakenName } from './declared-in.ts'

/** The tools that the dialect's endpoints would refuse as they are sent, each with the reasons. */
export function refusalsOf(compiled: CompiledTools, dialect: DialectId): ReadonlyMap<string, readonly string[]> {
  const declared = new Map(declaredIn(compiled.tools, dialect).map((tool) => [tool.name, tool]))
  const refusals = compiled.entries.map(({ toolName, wireName }) => {
    const sent = declared.get(wireName)
    if (sent === undefined) return [toolName, ['not declared']] as const
    const { name, schema } = sent
    return [
      toolName,
      [
        ...(isTakenName(name, dialect) ? [] : [`${dialect}: the name ${name}`]),
        // `openai` has no rules: the user's own schema is passed on.
        ...(schema === undefined ? [] : (accepts[dialect]?.(schema, 'tool') ?? [])).map(
          (text) => `${dialect}: ${text}`,
        ),
      ],
    ] as const
  })
  return new Map(refusals.filter(([, reasons]) => reasons.length > 0))
}
