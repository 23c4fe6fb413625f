import { screenPattern } from '../pattern/screen-pattern.ts'

/** Whether a property name matches a pattern of `patternProperties`. A pattern that cannot be run matches nothing. */
export function matchesKey(pattern: string, name: string): boolean {
  const screened = screenPattern(pattern)
  return screened.run?.test(name) ?? false
}
