/**
 * The number of insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
 * Infinite if one of them has more than 100 letters.
 */
export function editDistance(a: string, b: string): number {
  // The table grows with the square of the length.
  if (a.length > 100 || b.length > 100) return Number.POSITIVE_INFINITY
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const [above, current] = [rows[row - 1]!, [row]]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let best = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + cost)
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) best = Math.min(best, rows[row - 2]![column - 2]! + 1)
      current.push(best)
    }
    rows.push(current)
  }
  return rows[a.length]![b.length]!
}
