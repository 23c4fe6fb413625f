import { aiSdkGoogle3, aiSdkGoogle4 } from './ai-sdk-google.mjs'
import { genkitGoogle } from './genkit.mjs'
import { googleAdk } from './google-adk.mjs'
import { genaiMcp, genaiParameters } from './google-genai.mjs'
import { langchainCommon, langchainGenai } from './langchain.mjs'
import { mastraOnAiSdk3, mastraOnAiSdk4 } from './mastra.mjs'

/** Every converter that ours is measured beside. `path` is the field of the request that it is made for. */
export const peers = [
  aiSdkGoogle3,
  mastraOnAiSdk3,
  googleAdk,
  genaiParameters,
  langchainGenai,
  langchainCommon,
  genkitGoogle,
  aiSdkGoogle4,
  mastraOnAiSdk4,
  genaiMcp,
]
