import type { Delivery, Step } from '../api/delivery.ts'
import { after, type Fault, type Parameter, positionIn } from './fault.ts'

const forever: Parameter = {
  default: Number.POSITIVE_INFINITY,
  summary: 'how long; without it, until the caller gives up',
}

export const stallFaults: readonly Fault[] = [
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
      steps: delivery.steps.flatMap((step): Step[] => [{ kind: 'wait', ms: Number(ms) }, step]),
    }),
  },
  {
    name: 'split',
    summary: 'Nothing is wrong, but bytes arrive in small pieces that respect neither events nor characters',
    parameters: { size: { default: 1, summary: 'bytes in a piece' } },
    deliver: (delivery, { size }) => ({
      ...delivery,
      steps: delivery.steps.flatMap((step) => splitStep(step, Math.max(1, Number(size)))),
    }),
  },
]

/** Between two events; inside the only one, where there is no other. */
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

function splitStep(step: Step, size: number): Step[] {
  if (step.kind !== 'bytes') return [step]
  const count = Math.ceil(step.bytes.length / size)
  return Array.from({ length: count }, (_, index) => ({
    kind: 'bytes' as const,
    bytes: step.bytes.slice(index * size, (index + 1) * size),
  }))
}
