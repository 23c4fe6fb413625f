import fc from 'fast-check'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import type { Content, GenerateContentRequest, Part } from '../../src/emulator/api/message.ts'
import { type Model, models } from '../../src/emulator/api/model.ts'
import { sign } from '../../src/emulator/api/signature.ts'

/** A conversation as a good client leads it. */
export interface Conversation {
  readonly endpoint: Endpoint
  readonly model: Model
  readonly request: GenerateContentRequest & { readonly contents: readonly Content[] }
}

interface Step {
  readonly text: string | undefined
  readonly names: readonly string[]
  readonly isReversed: boolean
}

interface Exchange {
  readonly question: string
  readonly steps: readonly Step[]
  readonly answer: string
}

const names = ['get_weather', 'search', 'a.b:c-d', '_x']

const arbitraryText = fc.string({ minLength: 1, maxLength: 12 })

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  text: fc.option(arbitraryText, { nil: undefined }),
  names: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
  isReversed: fc.boolean(),
})

const arbitraryExchange: fc.Arbitrary<Exchange> = fc.record({
  question: arbitraryText,
  steps: fc.array(arbitraryStep, { maxLength: 3 }),
  answer: arbitraryText,
})

/** Any model with functions, anywhere: questions, steps of parallel calls with their responses, answers. */
export const arbitraryConversation: fc.Arbitrary<Conversation> = fc
  .record({
    endpoint: fc.constantFrom<Endpoint>('ai-studio', 'vertex', 'cloud-code'),
    model: fc.constantFrom(...models.filter(({ supports }) => supports.has('functions'))),
    exchanges: fc.array(arbitraryExchange, { minLength: 1, maxLength: 4 }),
    isAnswered: fc.boolean(),
    isForgetful: fc.boolean(),
    args: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  })
  .map(({ endpoint, model, exchanges, isAnswered, isForgetful, args }) => {
    const contents: Content[] = []
    for (const [index, { question, steps, answer }] of exchanges.entries()) {
      const isLast = index === exchanges.length - 1
      contents.push({ role: 'user', parts: [{ text: question }] })
      for (const step of steps) {
        // Turns that are over may have lost their signatures.
        const isSigned = model.supports.has('signatures-required') && (isLast || !isForgetful)
        contents.push(...stepOf(step, args as never, isSigned, { endpoint, model }))
      }
      // The last word is the user's, or a response that waits for the model.
      if (!isLast) contents.push({ role: 'model', parts: [{ text: answer }] })
      else if (isAnswered && model.supports.has('prefill')) contents.push({ role: 'model', parts: [{ text: answer }] })
    }
    const tools = [{ functionDeclarations: names.map((name) => ({ name, description: name })) }]
    return { endpoint, model, request: { contents, tools } }
  })

function stepOf(
  { text, names: called, isReversed }: Step,
  args: NonNullable<NonNullable<Part['functionCall']>['args']>,
  isSigned: boolean,
  { endpoint, model }: Pick<Conversation, 'endpoint' | 'model'>,
): Content[] {
  const ids = model.supports.has('call-ids') ? called.map((_, index) => `id${index}`) : undefined
  const idOf = (index: number) => (ids === undefined ? {} : { id: ids[index] as string })
  const calls = called.map((name, index): Part => {
    const signature = sign({ name, args }, { endpoint, generation: model.generation })
    return {
      functionCall: { ...idOf(index), name, args },
      ...(isSigned && index === 0 ? { thoughtSignature: signature } : {}),
    }
  })
  const responses = called.map((name, index): Part => ({ functionResponse: { ...idOf(index), name, response: {} } }))
  return [
    { role: 'model', parts: [...(text === undefined ? [] : [{ text }]), ...calls] },
    // With ids, the order is free.
    { role: 'user', parts: isReversed && ids !== undefined ? responses.reverse() : responses },
  ]
}
