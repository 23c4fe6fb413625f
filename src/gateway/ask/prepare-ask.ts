import type { AnyModelMessage } from '../../core/message.ts'
import { estimateTokens } from '../access/estimate-tokens.ts'
import { RefusedRequest } from '../refused-request.ts'
import type { Ask, AskContext } from './ask.ts'
import { prepareHistory } from './prepare-history.ts'
import { dropSignatures, type SignatureContext } from './signatures.ts'
import type { Upstream } from './upstream.ts'
import { isSignatureRefusal } from './upstream-failure.ts'

/**
 * Asks with a history that Gemini takes. Where Gemini refuses a signature, it is asked once more without any: a refusal comes before
 * the first byte of an answer.
 */
export async function askPrepared<T>(
  ask: Ask,
  context: AskContext,
  upstream: Upstream,
  send: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { messages, repaired } = await prepareHistory(
    ask.options.prompt,
    signatureContext(context, upstream),
    upstream.config,
    context.pause,
  )
  if (messages.length === 0) throw emptyPrompt()
  if (context.share !== undefined) await context.share.reserve(() => estimateTokens(ask.options, ask.count))
  const prepared = withHistory(ask, messages, repaired)
  let answer: T
  try {
    answer = await send(prepared)
  } catch (error) {
    const unsigned = isSignatureRefusal(error) && !upstream.config.strict ? dropSignatures(messages) : undefined
    if (unsigned === undefined) throw error
    answer = await send(withHistory(prepared, unsigned, ['drop-signatures']))
  }
  // Not before: a client's invented model names do not become labels.
  context.record.model = ask.modelId
  return answer
}

export function signatureContext({ client }: AskContext, { store, issuer, onStoreError }: Upstream): SignatureContext {
  return { store, client: client.id, issuer, onStoreError }
}

function withHistory(ask: Ask, messages: readonly AnyModelMessage[], repaired: readonly string[]): Ask {
  const options = { ...ask.options, prompt: [...ask.instructions, ...messages] }
  return { ...ask, options, repaired: [...ask.repaired, ...repaired] }
}

/** Gemini's own error for an empty conversation does not say what is wrong. */
function emptyPrompt(): RefusedRequest {
  const message = 'There is nothing to answer: every message is empty, or the result of a call that is not there.'
  return new RefusedRequest({ message, code: 'empty_prompt', statusCode: 400 })
}
