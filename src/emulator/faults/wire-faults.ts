import { type Bytes, bytesOf, type Delivery, type Step } from '../api/delivery.ts'
import { after, type Chunk, changeParts, type Fault, type Parameter, positionIn, type Settings } from './fault.ts'

const forever: Parameter = {
  default: Number.POSITIVE_INFINITY,
  summary: 'how long; without it, until the caller gives up',
}

const end: Parameter = {
  default: 'close',
  summary: 'a proper end of the body, or a broken connection',
  oneOf: ['close', 'reset'],
}

/** A broken connection discards what is on its way, and `fetch` what nobody has read. */
const msBeforeReset = 20

/** A character of several bytes. */
const wide = '☃'

export const wireFaults: readonly Fault[] = [
  {
    name: 'stall',
    summary: 'Nothing comes, not even the head of an answer',
    parameters: { ms: forever },
    deliver: (delivery, { ms }) => ({ ...delivery, before: [...delivery.before, { kind: 'wait', ms: Number(ms) }] }),
  },
  {
    name: 'stall-mid-stream',
    summary: 'The stream begins and then falls silent',
    parameters: { after, ms: forever },
    deliver: (delivery, settings) => pauseInside(delivery, Number(settings.after), Number(settings.ms)),
  },
  {
    name: 'slow',
    summary: 'Every piece is late',
    parameters: { ms: { default: 200, summary: 'before each event' } },
    deliver: (delivery, { ms }) => ({
      ...delivery,
      steps: delivery.steps.flatMap((step): Step[] => [
        ...(step.kind === 'bytes' ? [{ kind: 'wait' as const, ms: Number(ms) }] : []),
        step,
      ]),
    }),
  },
  {
    name: 'split',
    summary: 'Nothing is wrong, but bytes arrive in small pieces that respect neither events nor characters',
    parameters: { size: { default: 1, summary: 'bytes in a piece; more where an event has over 10 kB' } },
    deliver: (delivery, { size }) => ({
      ...delivery,
      steps: delivery.steps.flatMap((step) => splitStep(step, Number(size))),
    }),
  },
  {
    name: 'cut-event',
    summary: 'The body ends inside an event, or inside the JSON where there is no stream',
    parameters: { after, end },
    deliver: (delivery, settings) => {
      const at = positionIn(delivery.steps.length, settings.after)
      return cut(delivery, at, (bytes) => Math.floor(bytes.length / 2), settings)
    },
  },
  {
    name: 'cut-character',
    summary: 'The body ends inside a character of UTF-8; a snowman is added where the answer has none to cut',
    parameters: { end },
    rewrite: (chunks) => (isWide(JSON.stringify(chunks)) ? chunks : addSnowman(chunks)),
    deliver: (delivery, settings) => {
      const at = delivery.steps.findIndex((step) => step.kind === 'bytes' && step.bytes.some(startsCharacter))
      // An error has only ASCII: there is nothing to cut.
      return at < 0 ? delivery : cut(delivery, at, (bytes) => bytes.findIndex(startsCharacter) + 1, settings)
    },
  },
  {
    name: 'reset',
    summary: 'The connection breaks',
    parameters: {
      at: { default: 'body', summary: 'before the head, or in the body', oneOf: ['head', 'body'] },
      after,
      ms: { default: msBeforeReset, summary: 'after the last piece: a client may lose what it has not read by then' },
    },
    deliver: (delivery, settings) => {
      if (settings.at === 'head') return { ...delivery, before: [...delivery.before, { kind: 'reset' }] }
      const at = positionIn(delivery.steps.length, settings.after)
      return cut(delivery, at, (bytes) => Math.floor(bytes.length / 2), { ...settings, end: 'reset' })
    },
  },
  {
    name: 'malformed-json',
    summary: 'The JSON, or that of the last event, lacks its closing brace',
    deliver: dropBrace,
  },
]

/** Pauses between two events, or inside the only one. */
function pauseInside(delivery: Delivery, wanted: number, ms: number): Delivery {
  const { steps } = delivery
  const pause: Step = { kind: 'wait', ms }
  const at = positionIn(steps.length, wanted)
  const step = steps[at]
  if (step === undefined || at > 0 || step.kind !== 'bytes') {
    return { ...delivery, steps: [...steps.slice(0, at), pause, ...steps.slice(at)] }
  }
  const half = Math.ceil(step.bytes.length / 2)
  const halves: Step[] = [
    { kind: 'bytes', bytes: step.bytes.slice(0, half) },
    pause,
    { kind: 'bytes', bytes: step.bytes.slice(half) },
  ]
  return { ...delivery, steps: [...halves, ...steps.slice(1)] }
}

/** Of one event. */
const mostPieces = 10_000

function splitStep(step: Step, wanted: number): Step[] {
  if (step.kind !== 'bytes') return [step]
  const size = Math.ceil(Math.max(1, wanted, step.bytes.length / mostPieces))
  const count = Math.ceil(step.bytes.length / size)
  return Array.from({ length: count }, (_, index) => ({
    kind: 'bytes' as const,
    bytes: step.bytes.slice(index * size, (index + 1) * size),
  }))
}

function cut(delivery: Delivery, at: number, lengthOf: (bytes: Uint8Array) => number, settings: Settings): Delivery {
  const whole = delivery.steps.slice(0, at)
  const hit = delivery.steps[at]
  const rest: Step[] = hit?.kind === 'bytes' ? [{ kind: 'bytes', bytes: hit.bytes.slice(0, lengthOf(hit.bytes)) }] : []
  const pause: Step = { kind: 'wait', ms: Number(settings.ms ?? msBeforeReset) }
  const ending: Step[] = settings.end === 'reset' ? [pause, { kind: 'reset' }] : []
  return { ...delivery, steps: [...whole, ...rest, ...ending] }
}

/** The first byte of a character that has several. */
function startsCharacter(byte: number): boolean {
  return byte >= 0xc0
}

function isWide(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}

function addSnowman(chunks: readonly Chunk[]): readonly Chunk[] {
  const last = chunks.length - 1
  return chunks.map((chunk, index) =>
    index === last ? changeParts(chunk, (parts) => [...parts, { text: wide }]) : chunk,
  )
}

function dropBrace(delivery: Delivery): Delivery {
  const texts = delivery.steps.map((step) => (step.kind === 'bytes' ? new TextDecoder().decode(step.bytes) : ''))
  const at = texts.findLastIndex((text) => text.includes('}'))
  const text = texts[at]
  if (text === undefined) return delivery
  const brace = text.lastIndexOf('}')
  const broken: Bytes = bytesOf(text.slice(0, brace) + text.slice(brace + 1))
  return { ...delivery, steps: delivery.steps.with(at, broken) }
}
