import { amend, report } from '../../ir/amend.ts'
import { createAny, createBase } from '../../ir/create-node.ts'
import type { Field, PendingChange } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'
import { encodeFreeForm } from './encode-free-form.ts'
import { isTyped } from './fold-patterns.ts'

/**
 * Declares required names that no property has, with any value: otherwise the model could not write them, and every call would be
 * refused. Where other properties have a type, or are forbidden, this is not the place to say it.
 */
export const declareRequiredNames: Pass = {
  name: 'declare-required-names',
  wakes: traits('undeclaredName'),
  unless: ['undeclaredRequired'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.requiredElsewhere.length === 0 || node.fields.length === 0) return node
    const { extras, patterns } = node
    const isOpen = extras === undefined || extras.kind === 'any' || (!isImpossible(extras) && !isTyped(extras))
    if (!isOpen || patterns.length > 0) return node
    const isFree = context.dialect.supports.has('freeForm')
    const any = createAny(createBase(node.origin, []))
    const value = amend(encodeFreeForm.rewrite(any, context, any), { changes: undefined })
    const changes = node.requiredElsewhere.map(({ name, at }): PendingChange => {
      const note = `"${name}" is required but not declared: it is declared with any value.`
      const effect = isFree ? 'rewritten' : 'encoded'
      return { at, keyword: 'required', code: 'required-name-undeclared', effect, enforced: true, note }
    })
    const names = [...new Set(node.requiredElsewhere.map((each) => each.name))]
    const fields = [...node.fields, ...names.map((name): Field => ({ name, value, required: true }))]
    return report(amend(node, { fields, requiredElsewhere: [] }), ...changes)
  },
}
