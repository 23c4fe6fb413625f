import type { WireError } from '../../../wire/wire-error.ts'

/** Google's fields, and the parameters of OpenAI that they are made of. */
const parameters: Readonly<Record<string, string>> = {
  contents: 'messages',
  systemInstruction: 'messages',
  toolConfig: 'tool_choice',
  tools: 'tools',
  safetySettings: 'safety_settings',
  cachedContent: 'google.cached_content',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  maxOutputTokens: 'max_completion_tokens',
  stopSequences: 'stop',
  seed: 'seed',
  candidateCount: 'n',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  responseLogprobs: 'logprobs',
  logprobs: 'top_logprobs',
  responseSchema: 'response_format',
  responseJsonSchema: 'response_format',
  responseMimeType: 'response_format',
  thinkingConfig: 'reasoning_effort',
  responseModalities: 'modalities',
}

/**
 * The parameter of OpenAI that Google's complaint is about, by the field that it names or by the path in its text.
 *
 * @example
 * ```ts
 * errorParam({ message: '…', param: 'tools[0].function_declarations[2].parameters', isRetryable: false })
 * // 'tools[2].function.parameters'
 * ```
 */
export function errorParam({ param, message }: WireError): string | undefined {
  const path = param ?? /(?:GenerateContentRequest\.|at ')([a-z][\w.[\]]*)/i.exec(message)?.[1]
  if (path === undefined) return undefined
  const steps = path
    .replace(/^GenerateContentRequest\./, '')
    .split('.')
    .map((step) => step.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
  const [root = '', second = ''] = steps
  const declaration = /^functionDeclarations\[(\d+)\]/.exec(second)?.[1]
  if (nameOf(root) === 'tools' && declaration !== undefined) {
    const inside = steps.slice(2).find((step) => /^(name|description|parameters)/.test(step))
    return `tools[${declaration}].function${inside === undefined ? '' : `.${nameOf(inside)}`}`
  }
  const name = nameOf(root === 'generationConfig' ? second : root)
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined
}

function nameOf(step: string): string {
  return step.replace(/\[.*$/s, '')
}
