/**
 * The public surface: what each door of the package exports at run time.
 * A red test here means "be deliberate": change this list, the README and the changelog together.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  '.': [
    'Output',
    'ToolfitError',
    'compileResponse',
    'compileResponseAsync',
    'compileTools',
    'compileToolsAsync',
    'dynamicTool',
    'flattenSteps',
    'generateText',
    'hasToolCall',
    'isLoopFinished',
    'isRepeating',
    'isStepCount',
    'jsonSchema',
    'runStateOf',
    'stepCountIs',
    'streamText',
    'tool',
    'zodSchema',
  ],
  './ai-sdk': ['ToolfitError', 'fitModel'],
  './emulator': ['createEmulator'],
  './emulator/node': ['startEmulator'],
  './gateway/node': ['createNodeFetch', 'serveGateway', 'serveHandler'],
  './anthropic': ['ToolfitError', 'anthropic', 'createStreamDecoder', 'decodeError', 'decodeResponse', 'encodeRequest'],
  './gemini': [
    'ToolfitError',
    'createStreamDecoder',
    'decodeError',
    'decodeRequest',
    'decodeResponse',
    'encodeRequest',
    'encodeResponse',
    'gemini',
    'traitsOf',
  ],
  './openai': [
    'ToolfitError',
    'createStreamDecoder',
    'createStreamEncoder',
    'decodeError',
    'decodeRequest',
    'decodeResponse',
    'encodeError',
    'encodeRequest',
    'encodeResponse',
    'openai',
    'openaiQuirks',
    'presets',
  ],
  './history': [
    'HistoryManager',
    'ToolfitError',
    'checkHistory',
    'estimateTokens',
    'profiles',
    'pruneHistory',
    'repairHistory',
  ],
  './schema': ['ToolfitError', 'compileSchema', 'compileSchemaAsync', 'dialects', 'normaliseRequired'],
}

/** What users install with the package: name -> the decision record that explains it. */
export const runtimeDependencies: Readonly<Record<string, string>> = {
  jsonrepair: '0016-mending-arguments.md',
}
