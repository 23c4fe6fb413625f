import { errorObject, failure, type Status } from '../api/envelope.ts'
import { after, type Chunk, type Fault, positionIn } from './fault.ts'

const messages = {
  UNAVAILABLE: 'The model is overloaded. Please try again later.',
  INTERNAL: 'Internal error encountered.',
  RESOURCE_EXHAUSTED: 'Resource has been exhausted (e.g. check quota).',
  DEADLINE_EXCEEDED: 'Deadline expired before operation could complete.',
} as const satisfies Partial<Record<Status, string>>

/** The head says 200, and then comes an error. */
export const streamErrorFaults: readonly Fault[] = [
  {
    name: 'stream-error',
    summary: 'An error object instead of the rest of the stream; without a stream, an error with its status',
    parameters: {
      after,
      status: { default: 'UNAVAILABLE', summary: 'which error', oneOf: Object.keys(messages) },
    },
    rewrite: (chunks, settings, { endpoint }) => {
      const status = settings.status as keyof typeof messages
      const problem = errorObject(failure(status, messages[status]), { endpoint }) as Extract<Chunk, { error: unknown }>
      return [...chunks.slice(0, positionIn(chunks.length, settings.after)), problem]
    },
  },
]
