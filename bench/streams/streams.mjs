/**
 * An answer as each provider streams it: thoughts, a long text, and a call with long arguments. Pieces are as long as theirs are: Gemini
 * sends sentences, the others words. Each text is the data of one event.
 */
const words =
  'The weather in Graz is mild today, with some clouds; tomorrow rain is likely, so take an umbrella with you. '
const text = words.repeat(60)
const thoughts = words.repeat(10)
const args = JSON.stringify({ path: 'a/b.txt', content: words.repeat(10) })

const cut = (whole, size) => whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g'))

function geminiStream() {
  const chunk = (parts, rest = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...rest }],
    usageMetadata: {
      promptTokenCount: 120,
      candidatesTokenCount: 40,
      totalTokenCount: 460,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 120 }],
      thoughtsTokenCount: 300,
    },
    modelVersion: 'gemini-3-flash-preview',
    responseId: 'k9wZaZz2Gq2kvdIPpqKZ4A8',
  })
  const call = { name: 'write', args: JSON.parse(args), id: 'call_a1b2c3' }
  return [
    ...cut(thoughts, 200).map((piece) => chunk([{ text: piece, thought: true }])),
    ...cut(text, 60).map((piece) => chunk([{ text: piece }])),
    chunk([{ functionCall: call, thoughtSignature: 'c2ln'.repeat(100) }]),
    chunk([{ text: '' }], { finishReason: 'STOP' }),
  ]
}

function openaiStream() {
  const head = {
    id: 'chatcmpl-CaTq3vYfN0aJm2u7n8d5w1x9',
    object: 'chat.completion.chunk',
    created: 1_763_200_000,
    model: 'gpt-5.2-2026-01-01',
    service_tier: 'default',
    system_fingerprint: 'fp_a1b2c3d4e5',
  }
  const chunk = (delta, finish_reason = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    usage: null,
    obfuscation: 'a1B2c3D4',
  })
  const called = { index: 0, id: 'call_a1b2c3', type: 'function', function: { name: 'write', arguments: '' } }
  return [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...cut(thoughts, 6).map((piece) => chunk({ reasoning_content: piece })),
    ...cut(text, 6).map((piece) => chunk({ content: piece })),
    chunk({ tool_calls: [called] }),
    ...cut(args, 6).map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    chunk({}, 'tool_calls'),
    { ...head, choices: [], usage: { prompt_tokens: 120, completion_tokens: 340, total_tokens: 460 } },
  ]
}

function anthropicStream() {
  const block = (index, content_block, deltas) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  const usage = { input_tokens: 120, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 }
  const signature = { type: 'signature_delta', signature: 'c2ln'.repeat(100) }
  const message = {
    id: 'msg_01a1b2c3d4',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [],
    usage,
  }
  return [
    { type: 'message_start', message },
    ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
      ...cut(thoughts, 12).map((thinking) => ({ type: 'thinking_delta', thinking })),
      signature,
    ]),
    ...block(
      1,
      { type: 'text', text: '' },
      cut(text, 12).map((piece) => ({ type: 'text_delta', text: piece })),
    ),
    ...block(
      2,
      { type: 'tool_use', id: 'toolu_a1', name: 'write', input: {} },
      cut(args, 12).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    ),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 340 } },
    { type: 'message_stop' },
  ]
}

const texts = (events) => events.map((event) => JSON.stringify(event))

export const streams = {
  Gemini: texts(geminiStream()),
  OpenAI: [...texts(openaiStream()), '[DONE]'],
  Anthropic: texts(anthropicStream()),
}
