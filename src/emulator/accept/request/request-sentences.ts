import type { GenerateContentRequest } from '../../api/message.ts'
import { hasData, isEmptyText } from './content-lines.ts'
import {
  bareRefusal,
  type JudgeContext,
  knownEverywhere,
  knownOnStudio,
  type SentenceRule,
  unsureEverywhere,
} from './request-rule.ts'

export const aboutRequests = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'

/** Sentences about what a request consists of. They come first. */
export const requestSentences: readonly SentenceRule[] = [
  {
    id: 'contents-required',
    says: 'A request has contents.',
    source: 'recorded on Vertex and Cloud Code, 2024 to 2026',
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ turns }, { endpoint }) => {
      if (turns.length > 0) return undefined
      return endpoint === 'cloud-code'
        ? bareRefusal
        : `Unable to submit request because at least one contents field is required. ${aboutRequests}`
    },
  },
  {
    id: 'parts-required',
    says: 'A content has parts.',
    source: 'https://github.com/anomalyco/opencode/issues/17519',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => (content.parts ?? []).length === 0)
        ? `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${aboutRequests}`
        : undefined,
  },
  {
    id: 'text-required',
    says: 'A part has data.',
    source: 'https://github.com/BerriAI/litellm/issues/5515',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => content.parts?.some((part) => !hasData(part))) ? textRequired : undefined,
  },
  {
    id: 'text-empty',
    says: 'An empty text is no data, unless a signature comes with it.',
    source: 'quoted for Vertex by many clients, 2024 to 2026',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => content.parts?.some(isEmptyText))
        ? `Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again. ${aboutRequests}`
        : undefined,
  },
  {
    id: 'system-instruction-not-enabled',
    says: 'Some models take no system instruction.',
    source: 'recorded on AI Studio with Gemma, 2025',
    evidence: knownOnStudio,
    check: ({ request }, { model }) =>
      request.systemInstruction !== undefined && !model.supports.has('system-instruction')
        ? `Developer instruction is not enabled for models/${model.id}`
        : undefined,
  },
  {
    id: 'functions-not-enabled',
    says: 'Some models take no functions.',
    source: 'recorded on AI Studio with Gemma and with models that draw, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ tools }, { model }) =>
      tools.declarations.length > 0 && !model.supports.has('functions')
        ? `Function calling is not enabled for ${modelSaid(model)}`
        : undefined,
  },
  {
    id: 'system-instruction-not-text',
    says: 'A system instruction is text.',
    source: 'documentation of systemInstruction',
    evidence: unsureEverywhere,
    check: ({ request }) =>
      request.systemInstruction?.parts?.some((part) => hasData(part) && part.text === undefined)
        ? bareRefusal
        : undefined,
  },
  {
    id: 'cached-content-with-settings',
    says: 'A cached content has its own tools, tool config and system instruction; the request sets none of them.',
    source: 'https://github.com/vercel/ai/issues/3333, https://github.com/567-labs/instructor/issues/2580',
    evidence: knownEverywhere,
    check: ({ request }, { endpoint }) => {
      if ((request.cachedContent ?? '') === '' || !repeatsCached(request)) return undefined
      return endpoint === 'ai-studio'
        ? 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.'
        : 'Tool config, tools and system instruction should not be set in the request when using cached content.'
    },
  },
]

const textRequired = `Unable to submit request because it must have a text parameter. Add a text parameter and try again. ${aboutRequests}`

/** A model as the sentences about what it cannot do name it. */
export function modelSaid(model: JudgeContext['model']): string {
  return model.supports.has('media') ? 'this model' : `models/${model.id}`
}

function repeatsCached({ tools = [], toolConfig, systemInstruction }: GenerateContentRequest): boolean {
  return tools.length > 0 || toolConfig !== undefined || systemInstruction !== undefined
}
