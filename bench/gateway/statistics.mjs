/** The middle one: on a busy machine a few rounds are always far off, and a mean would carry them. */
export function median(numbers) {
  return quantile(numbers, 0.5)
}

/** The number below which that share of them is. */
export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** How much y grows when x grows by one: the median of all slopes between two points, which a few odd points do not move. */
export function slopeOf(points) {
  const slopes = points.flatMap((from, index) => points.slice(index + 1).map((to) => (to.y - from.y) / (to.x - from.x)))
  return median(slopes)
}
