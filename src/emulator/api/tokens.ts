import type { Blob, Content, GenerateContentRequest, ModalityTokenCount, Part } from './message.ts'

/** What `countTokens` answers. */
export interface TokenCount {
  readonly totalTokens: number
  readonly promptTokensDetails: readonly ModalityTokenCount[]
}

/**
 * Counts the tokens of a request: contents, system instruction, and tools as the JSON text that they are. Texts by {@link estimateTokens};
 * an image is 258 tokens, as Google documents it for small ones; other media are one token for every 100 characters of their base64, a file
 * by its address is 258.
 */
export function countTokens({ contents = [], systemInstruction, tools }: GenerateContentRequest): TokenCount {
  const counts = new Map<string, number>()
  const add = (modality: string, tokens: number) => counts.set(modality, (counts.get(modality) ?? 0) + tokens)
  for (const content of contents) countContent(content, add)
  if (systemInstruction !== undefined) countContent(systemInstruction, add)
  if (tools !== undefined && tools.length > 0) add('TEXT', estimateTokens(JSON.stringify(tools)))
  const promptTokensDetails = [...counts].map(([modality, tokenCount]) => ({ modality, tokenCount }))
  return { totalTokens: promptTokensDetails.reduce((sum, { tokenCount }) => sum + tokenCount, 0), promptTokensDetails }
}

function countContent({ parts = [] }: Content, add: (modality: string, tokens: number) => void): void {
  for (const part of parts) {
    for (const { inlineData } of [part, ...(part.functionResponse?.parts ?? [])]) {
      if (inlineData !== undefined) add(modalityOf(inlineData.mimeType), tokensOfMedia(inlineData))
    }
    if (part.fileData !== undefined) add(modalityOf(part.fileData.mimeType), tokensInImage)
    const tokens = tokensOfPart(part)
    if (tokens > 0) add('TEXT', tokens)
  }
}

/** Tokens of everything in a part that is text or JSON. */
export function tokensOfPart({
  text,
  functionCall,
  functionResponse,
  executableCode,
  codeExecutionResult,
}: Part): number {
  if (text !== undefined) return estimateTokens(text)
  if (functionCall !== undefined) {
    return estimateTokens(functionCall.name ?? '') + estimateTokens(JSON.stringify(functionCall.args ?? {}))
  }
  if (functionResponse !== undefined) {
    return estimateTokens(functionResponse.name ?? '') + estimateTokens(JSON.stringify(functionResponse.response ?? {}))
  }
  const other = executableCode ?? codeExecutionResult
  return other === undefined ? 0 : estimateTokens(JSON.stringify(other))
}

const tokensInImage = 258

function tokensOfMedia({ mimeType = '', data = '' }: Blob): number {
  return mimeType.startsWith('image/') ? tokensInImage : Math.ceil(data.length / 100)
}

function modalityOf(mimeType = ''): string {
  const [kind] = mimeType.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind.toUpperCase()
  return kind === 'text' ? 'TEXT' : 'DOCUMENT'
}

/**
 * Estimates the number of tokens in a text: a run of Latin letters is one token for every six letters; a digit, a sign and a character of
 * another script are one each; blanks are free. Gemini's vocabulary is not public, and limits only need a number that is always the same.
 * A longer text never has fewer tokens.
 */
export function estimateTokens(text: string): number {
  return scanTokens(text, Number.POSITIVE_INFINITY).tokens
}

/** The longest beginning of a text that has at most `limit` tokens. Never ends inside a surrogate pair. */
export function cutToTokens(text: string, limit: number): string {
  return text.slice(0, scanTokens(text, limit).end)
}

const lettersInToken = 6

function scanTokens(text: string, limit: number): { tokens: number; end: number } {
  let tokens = 0
  let letters = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (isBlank(unit)) {
      letters = 0
      continue
    }
    const isLetter = isLatinLetter(unit)
    const begins = isLetter ? letters % lettersInToken === 0 : !isTrailingSurrogate(unit)
    if (begins && tokens === limit) return { tokens, end: index }
    if (begins) tokens++
    letters = isLetter ? letters + 1 : 0
  }
  return { tokens, end: text.length }
}

function isBlank(unit: number): boolean {
  return unit <= 32 || unit === 160
}

function isLatinLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 192 && unit <= 591)
}

function isTrailingSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
