import { Output } from 'ai7'
import { z } from 'zod'
import { type ScriptStep, scriptedModel } from '../../test/runtime/mock-model.ts'
import type { Choice } from './choice.ts'
import type { Implementation } from './implementation.ts'
import { errorKind, type Plain, type PlainObject, toPlain } from './plain.ts'

/** A difference that needs a script of its own: generated conversations cannot have it, or would come to nothing with it. */
export interface ShownDifference extends Choice {
  /** The same for both. */
  readonly show: (implementation: Implementation) => Promise<Plain>
  readonly shownByAi: Plain
  readonly shownByToolfit: Plain
}

type Content = { readonly type: string; readonly toolCallId: string; readonly output: unknown }
type Result = { readonly content: Content[]; readonly response: { readonly messages: PlainObject[] } }

/** A step with one call of the tool `it`. */
export function calling(input: string, toolCallId = 'c1'): ScriptStep {
  return { content: [{ type: 'tool-call', toolCallId, toolName: 'it', input }] }
}

/** Runs a script with one tool, `it`, and tells what came of its calls, or with which error the run ended. */
export async function run(
  { generateText, tool, jsonSchema }: Implementation,
  definition: object,
  options: object = {},
  steps: readonly (ScriptStep | string)[] = [calling('{}')],
): Promise<Plain> {
  const model = scriptedModel([...steps], { version: 'v4' })
  const it = tool({ inputSchema: jsonSchema({ type: 'object' }), ...definition })
  try {
    const { content } = (await generateText({ model, tools: { it }, prompt: 'Go', ...options })) as Result
    const outputs = content.filter(({ type }) => type === 'tool-result' || type === 'tool-error')
    return outputs.map(({ type, output }) => (type === 'tool-result' ? { output: toPlain(output) } : type))
  } catch (error) {
    return errorKind(error as Error)
  }
}

/** What the model is told of the result of one call. */
async function toldOf({ generateText, tool, jsonSchema }: Implementation, output: unknown): Promise<Plain> {
  const it = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => output })
  const model = scriptedModel([calling('{}')], { version: 'v4' })
  try {
    const { response } = (await generateText({ model, tools: { it }, prompt: 'Go' })) as Result
    return toPlain((response.messages[1]!['content'] as PlainObject[])[0]!['output'])
  } catch (error) {
    return errorKind(error as Error)
  }
}

/** What the provider's tool gave, of which the first result is preliminary. */
async function foreignResults({ streamText }: Implementation): Promise<Plain> {
  const call = { toolCallId: 'c1', toolName: 'search', providerExecuted: true, dynamic: true }
  const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'search', dynamic: true }
  const stream = [
    { type: 'tool-call', input: '{}', ...call },
    { ...result, result: 'Half', preliminary: true },
    { ...result, result: 'Whole' },
  ]
  const streamed = streamText({ model: scriptedModel([{ stream }], { version: 'v4' }), prompt: 'Go' })
  const { toolResults } = streamed as unknown as { readonly toolResults: Promise<Content[]> }
  return (await toolResults).map(({ output }) => toPlain(output))
}

/** A step that only says something. */
function saying(text: string): ScriptStep {
  return { content: [{ type: 'text', text }] }
}

async function* pieces(): AsyncGenerator<string> {
  yield 'one'
  yield 'two'
}

export const shownDifferences: readonly ShownDifference[] = [
  {
    name: 'schemas-are-checked',
    ai: 'Without `validate`, input is not checked against `jsonSchema()`, and `outputSchema` only provides types.',
    toolfit: 'Both are checked. A value that does not fit is a `tool-error`.',
    reason:
      'A schema that is given should not be ignored, and the documentation of `outputSchema` says that it is checked.',
    show: async (implementation) => {
      const inputSchema = implementation.jsonSchema({ type: 'object', properties: { n: { type: 'number' } } })
      const stopWhen = implementation.stepCountIs(2)
      const steps = [calling('{"n":{}}'), 'Done.']
      return [
        await run(implementation, { inputSchema, execute: () => 'ran' }, { stopWhen }, steps),
        await run(implementation, { execute: () => 'no number', outputSchema: z.number() }),
      ]
    },
    shownByAi: [[{ output: 'ran' }], [{ output: 'no number' }]],
    shownByToolfit: [['tool-error'], ['tool-error']],
  },
  {
    name: 'results-without-a-json-form',
    ai: 'A Map or a Set reaches the model as `{}`. A BigInt, a result that contains itself, or a `toModelOutput` that throws ends the run with an error. `toModelOutput` is called after `onToolExecutionEnd`.',
    toolfit:
      'The model gets the contents of a Map or Set, and the digits of a BigInt. The other two are a `tool-error`, which the model sees. `toModelOutput` is called before `onToolExecutionEnd`, which gets its error.',
    reason: 'Nothing is lost silently, and a tool never breaks a run.',
    show: async (implementation) => {
      const circle: Record<string, unknown> = {}
      circle['itself'] = circle
      const toModelOutput = () => {
        throw new RangeError('No')
      }
      return [
        await toldOf(implementation, new Map([['a', 1]])),
        await toldOf(implementation, new Set(['a'])),
        await toldOf(implementation, { big: 12345678901234567890n }),
        await run(implementation, { execute: () => circle }),
        await run(implementation, { execute: () => 1, toModelOutput }),
      ]
    },
    shownByAi: [{ type: 'json', value: {} }, { type: 'json', value: {} }, 'TypeError', 'TypeError', 'RangeError'],
    shownByToolfit: [
      { type: 'json', value: { a: 1 } },
      { type: 'json', value: ['a'] },
      { type: 'json', value: { big: '12345678901234567890' } },
      ['tool-error'],
      ['tool-error'],
    ],
  },
  {
    name: 'warnings-are-not-printed',
    ai: 'Warnings of models are printed, or passed to the function in `globalThis.AI_SDK_LOG_WARNINGS`.',
    toolfit: 'They are passed to that function, and never printed.',
    reason: 'A library should not write to the console of a server what the result says anyway.',
    show: async ({ generateText }) => {
      const [printed, logged]: [Plain[], Plain[]] = [[], []]
      const { AI_SDK_LOG_WARNINGS: before } = globalThis as { AI_SDK_LOG_WARNINGS?: unknown }
      const { emitWarning } = process
      process.emitWarning = (message: string | Error) => void printed.push(String(message))
      const step: ScriptStep = { ...saying('Hi.'), warnings: [{ type: 'other', message: 'Odd.' }] }
      for (const log of [undefined, (event: unknown) => logged.push(toPlain(event))]) {
        Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: log })
        await generateText({ model: scriptedModel([step], { version: 'v4' }), prompt: 'Go' })
      }
      process.emitWarning = emitWarning
      Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: before })
      return [printed.filter((message) => String(message).endsWith('Odd.')).length, logged.length]
    },
    shownByAi: [1, 1],
    shownByToolfit: [0, 1],
  },
  {
    name: 'broken-json-is-repaired',
    ai: 'Input that is not valid JSON is refused, and so is an answer to `output` with text around its JSON.',
    toolfit: 'Both are repaired if the meaning is clear, and then validated.',
    reason: 'Models leave out brackets, and asking them again costs a step.',
    show: (implementation) =>
      run(
        implementation,
        { inputSchema: z.object({ city: z.string() }), execute: ({ city }: { city: string }) => city },
        { stopWhen: implementation.stepCountIs(2) },
        [calling('{"city":"Bern"'), 'Done.'],
      ),
    shownByAi: ['tool-error'],
    shownByToolfit: [{ output: 'Bern' }],
  },
  {
    name: 'promise-of-a-generator',
    ai: 'If `execute` returns a promise of an AsyncIterable, that object is the result.',
    toolfit: 'The result is streamed, as if `execute` had returned the AsyncIterable itself.',
    reason: 'That is what an async function that returns a generator means.',
    show: (implementation) => run(implementation, { execute: async () => pieces() }),
    shownByAi: [{ output: {} }],
    shownByToolfit: [{ output: 'two' }],
  },
  {
    name: 'one-result-for-each-call',
    ai: 'Two calls with the same id stay as they are. A call without a result in the messages is a `MissingToolResultsError`. Preliminary results of a provider count like its final one.',
    toolfit:
      'The second call gets a new id. A call without a result is answered as interrupted, with a warning. Only the final result of a provider counts.',
    reason: 'Providers refuse a history in which a call has no result, two results, or the id of another call.',
    show: async (implementation) => {
      const { generateText, tool, jsonSchema } = implementation
      const step = { content: [...calling('{}').content!, ...calling('{}').content!] }
      const it = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 1 })
      const model = scriptedModel([step], { version: 'v4' })
      const { content } = (await generateText({ model, tools: { it }, prompt: 'Go' })) as Result
      const open = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'it', input: {} }] }
      const messages = [{ role: 'user', content: 'Go' }, open, { role: 'user', content: 'Well?' }]
      const unanswered = await run(implementation, {}, { prompt: undefined, messages }, ['Hi.'])
      return [content.map(({ toolCallId }) => toolCallId), unanswered, await foreignResults(implementation)]
    },
    shownByAi: [['c1', 'c1', 'c1', 'c1'], 'AI_MissingToolResultsError', ['Half', 'Whole']],
    shownByToolfit: [['c1', 'c1_2', 'c1', 'c1_2'], [], ['Whole']],
  },
  {
    name: 'system-in-messages',
    ai: 'A system message in `messages` is an error, unless `allowSystemInMessages` is set.',
    toolfit: 'It is sent.',
    reason: '`ai` 5 and 6, and every provider, accept system messages there.',
    show: (implementation) =>
      run(implementation, { execute: () => 'ran' }, { prompt: undefined, messages: systemAndUser }),
    shownByAi: 'AI_InvalidPromptError',
    shownByToolfit: [{ output: 'ran' }],
  },
  {
    name: 'throwing-callbacks',
    ai: 'An error that `onStepFinish` throws is dropped; one that `onInputAvailable` of a tool throws ends the run.',
    toolfit: '`onError` gets both, and the run continues.',
    reason: 'A callback cannot break a run, and its error is not lost.',
    show: async (implementation) => {
      const errors: Plain[] = []
      const fail = () => {
        throw new RangeError('No')
      }
      const onError = ({ error }: { error: unknown }) => errors.push(toPlain(error))
      const ended = await run(implementation, { execute: () => 'ran' }, { onStepFinish: fail, onError })
      const input = await run(implementation, { execute: () => 'ran', onInputAvailable: fail }, { onError })
      return { ended, input, errors: errors.length }
    },
    shownByAi: { ended: [{ output: 'ran' }], input: 'RangeError', errors: 0 },
    shownByToolfit: { ended: [{ output: 'ran' }], input: [{ output: 'ran' }], errors: 2 },
  },
  {
    name: 'text-that-was-not-begun',
    ai: 'A text delta without a `text-start` is lost, and an `error` part takes its place.',
    toolfit: 'The delta starts its block.',
    reason: 'Text of the model must not be lost because of how it was sent.',
    show: async ({ streamText }) => {
      const stream = [{ type: 'text-delta', id: 'a', delta: 'Hi' }]
      const { fullStream, textStream: _ } = streamText({
        model: scriptedModel([{ stream }], { version: 'v4' }),
        prompt: 'Go',
        onError: () => undefined,
      })
      const types: string[] = []
      for await (const part of fullStream) types.push((part as Content).type)
      return types.filter((type) => type === 'error' || type.startsWith('text-'))
    },
    shownByAi: ['text-delta', 'error'],
    shownByToolfit: ['text-start', 'text-delta'],
  },
  {
    name: 'text-streams-throw',
    ai: 'Without `onError`, the error of a stream is written to the console, and `textStream` ends as if it were complete.',
    toolfit:
      'The error is written to the console too, and `textStream`, `partialOutputStream` and `elementStream` throw it.',
    reason: 'Half an answer must not look like a complete one. With `onError`, both libraries do the same.',
    show: async ({ streamText }) => {
      const log = console.error
      const logged: Plain[] = []
      console.error = (error: Error) => void logged.push(error.message)
      const step: ScriptStep = {
        content: [{ type: 'text', text: ['Half', ' of'] }],
        fault: { type: 'error-part', error: new Error('Overloaded'), after: 2 },
      }
      let text = ''
      try {
        const { textStream } = streamText({ model: scriptedModel([step], { version: 'v4' }), prompt: 'Go' })
        for await (const piece of textStream) text += piece
        return [text, logged]
      } catch (error) {
        return [text, logged, errorKind(error as Error)]
      } finally {
        console.error = log
      }
    },
    shownByAi: ['Half of', ['Overloaded']],
    shownByToolfit: ['Half of', ['Overloaded'], 'Error'],
  },
  {
    name: 'approvals-of-what-never-asked',
    ai: 'An approval in the messages runs a call even if its tool never asks for approval.',
    toolfit: 'The call is denied, unless the request is signed (`experimental_toolApprovalSecret`).',
    reason: 'Nobody was asked, so a client must have forged the request.',
    show: async ({ generateText, tool, jsonSchema }) => {
      let isRun = false
      const it = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => (isRun = true) })
      const messages = [
        { role: 'user', content: 'Go' },
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'c1', toolName: 'it', input: {} },
            { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
      ]
      await generateText({ model: scriptedModel(['Done.'], { version: 'v4' }), tools: { it }, messages })
      return isRun
    },
    shownByAi: true,
    shownByToolfit: false,
  },
  {
    name: 'undecided-approvals',
    ai: 'A `toolApproval` function that returns `undefined` overrides `needsApproval`, and the call runs.',
    toolfit: '`undefined` means "not decided": `needsApproval` of the tool decides.',
    reason: 'A policy about other tools must not switch off the approval that a tool asks for.',
    show: (implementation) =>
      run(implementation, { needsApproval: true, execute: () => 'ran' }, { toolApproval: () => undefined }),
    shownByAi: [{ output: 'ran' }],
    shownByToolfit: [],
  },
  {
    name: 'format-when-tools-are-done',
    ai: 'The format of `output` is requested in every step, even from Gemini 1 and 2, which answer 400 to a format together with tools.',
    toolfit:
      'These models are asked for the format when the tools are done, in an extra step if the last answer does not fit.',
    reason: 'They do not accept a format together with tools.',
    show: async ({ generateText, tool, jsonSchema }) => {
      const model = scriptedModel([calling('{}'), 'Done.', '{"n":1}'], {
        version: 'v4',
        provider: 'google.generative-ai',
        modelId: 'gemini-2.5-flash',
      })
      const it = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 1 })
      const output = Output.object({ schema: z.object({ n: z.number() }) })
      const stopWhen = ({ steps }: { steps: readonly unknown[] }) => steps.length >= 5
      const ended = await generateText({ model, tools: { it }, prompt: 'Go', output, stopWhen }).then(
        (result) => toPlain((result as { output: unknown }).output),
        (error: unknown) => errorKind(error as Error),
      )
      return [ended, ...model.calls.map(({ options }) => options.responseFormat?.type ?? 'none')]
    },
    shownByAi: ['AI_NoObjectGeneratedError', 'json', 'json'],
    shownByToolfit: [{ n: 1 }, 'none', 'none', 'json'],
  },
]

const systemAndUser = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Go' },
]
