import { joinPointer } from '../../../core/pointer.ts'
import { documentKeywords } from '../../document/schema-keywords.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { Annotation, Node, PendingChange } from '../../ir/node.ts'
import { originOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { sayFormat } from './describe-formats.ts'

/** Leaves out what asserts nothing and has no place in the dialect; says `deprecated` in words. */
export const dropAnnotations: Pass = {
  name: 'drop-annotations',
  wakes: traits('annotations'),
  rewrite(node, context) {
    if (node.annotations === undefined) return node
    const { annotations: all } = node
    // An output is a document of its own.
    const stays = ({ keyword }: Annotation) =>
      !(keyword === 'format' && 'format' in node && node.format !== undefined) &&
      context.dialect.supports.has('annotations') &&
      !documentKeywords.has(keyword)
    const kept = all.filter(stays)
    if (kept.length === all.length) return node
    const lost = all.filter((each) => !stays(each))
    const annotations = kept.length > 0 ? kept : undefined
    let result = report(amend(node, { annotations }), ...lost.map((each) => dropped(each, context)))
    for (const annotation of lost) {
      const sentence = sayAnnotation(annotation)
      if (sentence !== undefined) result = describe(result, sentence)
    }
    return result
  },
}

/** What is worth a word to the model. */
function sayAnnotation({ keyword, value }: Annotation): string | undefined {
  if (keyword === 'deprecated' && value === true) return 'Deprecated.'
  return keyword === 'format' ? sayFormat(String(value)) : undefined
}

function dropped(annotation: Annotation, context: PassContext): PendingChange {
  const { at, keyword, value } = annotation
  // Also under another name, as OpenAPI's `components`.
  if (typeof value === 'object' && context.isReferredTo(`${joinPointer(at, keyword)}/`)) {
    if (context.dialect.supports.has('refs')) {
      const note = 'What is referred to stands under the definitions of the output, or where it is used.'
      return { at, keyword, code: 'keyword-reworded', effect: 'rewritten', enforced: true, note }
    }
    const note = 'Definitions are written where they are used.'
    return { at, keyword, code: 'definitions-inlined', effect: 'rewritten', enforced: true, note }
  }
  if (keyword === '$defs' || keyword === 'definitions') {
    const note = 'No reference leads here.'
    return { at, keyword, code: 'definitions-unreachable', effect: 'dropped', enforced: true, note }
  }
  if (sayAnnotation(annotation) !== undefined) {
    const note = 'Stated in the description.'
    return { at, keyword, code: 'constraint-described', effect: 'described', enforced: false, note }
  }
  const isMetadata = documentKeywords.has(keyword) || keyword === '$comment'
  const note = isMetadata ? 'Describes the document, not its values.' : 'This dialect has no place for it.'
  const code = isMetadata ? 'metadata-dropped' : 'annotation-dropped'
  return { at, keyword, code, effect: 'dropped', enforced: false, note }
}

/** What stood around a node that has no place of its own any more. */
export function lostAnnotations(node: Node, note: string): PendingChange[] {
  const lost = (at: string, keyword: string): PendingChange => {
    return { at, keyword, code: 'annotation-dropped', effect: 'dropped', enforced: false, note }
  }
  const changes: PendingChange[] = []
  for (const keyword of ['title', 'description', 'default', 'examples'] as const) {
    if (node[keyword] === undefined) continue
    const named = keyword === 'examples' ? (node.exampleKeyword ?? keyword) : keyword
    changes.push(lost(originOf(node, keyword), named))
  }
  for (const { at, keyword } of node.annotations ?? []) changes.push(lost(at, keyword))
  return changes
}
