import type { Json } from '../../../core/json.ts'
import { conformsToAll } from './conforms.ts'
import { mentions, type PromptValue, type PromptValues } from './prompt-values.ts'
import type { Facet, Place, Sampling } from './sampling.ts'

/**
 * One of the values that `const` or `enum` lists: one that the prompt mentions, else the default, else the first. Undefined: there is no
 * list. A `value` of undefined: no value of the list conforms.
 */
export function pickListed(
  facets: readonly Facet[],
  place: Place,
  sampling: Sampling,
): { readonly value: Json | undefined } | undefined {
  const listing = facets.find((facet) => listOf(facet) !== undefined)
  if (listing === undefined) return undefined
  const rest = facets.length === 1 && isPlainList(listing) ? [] : facets
  const fits = (value: Json) => conformsToAll(value, rest, sampling)
  const members = listOf(listing) as readonly Json[]
  sampling.effort.left -= Math.floor(members.length / membersPerStep)
  const named = takeMentioned(members, sampling.prompt, fits)
  if (named !== undefined) return { value: named }
  const preferred = facets.map((facet) => facet['default'] as Json | undefined).find((value) => value !== undefined)
  if (place.variant === 0 && preferred !== undefined && members.includes(preferred) && fits(preferred))
    return { value: preferred }
  for (let step = 0; step < members.length && sampling.effort.left >= 0; step++) {
    const member = members[(place.variant + step) % members.length] as Json
    if (fits(member)) return { value: member }
  }
  return { value: undefined }
}

/** Members of a list that are looked at in one step: the items of an array may all have the same long list. */
const membersPerStep = 2

/** Whether the prompt mentions a member of the list. Takes nothing. */
export function isMemberMentioned(facets: readonly Facet[], prompt: PromptValues): boolean {
  const members = facets.map(listOf).find((list) => list !== undefined)
  return members !== undefined && members.length > 1 && members.some((member) => isMentioned(member, prompt))
}

function listOf(facet: Facet): readonly Json[] | undefined {
  if (Object.hasOwn(facet, 'const')) return [facet['const'] as Json]
  return Array.isArray(facet['enum']) && facet['enum'].length > 0 ? facet['enum'] : undefined
}

const besideLists: ReadonlySet<string> = new Set(['enum', 'const', 'description', 'title', 'type', 'format', 'default'])

/** Whether only the list restricts the value, and its members have the declared type. This holds for most lists. */
function isPlainList(facet: Facet): boolean {
  const { type } = facet
  if (!Object.keys(facet).every((keyword) => besideLists.has(keyword))) return false
  return (
    listOf(facet)?.every((member) => type === undefined || typeof member === type) === true &&
    !Object.hasOwn(facet, 'const')
  )
}

function takeMentioned(
  members: readonly Json[],
  prompt: PromptValues,
  fits: (value: Json) => boolean,
): Json | undefined {
  if (members.length < 2 || prompt.text === '') return undefined
  const found = members.find((member) => !isTaken(member, prompt) && isMentioned(member, prompt) && fits(member))
  // Taken, so that an array of members gets each of them once.
  if (found !== undefined) prompt.taken.push(asValue(found))
  return found
}

function isMentioned(member: Json, prompt: PromptValues): boolean {
  if (typeof member === 'string') return mentions(prompt, member)
  return (
    typeof member === 'number' && prompt.values.some(({ kind, text }) => kind === 'number' && Number(text) === member)
  )
}

function isTaken(member: Json, { taken }: PromptValues): boolean {
  return taken.some(({ kind, text }) => kind === 'member' && text === spell(member))
}

function asValue(member: Json): PromptValue {
  return { kind: 'member', text: spell(member), start: -1, end: -1 }
}

/** Not by `String`: an object of a request may have a `toString` that is not a function. */
function spell(member: unknown): string {
  return typeof member === 'string' ? member : JSON.stringify(member)
}
