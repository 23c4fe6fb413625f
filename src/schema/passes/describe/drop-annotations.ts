import { joinPointer } from '../../../core/pointer.ts'
import { described, dropped, type PendingChange, rewritten } from '../../change.ts'
import { documentKeywords } from '../../document/schema-keywords.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { Annotation, Node } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
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
    let result = report(amend(node, { annotations }), ...lost.map((each) => left(each, context)))
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

function left(annotation: Annotation, context: PassContext): PendingChange {
  const { at, keyword, value } = annotation
  // Also under another name, as OpenAPI's `components`.
  if (typeof value === 'object' && context.isReferredTo(`${joinPointer(at, keyword)}/`)) {
    if (context.dialect.supports.has('refs')) {
      const note = 'What is referred to stands under the definitions of the output, or where it is used.'
      return rewritten(annotation, 'keyword-reworded', note)
    }
    return rewritten(annotation, 'definitions-inlined', 'Definitions are written where they are used.')
  }
  if (keyword === '$defs' || keyword === 'definitions') {
    return dropped(annotation, 'definitions-unreachable', 'No reference leads here.', { enforced: true })
  }
  if (sayAnnotation(annotation) !== undefined) {
    return described(annotation, 'constraint-described', 'Stated in the description.', { enforced: false })
  }
  const isMetadata = documentKeywords.has(keyword) || keyword === '$comment'
  const note = isMetadata ? 'Describes the document, not its values.' : 'This dialect has no place for it.'
  const code = isMetadata ? 'metadata-dropped' : 'annotation-dropped'
  return dropped(annotation, code, note)
}

/** What stood around a node that has no place of its own any more. */
export function lostAnnotations(node: Node, note: string): PendingChange[] {
  const said = (['title', 'description', 'default', 'examples'] as const).filter((each) => node[each] !== undefined)
  const places = [...said.map((each) => keywordIn(node, each)), ...(node.annotations ?? [])]
  return places.map((place) => dropped(place, 'annotation-dropped', note))
}
