import type { ModelTool } from '../../models/versions/language-model.ts'
import type { LanguageModelMiddleware } from './language-model-middleware.ts'

type Example = { readonly input: unknown }

/** Writes the `inputExamples` of tools into their descriptions, for models that do not take examples. */
export function addToolInputExamplesMiddleware({
  prefix = 'Input Examples:',
  format = ({ input }: Example) => JSON.stringify(input),
  remove = true,
}: {
  readonly prefix?: string | undefined
  readonly format?: ((example: Example, index: number) => string) | undefined
  /** Whether the examples are left out of the tool. Default true. */
  readonly remove?: boolean | undefined
} = {}): LanguageModelMiddleware {
  const describe = (tool: ModelTool): ModelTool => {
    if (tool.type !== 'function' || tool.inputExamples === undefined || tool.inputExamples.length === 0) return tool
    const examples = `${prefix}\n${tool.inputExamples.map((example, index) => format(example, index)).join('\n')}`
    return {
      ...tool,
      description: tool.description ? `${tool.description}\n\n${examples}` : examples,
      inputExamples: remove ? undefined : tool.inputExamples,
    }
  }
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) =>
      params.tools === undefined || params.tools.length === 0
        ? params
        : { ...params, tools: params.tools.map(describe) },
  }
}
