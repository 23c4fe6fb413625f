/**
 * - `accepted`: a request that Gemini took is taken by the emulator.
 * - `errors`: a request that Gemini refused is refused in the same words.
 * - `decoded`: our model reads the answer as an independent reader does.
 * - `state`: opaque values of the answer are in the next request.
 * - `requests`: a request that was taken is decoded and encoded to the same meaning.
 */
export type Column = 'accepted' | 'errors' | 'decoded' | 'state' | 'requests'

export const columns: readonly Column[] = ['accepted', 'errors', 'decoded', 'state', 'requests']

interface Difference {
  readonly directory: string
  readonly column: Column
  readonly text: string
}

interface Exception {
  readonly column: Column
  /** Found in the text of the difference. */
  readonly pattern: RegExp
  readonly reason: string
}

/** Differences that stay, each with its reason. No recording is named: others of the same kind are excepted too. */
export const exceptions: readonly Exception[] = [
  {
    column: 'errors',
    pattern: /^there 429 "You exceeded your current quota/,
    reason: 'The quota belongs to the account and not to the request. A fault of the emulator answers it.',
  },
  {
    column: 'errors',
    pattern: /Call ListModels to see the list/,
    reason: 'AI Studio says "Call ModelService.ListModels" since 2026; the emulator has the newer words.',
  },
  {
    column: 'errors',
    pattern: /^there 400 "Cannot fetch content from the provided URL/,
    reason: 'The emulator fetches no URLs.',
  },
  {
    column: 'requests',
    pattern: /The files of this result \(\d+\) follow in the next user message/,
    reason: 'Tool messages of chat completions have texts only, by OpenAI’s documents; files go into a user message.',
  },
  {
    column: 'requests',
    pattern: /^threw Invalid value: '[^']*'\. Supported values are: 'function'/,
    reason: 'A tool of a type that only its server knows is refused in words, not dropped.',
  },
  {
    column: 'requests',
    pattern: /^\["assistant",.*\] became \["system",/,
    reason:
      'A system message inside a conversation, which only new models of Anthropic take, is moved to the top. The repair is a warning.',
  },
]

/** The most that is excepted. This number only becomes smaller. */
export const mostExcepted = 10

export function exceptionFor({ column, text }: Difference): Exception | undefined {
  return exceptions.find((exception) => exception.column === column && exception.pattern.test(text))
}
