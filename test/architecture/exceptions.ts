/**
 * What does not hold yet, while the sources are being rearranged. Entries are only ever deleted; the file goes with the last.
 */

/** Folders whose members import each other. */
export const foldersWithCycles: readonly string[] = ['cli', 'schema']

/** Folders with more than the allowed number of files. */
export const largeFolders: readonly string[] = ['models', 'runtime', 'schema', 'schema/dialects', 'schema/passes']

/** How many files of a kind may lack a test beside them. */
export const withoutTest: Readonly<Record<string, number>> = {
  'history rule': 0,
  pass: 40,
  'schema codec': 0,
  'wire codec': 8,
}

/** The longest import chain. The goal is 25. */
export const longestChainAllowed = 26
