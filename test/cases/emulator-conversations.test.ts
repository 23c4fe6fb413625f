import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import type { RuleId } from '../../src/emulator/accept/rules.ts'
import type { Content, Part } from '../../src/emulator/api/message.ts'
import { runs } from '../laws/runs.ts'
import { isWhole } from '../test-level.ts'
import { arbitraryConversation, type Conversation } from './emulator-conversation.ts'

function check({ endpoint, model, request }: Conversation, contents: readonly Content[] = request.contents) {
  const inner = { ...request, contents }
  const body = endpoint === 'cloud-code' ? { model: model.id, project: 'p', request: inner } : inner
  const parsed = parseRequest(JSON.stringify(body), 'GenerateContentRequest', { endpoint })
  return parsed.message === undefined ? parsed.rejections : checkRequest(parsed.message, { endpoint, model })
}

test('a conversation as a good client leads it is taken, by any endpoint and model', () => {
  fc.assert(
    fc.property(arbitraryConversation, (conversation) => {
      expect(check(conversation)).toEqual([])
    }),
    runs(0.5),
  )
})

/** A way to break one rule. Undefined: there is nothing to break in this conversation. */
interface Breach {
  readonly title: string
  /** Any of them: which one depends on the endpoint, and on what else the conversation has. */
  readonly rules: readonly RuleId[]
  breakIt(contents: readonly Content[], conversation: Conversation): readonly Content[] | undefined
}

const partsOf = ({ parts = [] }: Content) => parts
const hasCall = (content: Content) => partsOf(content).some(({ functionCall }) => functionCall !== undefined)
const hasResponse = (content: Content) =>
  partsOf(content).some(({ functionResponse }) => functionResponse !== undefined)
const changed = (contents: readonly Content[], index: number, parts: readonly Part[]) =>
  contents.with(index, { ...contents[index], parts })
const needsSignature = ({ model }: Conversation) => model.supports.has('signatures-required')
const isText = ({ text }: Part) => text !== undefined

const breaches: readonly Breach[] = [
  {
    title: 'a role that is none',
    rules: ['role-unknown'],
    breakIt: (contents) => contents.with(0, { ...contents[0], role: 'assistant' }),
  },
  {
    title: 'a first question that is gone',
    rules: ['function-call-order'],
    breakIt: (contents) => (contents[1] !== undefined && hasCall(contents[1]) ? contents.slice(1) : undefined),
  },
  {
    title: 'a call that is gone, while its response stays',
    rules: ['function-response-order', 'function-response-count', 'function-response-split'],
    breakIt: (contents) => {
      const at = contents.findIndex(hasCall)
      return at === -1 ? undefined : contents.toSpliced(at, 1)
    },
  },
  {
    title: 'a response too few',
    rules: ['function-response-count'],
    breakIt: (contents) => {
      const at = contents.findIndex((content) => hasResponse(content) && partsOf(content).length > 1)
      return at === -1 ? undefined : changed(contents, at, partsOf(contents[at] as Content).slice(1))
    },
  },
  {
    title: 'no response to a call, but a question',
    rules: ['function-call-unanswered'],
    breakIt: (contents) => {
      const at = contents.findIndex(hasResponse)
      return at === -1 ? undefined : changed(contents, at, [{ text: 'never mind' }])
    },
  },
  {
    title: 'responses that are split',
    rules: ['function-response-split'],
    breakIt: (contents, { endpoint, model }) => {
      // AI Studio takes them with models up to 2.5.
      if (endpoint === 'ai-studio' && model.generation === '2.5') return undefined
      const at = contents.findIndex((content) => hasResponse(content) && partsOf(content).length > 1)
      if (at === -1) return undefined
      const [first, ...rest] = partsOf(contents[at] as Content)
      return contents.toSpliced(at, 1, { role: 'user', parts: [first as Part] }, { role: 'user', parts: rest })
    },
  },
  {
    title: 'a call whose signature is gone',
    rules: ['signature-missing'],
    breakIt: (contents, conversation) => {
      const start = contents.findLastIndex((content) => content.role === 'user' && partsOf(content).some(isText))
      const at = contents.findIndex((content, index) => index > start && hasCall(content))
      if (at === -1 || !needsSignature(conversation)) return undefined
      const unsigned = partsOf(contents[at] as Content).map(({ thoughtSignature: _, ...part }) => part)
      return changed(contents, at, unsigned)
    },
  },
  {
    title: 'a call whose arguments were changed under its signature',
    rules: ['signature-moved', 'signature-corrupted-elsewhere'],
    breakIt: (contents, conversation) => {
      const isSigned = ({ thoughtSignature }: Part) => thoughtSignature !== undefined
      const at = contents.findIndex((content) => partsOf(content).some(isSigned))
      if (at === -1 || !needsSignature(conversation)) return undefined
      const parts = partsOf(contents[at] as Content).map((part) =>
        isSigned(part) ? { ...part, functionCall: { ...part.functionCall, args: { changed: true } } } : part,
      )
      return changed(contents, at, parts)
    },
  },
  {
    title: 'a model that has the last word',
    rules: ['model-turn-last'],
    breakIt: (contents, { model }) =>
      model.supports.has('prefill') ? undefined : [...contents, { role: 'model', parts: [{ text: 'so' }] }],
  },
  {
    title: 'a content without parts',
    rules: ['parts-empty', 'parts-required'],
    breakIt: (contents) => changed(contents, contents.length - 1, []),
  },
  {
    title: 'a part without data',
    rules: ['part-without-data', 'text-required'],
    breakIt: (contents) => changed(contents, 0, [{}]),
  },
  {
    title: 'a response that has a reference in it',
    rules: ['function-response-reference'],
    breakIt: (contents) => {
      const at = contents.findIndex(hasResponse)
      if (at === -1) return undefined
      const parts = partsOf(contents[at] as Content).map((part) => ({
        functionResponse: { ...part.functionResponse, response: { a: [{ $ref: '#/x' }] } },
      }))
      return changed(contents, at, parts)
    },
  },
]

test.each(breaches)('$title is refused for it', ({ rules, breakIt }) => {
  let broken = 0
  fc.assert(
    fc.property(arbitraryConversation, (conversation) => {
      const contents = breakIt(conversation.request.contents, conversation)
      if (contents === undefined) return
      broken++
      expect(rules).toContain(check(conversation, contents)[0]?.rule)
    }),
    runs(0.5),
  )
  expect(broken).toBeGreaterThan(isWhole ? 20 : 5)
})
