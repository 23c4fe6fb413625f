import type { Content, FunctionCall, FunctionResponse, Part } from '../../api/message.ts'

/** A content of the history, as the rules about turns need it. */
export interface Turn {
  /** Position in `contents`. */
  readonly index: number
  readonly content: Content
  /** Any role but `model` counts as the user's; another rule refuses unknown roles. */
  readonly speaker: 'user' | 'model'
  readonly kind: 'plain' | 'call' | 'response'
  readonly calls: readonly CallPart[]
  readonly responses: readonly FunctionResponse[]
  /** Parts that are neither a call nor a response. */
  readonly others: readonly Part[]
}

export interface CallPart {
  readonly call: FunctionCall
  readonly part: Part
}

export function readTurns(contents: readonly Content[]): Turn[] {
  return contents.map(readTurn)
}

function readTurn(content: Content, index: number): Turn {
  const calls: CallPart[] = []
  const responses: FunctionResponse[] = []
  const others: Part[] = []
  for (const part of content.parts ?? []) {
    if (part.functionCall !== undefined) calls.push({ call: part.functionCall, part })
    else if (part.functionResponse !== undefined) responses.push(part.functionResponse)
    else others.push(part)
  }
  return {
    index,
    content,
    speaker: content.role === 'model' ? 'model' : 'user',
    kind: calls.length > 0 ? 'call' : responses.length > 0 ? 'response' : 'plain',
    calls,
    responses,
    others,
  }
}

/** A call turn and the response turns that directly follow it. */
export interface Exchange {
  readonly call: Turn
  readonly answers: readonly Turn[]
  /** The turn after the answers. */
  readonly next: Turn | undefined
}

/** Every call turn with its answers, in order. */
export function readExchanges(turns: readonly Turn[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const call of turns) {
    if (call.kind !== 'call') continue
    let end = call.index + 1
    while (turns[end]?.kind === 'response') end++
    exchanges.push({ call, answers: turns.slice(call.index + 1, end), next: turns[end] })
  }
  return exchanges
}
