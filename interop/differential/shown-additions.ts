import { calling, run, type ShownDifference } from './shown-differences.ts'

/** What `ai` refuses or ignores, and what works here: a program that runs on `ai` runs in the same way. */
export const additions: readonly ShownDifference[] = [
  {
    name: 'max-steps',
    ai: '`maxSteps` is ignored since `ai` 5.',
    toolfit: 'It is the number of steps.',
    reason: 'Ignored, it looks like a loop that stops for no reason.',
    show: (implementation) =>
      run(implementation, { execute: () => 'ran' }, { maxSteps: 2 }, [calling('{}'), calling('{}', 'c2')]),
    shownByAi: [{ output: 'ran' }],
    shownByToolfit: [{ output: 'ran' }, { output: 'ran' }],
  },
  {
    name: 'raw-json-schema',
    ai: 'A JSON Schema that is not wrapped by `jsonSchema()` is a TypeError.',
    toolfit: 'It is a schema.',
    reason: 'It can only mean a schema.',
    show: (implementation) => run(implementation, { inputSchema: { type: 'object' }, execute: () => 'ran' }),
    shownByAi: 'TypeError',
    shownByToolfit: [{ output: 'ran' }],
  },
]
