/** A regular expression as a tree. Back references are not in it: {@link parsePattern} gives up on them. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly assertion: 'start' | 'end' | 'boundary' | 'no-boundary' }
  | { readonly kind: 'ahead'; readonly item: PatternNode; readonly negative: boolean }

/** Code points: ranges, both ends in, and sets that the engine knows by name (`\p{L}`). `negative` turns all of it round. */
export interface CharacterSet {
  readonly negative: boolean
  readonly ranges: readonly (readonly [number, number])[]
  readonly named: readonly { readonly matches: RegExp; readonly negative: boolean }[]
}

export function hasCharacter(set: CharacterSet, codePoint: number): boolean {
  const isIn =
    set.ranges.some(([low, high]) => codePoint >= low && codePoint <= high) ||
    set.named.some(({ matches, negative }) => matches.test(String.fromCodePoint(codePoint)) !== negative)
  return isIn !== set.negative
}
