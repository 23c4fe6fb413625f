import { afterEach, describe, expect, it } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { openTelemetry } from './open-telemetry.ts'
import type { RunTelemetry } from './run-telemetry.ts'
import {
  type Attributes,
  createContext,
  spanKey,
  type TelemetryOptions,
  type TraceContext,
  type Tracer,
} from './tracing-api.ts'

const apiKey = Symbol.for('opentelemetry.js.api.1')
const globals = globalThis as Record<symbol, unknown>
afterEach(() => {
  delete globals[apiKey]
})

const model = { provider: 'google.generative-ai', modelId: 'gemini-2.5-flash' }
const usage: LanguageModelUsage = {
  inputTokens: 10,
  inputTokenDetails: { noCacheTokens: 6, cacheReadTokens: 4, cacheWriteTokens: undefined },
  outputTokens: 7,
  outputTokenDetails: { textTokens: 5, reasoningTokens: 2 },
  totalTokens: 17,
}

interface Recorded {
  readonly name: string
  readonly parent: string | undefined
  attributes: Attributes
  status?: { code: number; message?: string }
  readonly exceptions: unknown[]
  ended: number
}

/** A tracer that keeps what it is told. */
function createTracer(): { tracer: Tracer; spans: Recorded[] } {
  const spans: Recorded[] = []
  const tracer: Tracer = {
    startSpan(name, { attributes = {} } = {}, context = createContext()) {
      const parent = (context.getValue(spanKey) as { name?: string } | undefined)?.name
      const span: Recorded = { name, parent, attributes, exceptions: [], ended: 0 }
      spans.push(span)
      return {
        name,
        isRecording: () => true,
        setAttributes: (more: Attributes) => Object.assign(span.attributes, more),
        setStatus: (status: { code: number; message?: string }) => Object.assign(span, { status }),
        recordException: (error: Error) => span.exceptions.push(error),
        end: () => {
          span.ended += 1
        },
      } as ReturnType<Tracer['startSpan']>
    },
  }
  return { tracer, spans }
}

async function open(options: TelemetryOptions): Promise<RunTelemetry> {
  return (await openTelemetry(options, false, model, 'call-1'))!.telemetry!
}

function runAll(telemetry: RunTelemetry): void {
  const prompt = [
    { role: 'system', content: 'Be kind.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather?' },
        { type: 'image', image: 'AAAA', mediaType: 'image/png' },
      ],
    },
  ]
  const settings = {
    temperature: 0.5,
    maxOutputTokens: 100,
    stopSequences: ['END'],
    headers: { authorization: 'secret' },
  }
  const step = telemetry.startStep({ stepNumber: 0, model, settings, messages: prompt })
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } }
  const response = { id: 'r1', modelId: 'gemini-2.5-flash-001' }
  step.end({
    usage,
    finishReason: 'tool-calls',
    response,
    content: [{ type: 'reasoning', text: 'Hm' }, call, { ...call, type: 'tool-result', output: 5 }],
  })
  const tool = telemetry.startTool({ toolName: 'weather', toolCallId: 'c1', input: { city: 'Oslo' } })
  tool.end({ output: { degrees: 5n } })
  telemetry.end({ usage, finishReason: 'stop', text: 'Cold.' })
}

describe('openTelemetry', () => {
  it('is off where no provider is registered and no tracer is given, and where it is switched off', () => {
    const { tracer } = createTracer()
    expect(openTelemetry(undefined, false, model, 'call-1')).toBeUndefined()
    expect(openTelemetry({ isEnabled: true }, false, model, 'call-1')).toBeUndefined()
    expect(openTelemetry({ isEnabled: false, tracer }, false, model, 'call-1')).toBeUndefined()
  })

  it('leaves spans to integrations, unless a tracer is given for them', async () => {
    const { tracer } = createTracer()
    globals[apiKey] = { trace: { getTracer: () => tracer } }
    const own = async (options: TelemetryOptions) => (await openTelemetry(options, false, model, 'call-1'))!.telemetry
    expect(await own({})).toBeDefined()
    expect(await own({ integrations: [{}] })).toBeUndefined()
    expect(await own({ integrations: [{}], tracer })).toBeDefined()
  })

  it('names spans and attributes by the conventions for generative AI, and tells no content', async () => {
    const { tracer, spans } = createTracer()
    runAll(await open({ tracer, functionId: 'support', metadata: { tenant: 'acme', tries: 2, odd: { a: 1 } } }))
    expect(spans).toEqual([
      {
        name: 'invoke_agent support',
        parent: undefined,
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'support',
          'gen_ai.provider.name': 'gcp.gemini',
          'gen_ai.request.model': 'gemini-2.5-flash',
          'toolfit.metadata.tenant': 'acme',
          'toolfit.metadata.tries': 2,
          'gen_ai.usage.input_tokens': 10,
          'gen_ai.usage.cache_read.input_tokens': 4,
          'gen_ai.usage.output_tokens': 7,
          'gen_ai.usage.reasoning.output_tokens': 2,
          'gen_ai.response.finish_reasons': ['stop'],
        },
        exceptions: [],
        ended: 1,
      },
      {
        name: 'chat gemini-2.5-flash',
        parent: 'invoke_agent support',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'gcp.gemini',
          'gen_ai.request.model': 'gemini-2.5-flash',
          'gen_ai.request.max_tokens': 100,
          'gen_ai.request.temperature': 0.5,
          'gen_ai.request.stop_sequences': ['END'],
          'gen_ai.request.stream': false,
          'toolfit.step.number': 0,
          'gen_ai.usage.input_tokens': 10,
          'gen_ai.usage.cache_read.input_tokens': 4,
          'gen_ai.usage.output_tokens': 7,
          'gen_ai.usage.reasoning.output_tokens': 2,
          'gen_ai.response.finish_reasons': ['tool-calls'],
          'gen_ai.response.id': 'r1',
          'gen_ai.response.model': 'gemini-2.5-flash-001',
        },
        exceptions: [],
        ended: 1,
      },
      {
        name: 'execute_tool weather',
        parent: 'invoke_agent support',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'weather',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.type': 'function',
        },
        exceptions: [],
        ended: 1,
      },
    ])
  })

  it('tells content where it is asked to, and never bytes or headers', async () => {
    const { tracer, spans } = createTracer()
    runAll(await open({ tracer, recordInputs: true, recordOutputs: true }))
    const [run, step, tool] = spans.map(({ attributes }) => attributes)
    expect(JSON.parse(String(step!['gen_ai.input.messages']))).toEqual([
      { role: 'system', parts: [{ type: 'text', content: 'Be kind.' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'Weather?' },
          { type: 'blob', modality: 'image', mime_type: 'image/png' },
        ],
      },
    ])
    expect(JSON.parse(String(step!['gen_ai.output.messages']))).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'Hm' },
          { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Oslo' } },
        ],
        finish_reason: 'tool_call',
      },
    ])
    expect(tool).toMatchObject({
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '{"degrees":"5"}',
    })
    expect(run!['gen_ai.output.messages']).toContain('Cold.')
    expect(JSON.stringify(spans)).not.toContain('secret')
  })

  it.each([
    ['openai.chat', 'openai'],
    ['google.vertex.chat', 'gcp.vertex_ai'],
    ['amazon-bedrock', 'aws.bedrock'],
    ['xai.responses', 'x_ai'],
    ['acme', 'acme'],
  ])('calls the provider %s %s', async (provider, name) => {
    const { tracer, spans } = createTracer()
    await openTelemetry({ tracer }, true, { provider, modelId: 'm' }, 'call-1')
    expect(spans[0]!.attributes['gen_ai.provider.name']).toBe(name)
  })
})

describe('errors', () => {
  it('are told by their code or name, once, and on everything that is open', async () => {
    const { tracer, spans } = createTracer()
    const telemetry = await open({ tracer })
    telemetry.startStep({ stepNumber: 0, model, settings: {} })
    const tool = telemetry.startTool({ toolName: 't', toolCallId: 'c', input: {} })
    tool.fail(new RangeError('Too far'))
    const error = new ToolfitError('model-timeout', 'The provider kept silent.')
    telemetry.fail(error)
    telemetry.end({ usage, finishReason: 'stop' })
    expect(spans.map(({ attributes, status, ended }) => [attributes['error.type'], status?.message, ended])).toEqual([
      ['model-timeout', 'The provider kept silent.', 1],
      ['model-timeout', 'The provider kept silent.', 1],
      ['RangeError', 'Too far', 1],
    ])
    expect(spans[0]!.exceptions).toEqual([error])
  })

  it('keep to themselves what the model wrote, unless outputs are told', async () => {
    for (const recordOutputs of [false, true]) {
      const { tracer, spans } = createTracer()
      const telemetry = await open({ tracer, recordOutputs })
      telemetry.fail(new ToolfitError('output-invalid', 'Got "private".'))
      expect(spans[0]!.status).toEqual(recordOutputs ? { code: 2, message: 'Got "private".' } : { code: 2 })
      expect(spans[0]!.exceptions).toHaveLength(recordOutputs ? 1 : 0)
    }
  })
})

describe('what tracers do wrong', () => {
  const fail = (): never => {
    throw new Error('broken tracer')
  }

  it('does not break a run', async () => {
    const broken = { isRecording: fail, setAttributes: fail, setStatus: fail, recordException: fail, end: fail }
    const tracers: Tracer[] = [{ startSpan: fail }, { startSpan: () => broken }, {} as Tracer]
    for (const tracer of tracers) {
      const telemetry = await open({ tracer, recordInputs: true, recordOutputs: true })
      runAll(telemetry)
      telemetry.startStep({ stepNumber: 1, model, settings: {} }).fail(new Error('x'))
      telemetry.fail(new Error('x'))
    }
    globals[apiKey] = { trace: { getTracer: fail }, context: { active: fail } }
    expect(openTelemetry({}, false, model, 'call-1')).toBeUndefined()
  })

  it('does not run work twice, nor hide what the work throws', async () => {
    const { tracer } = createTracer()
    const managers = [
      { with: fail },
      { with: (_context: TraceContext, work: () => unknown) => fail() ?? work() },
      { with: (_context: TraceContext, work: () => unknown) => work() && fail() },
    ]
    for (const manager of managers) {
      globals[apiKey] = { context: { active: () => createContext(), ...manager } }
      const step = (await open({ tracer })).startStep({ stepNumber: 0, model, settings: {} })
      let runs = 0
      expect(step.run(() => ++runs)).toBe(1)
      expect(() =>
        step.run(() => {
          throw new Error('mine')
        }),
      ).toThrow('mine')
      expect(runs).toBe(1)
    }
  })

  it('does not fail on values that have no JSON', async () => {
    const { tracer, spans } = createTracer()
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const telemetry = await open({ tracer, recordInputs: true, recordOutputs: true })
    telemetry.startTool({ toolName: 't', toolCallId: 'c', input: circular }).end({ output: undefined })
    expect(spans[1]!.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '"[no JSON]"',
      'gen_ai.tool.call.result': 'null',
    })
  })
})
