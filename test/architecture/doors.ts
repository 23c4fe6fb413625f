/**
 * The public surface: what each door of the package exports at run time.
 * A red test here means "be deliberate": change this list, the README and the changelog together.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  '.': ['ToolfitError', 'compileResponse', 'compileResponseAsync', 'compileTools', 'compileToolsAsync'],
  './emulator': ['createEmulator'],
  './emulator/node': ['startEmulator'],
  './history': ['HistoryManager', 'checkHistory', 'estimateTokens', 'profiles', 'pruneHistory', 'repairHistory'],
  './schema': ['ToolfitError', 'compileSchema', 'compileSchemaAsync', 'dialects', 'normaliseRequired'],
}

/** What users install with the package: name -> the decision record that explains it. */
export const runtimeDependencies: Readonly<Record<string, string>> = {}
