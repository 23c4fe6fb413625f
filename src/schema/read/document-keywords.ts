/** Keywords about a document and its parts: an output is a document of its own, and keeps none of them. */
export const documentKeywords: ReadonlySet<string> = new Set(
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'.split(' '),
)
