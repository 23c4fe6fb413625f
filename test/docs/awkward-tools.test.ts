import { describe, expect, test } from 'vitest'
import { compileSchema } from '../../src/schema/compile.ts'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'
import { createRenderer, demonstrate, summarise, tools } from './load-example.ts'

const shown = tools.map((tool) => {
  const demonstration = demonstrate(tool, compileSchema)
  // Vitest has rewritten the imports of the source that the demo shows.
  return { ...demonstration, input: demonstration.input.replaceAll(/__vite_\w+\./g, '') }
})

describe('the awkward tools of `npm run demo`', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))('%s is accepted by all three endpoints', (_, tool) => {
    const { schema } = compileSchema(tool.schema(), { to: 'gemini', root: 'object', ...tool.options })
    expect(acceptedEverywhere(schema, 'parameters')).toEqual([])
  })

  test('all but the one call that breaks a described constraint reach their tool', () => {
    expect(shown.filter(({ received }) => !received.isValid).map(({ name }) => name)).toEqual(['place_order'])
  })

  test('fit into 100 columns, without colour', () => {
    const { renderDemonstration, renderSummary } = createRenderer(false)
    const lines = [...shown.map(renderDemonstration), renderSummary(summarise(shown))].join('\n').split('\n')
    expect(lines.filter((line) => line.length > 100)).toEqual([])
    expect(lines.filter((line) => line.includes('\u001b'))).toEqual([])
  })

  test('are coloured where the terminal shows it', () => {
    expect(createRenderer(true).renderDemonstration(shown[0]!)).toContain('\u001b[1mrecord_scores\u001b[0m')
  })
})
