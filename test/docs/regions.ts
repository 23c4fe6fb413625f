/** A generated part of a document, between `<!-- show: … -->` and `<!-- end -->`. */
export interface Region {
  /** What to show: `value first: fitted.schema`. */
  readonly request: string
  readonly content: string
}

const pattern = /<!-- show: (.+?) -->\n([\s\S]*?)<!-- end -->/g

export function findRegions(text: string): Region[] {
  return [...text.matchAll(pattern)].map(([, request, content]) => ({ request: request!, content: content! }))
}

/** The text with every region made anew. */
export function replaceRegions(text: string, render: (request: string) => string): string {
  return text.replace(
    pattern,
    (_, request: string) => `<!-- show: ${request} -->\n${render(request).trim()}\n<!-- end -->`,
  )
}

/** The code blocks that are run: each one follows `<!-- example: name -->`, or `<!-- example, Gemini emulated: name -->`. */
export function findExamples(text: string): Map<string, string> {
  const examples = new Map<string, string>()
  for (const [, name, code] of text.matchAll(
    /<!-- example(?:, Gemini emulated)?: (.+?) -->\n```[jt]s\n([\s\S]*?)```/g,
  )) {
    if (examples.has(name!)) throw new Error(`Two examples are called "${name}".`)
    examples.set(name!, code!)
  }
  return examples
}
