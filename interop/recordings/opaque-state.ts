/** Fields whose values mean something to the provider only, and must come back as they are. */
const opaqueFields: ReadonlySet<string> = new Set([
  'thoughtSignature',
  'thought_signature',
  'signature',
  'encrypted_content',
  'encrypted_index',
  'encrypted_stdout',
])

/** The distinct opaque values in an answer; of pieces of a stream, each piece. */
export function opaqueValues(response: string): string[] {
  const found = new Set<string>()
  for (const line of response.trimStart().startsWith('{') || response.trimStart().startsWith('[')
    ? [response]
    : linesOf(response)) {
    visit(JSON.parse(line), found)
  }
  return [...found]
}

function linesOf(stream: string): string[] {
  return stream
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((data) => data !== '' && data !== '[DONE]')
}

function visit(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  // OpenRouter: `{ type: 'reasoning.encrypted', data }`; Anthropic: `{ type: 'redacted_thinking', data }`.
  const { type, data } = value as { readonly type?: unknown; readonly data?: unknown }
  if (typeof data === 'string' && (type === 'reasoning.encrypted' || type === 'redacted_thinking')) found.add(data)
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string' && member !== '' && opaqueFields.has(key)) found.add(member)
    else visit(member, found)
  }
}
