import fc from 'fast-check'

/** A pattern, and a text that it may match. */
export interface PatternAndText {
  readonly pattern: string
  readonly text: string
}

const pair = (pattern: string, text: string): PatternAndText => ({ pattern, text })

/** Sources of single characters, with a text that fits. */
const atoms: readonly PatternAndText[] = [
  ...Array.from('ab-1é', (each) => pair(each, each)),
  pair('😀', '😀'),
  pair('\\ud83d\\ude00', '😀'),
  pair('\\u{1f600}', '😀'),
  pair('\\ud83d', '\ud83d'),
  pair('.', 'b'),
  pair('[ab]', 'b'),
  pair('[^a]', '-'),
  pair('[a-z]', 'z'),
  pair('[\\w-.]', '-'),
  pair('[\\-\\]]', ']'),
  pair('[^\\d\\s]', 'a'),
  pair('[]', 'a'),
  pair('[^]', '\n'),
  pair('[é-ü]', 'í'),
  pair('[\\u0000-\\uffff]', '\u0001'),
  pair('[😀-😎]', '😂'),
  pair('\\w', '_'),
  pair('\\W', '-'),
  pair('\\d', '7'),
  pair('\\D', 'a'),
  pair('\\s', '\u00a0'),
  pair('\\S', 'é'),
  pair('\\p{Lu}', 'É'),
  pair('\\P{L}', '1'),
  pair('\\p{Script=Greek}', 'α'),
  pair('[\\p{L}\\p{Nd}_]', '٣'),
  pair('[^\\p{L}^]', '-'),
  pair('[\\p{Lu}a-f]', 'c'),
  pair('\\x41', 'A'),
  pair('\\u0061', 'a'),
  pair('\\u{62}', 'b'),
  pair('\\t', '\t'),
  pair('\\0', '\0'),
  pair('\\cJ', '\n'),
  pair('\\-', '-'),
  pair('\\/', '/'),
  pair('\\$', '$'),
]
const places = ['^', '$', '\\b', '\\B', ''].map((each) => pair(each, ''))
const unusual = ['\\1', '\\2', '\\k<n>', '(?<n>a)', '\\8', '\\c', '{', '}', ']', '(?i:a)', '*'].map((each) =>
  pair(each, ''),
)
const quantifiers = [
  '',
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{2}',
  '{0}',
  '{1,3}',
  '{2,}',
  '{,2}',
  '{3}?',
] as const
const repeated: Readonly<Record<string, number>> = {
  '{2}': 2,
  '{0}': 0,
  '{2,}': 2,
  '{3}?': 3,
  '*': 2,
  '+': 3,
  '{1,3}': 2,
}
const groups = ['(', '(?:', '(?<n1>', '(?=', '(?!', '(?<=', '(?<!'] as const

/**
 * Patterns of a grammar: alternatives, nested repetitions, classes, look-around, back references, Unicode, and what is no pattern at all.
 * Each has a text that was written along with it, sometimes with a mistake.
 */
export const arbitraryPattern: fc.Arbitrary<PatternAndText> = fc
  .letrec<{ choice: PatternAndText; sequence: PatternAndText; term: PatternAndText }>((tie) => ({
    choice: fc
      .tuple(fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }), fc.nat(2))
      .map(([options, taken]) =>
        pair(options.map(({ pattern }) => pattern).join('|'), options[taken % options.length]!.text),
      ),
    sequence: fc
      .array(tie('term'), { maxLength: 4 })
      .map((terms) => pair(terms.map(({ pattern }) => pattern).join(''), terms.map(({ text }) => text).join(''))),
    term: fc
      .tuple(
        fc.oneof(
          { maxDepth: 3, depthIdentifier: 'pattern' },
          { weight: 8, arbitrary: fc.constantFrom(...atoms) },
          { weight: 2, arbitrary: fc.constantFrom(...places) },
          { weight: 1, arbitrary: fc.constantFrom(...unusual) },
          {
            weight: 6,
            arbitrary: fc
              .tuple(fc.constantFrom(...groups), tie('choice'))
              .map(([open, { pattern, text }]) => pair(`${open}${pattern})`, /[=!]/.test(open) ? '' : text)),
          },
        ),
        fc.constantFrom(...quantifiers),
      )
      .map(([{ pattern, text }, quantifier]) => pair(pattern + quantifier, text.repeat(repeated[quantifier] ?? 1))),
  }))
  .choice.chain(({ pattern, text }) => mutated(text.slice(0, 14)).map((each) => pair(pattern, each)))

/** A text, mostly as it is. Short, because the platform may take exponential time. */
function mutated(text: string): fc.Arbitrary<string> {
  const other = fc.string({ unit: fc.constantFrom(...Array.from('abA1-é😀 \n'), '\ud83d'), maxLength: 3 })
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: other },
    { weight: 1, arbitrary: other.map((each) => text + each) },
    { weight: 1, arbitrary: other.map((each) => each + text) },
    { weight: 1, arbitrary: fc.nat(12).map((at) => text.slice(0, at) + text.slice(at + 1)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.nat(12), other).map(([at, each]) => text.slice(0, at) + each + text.slice(at)),
    },
  )
}
