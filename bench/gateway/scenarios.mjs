/**
 * What is asked and answered: requests in OpenAI's shape, and what Gemini's side answers them with, as bytes that lie ready. All gateways
 * get the same, and `complaintAbout` reads every answer: one that is not complete makes the measurement void.
 */
import { complaintAboutAnswer, complaintAboutStream } from './read-answer.mjs'

export const model = 'gemini-3-flash-preview'

const usageMetadata = { promptTokenCount: 812, candidatesTokenCount: 64, totalTokenCount: 876 }
const sentence = 'The harbour office opens at seven, and the ferry to the islands leaves at half past eight.'
const signature = Buffer.from('a signature as long as those of short thoughts. '.repeat(6)).toString('base64')

/** Stands in the last message of every request, and is another number each time: nobody asks the same twice, word for word. */
export const requestNumber = '#0000000'

/** How many pieces the streamed answer has. */
const pieceCount = 50
const pieces = Array.from({ length: pieceCount }, (_, index) => `Piece ${index} of the answer, a few words long. `)

const call = {
  name: 'tool_7',
  args: { query: 'ferries', filter: { tags: ['north', 'late'], range: { from: 1, to: 9 } } },
}

export const scenarioNames = ['small', 'tools', 'stream50', 'image1MB']

export const scenarios = {
  small: plain({ messages: openingMessages() }, { text: sentence }),
  // Every message of every request is new. The tools are those of one agent.
  tools: plain({ messages: toolMessages(), tools: nestedTools() }, { call }),
  stream50: streamed({ messages: openingMessages() }),
  image1MB: plain({ messages: imageMessages() }, { text: sentence }),
  // For the time to the first byte: a long request, whose answer is streamed.
  streamedTools: streamed({ messages: toolMessages(), tools: nestedTools() }),
}

function plain(request, expected) {
  const part = expected.call ? { functionCall: expected.call, thoughtSignature: signature } : { text: expected.text }
  return {
    request,
    answer: { json: Buffer.from(JSON.stringify(replyOf(part, 'STOP'))) },
    complaintAbout: (answer) => complaintAboutAnswer(answer, expected),
  }
}

function streamed(request) {
  const replies = pieces.map((text, index) => replyOf({ text }, index === pieceCount - 1 ? 'STOP' : undefined))
  return {
    request: { ...request, stream: true },
    answer: { sse: Buffer.from(eventsOf(replies)), array: Buffer.from(arrayOf(replies)) },
    complaintAbout: (answer) => complaintAboutStream(answer, { text: pieces.join('') }),
  }
}

/** One message of Gemini's: a whole answer, or a piece of a stream. */
export function replyOf(part, finishReason) {
  const candidate = { content: { role: 'model', parts: [part] }, ...(finishReason && { finishReason }), index: 0 }
  return { candidates: [candidate], usageMetadata, modelVersion: model, responseId: 'bench-response' }
}

/** What `?alt=sse` asks for. */
export function eventsOf(replies) {
  return replies.map((reply) => `data: ${JSON.stringify(reply)}\r\n\r\n`).join('')
}

/** What Gemini streams without it, and what Portkey reads. */
export function arrayOf(replies) {
  return `[${replies.map((reply) => JSON.stringify(reply, null, 2)).join('\n,\r\n')}\n]`
}

function openingMessages() {
  return [
    { role: 'system', content: 'You answer in one sentence.' },
    { role: 'user', content: `When does the ferry leave, and is the office open by then? ${requestNumber}` },
  ]
}

/** 25: a conversation with eleven calls behind it. The number of the request stands in each of its messages but the system's. */
function toolMessages(mark = requestNumber) {
  const exchanges = Array.from({ length: 11 }, (_, index) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `call_${index}`,
          type: 'function',
          function: { name: `tool_${index}`, arguments: JSON.stringify({ ...call.args, query: `ferries${mark}` }) },
        },
      ],
    },
    {
      role: 'tool',
      tool_call_id: `call_${index}`,
      content: JSON.stringify({
        found: [{ id: index, title: `${sentence}${mark}`, score: 0.5 + index / 100 }],
        isComplete: true,
      }),
    },
  ])
  const [system, first] = openingMessages()
  const opening = [system, { ...first, content: `When does the ferry leave?${mark}` }]
  const last = { role: 'user', content: `And the late ones, to the north? ${requestNumber}` }
  return [...opening, ...exchanges.flat(), last]
}

function nestedTools() {
  return Array.from({ length: 20 }, (_, index) => ({
    type: 'function',
    function: {
      name: `tool_${index}`,
      description: `Looks things up in register ${index} of the harbour office. Use it where a question names one.`,
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for, in the words of the question.' },
          filter: {
            type: 'object',
            description:
              'Leaves out what the question does not ask for: tags that must be there, and hours of the day.',
            properties: {
              tags: { type: 'array', items: { type: 'string', enum: ['north', 'south', 'late', 'early'] } },
              range: {
                type: 'object',
                properties: { from: { type: 'integer', minimum: 0 }, to: { type: 'integer', maximum: 24 } },
                required: ['from'],
              },
            },
            required: ['tags'],
          },
          limit: { type: 'integer', description: 'The most rows to answer with.' },
        },
        required: ['query', 'filter'],
      },
    },
  }))
}

/** A megabyte of base64, which is no picture: nobody on the way looks into it. */
function imageMessages() {
  const bytes = Buffer.alloc(786_432)
  for (let index = 0, state = 1; index < bytes.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[index] = state >>> 24
  }
  const url = `data:image/png;base64,${bytes.toString('base64')}`
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: `What is on it? ${requestNumber}` },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ]
}
