import type { Choice } from './choice.ts'
import {
  asDynamicOfProvider,
  fromV2,
  type ObjectChange,
  toV2,
  withAllMessages,
  withMetadataOfInvalidCalls,
  withMetadataOfReasoning,
  withoutAbort,
  withoutAgent,
  withoutChoice,
  withoutContexts,
  withoutEmptyDeltas,
  withoutEmptyThoughts,
  withoutErrors,
  withoutHastyRequests,
  withoutInterruption,
  withoutManners,
  withoutNewOptions,
  withoutOldNames,
  withoutPerformance,
  withoutRawSums,
  withoutReasoningFiles,
  withoutUndefined,
  withoutWording,
  withoutZod,
  withRequestsLast,
  withSentInputs,
} from './object-changes.ts'
import {
  cutOffEnds,
  type FindParting,
  failedStreamRejects,
  interruptedIsChecked,
  invalidInputThrows,
  unwantedCallIsAnswered,
} from './partings.ts'

/** A difference that generated conversations have, as what is to be expected of Toolfit in the place of what `ai` did. */
export interface ComparedDifference extends Choice {
  /** Makes of what `ai` did what Toolfit is to do: of each object that was observed. */
  readonly expect?: ObjectChange
  /** Leaves out of both what is not compared: of each object that was observed. */
  readonly ignore?: ObjectChange
  /** Finds out whether the two go separate ways for this reason, and what is compared then. */
  readonly part?: FindParting
}

export const comparedDifferences: readonly ComparedDifference[] = [
  {
    name: 'undefined-keys',
    ai: 'Parts, messages and options have keys that hold undefined: `providerOptions: undefined`.',
    toolfit: 'Most keys without a value are left out.',
    reason: 'Reading such a key gives the same value. In stored and compared messages it is only noise.',
    ignore: withoutUndefined,
  },
  {
    name: 'performance',
    ai: 'Steps and `finish-step` carry times and tokens per second as `performance`.',
    toolfit: 'They are not measured.',
    reason:
      'Reading a clock for every part costs more than everything else done with the part. Telemetry has the times.',
    expect: withoutPerformance,
  },
  {
    name: 'contexts-in-steps',
    ai: 'Steps carry `runtimeContext` and `toolsContext`.',
    toolfit: 'They do not.',
    reason: 'A context may contain secrets: keys, connections. Steps are logged and stored.',
    expect: withoutContexts,
  },
  {
    name: 'user-agent',
    ai: 'The `user-agent` header of a model call ends in `ai/` and the version; `streamText` of `ai` 7 sends none.',
    toolfit: 'It ends in `toolfit/` and the version, in `streamText` too.',
    reason: 'Providers see which library calls.',
    ignore: withoutAgent,
  },
  {
    name: 'older-models',
    ai: 'A v2 model is called with v3 words (`provider` tools, `file-data`), and its warnings come out in v2 words, beside one about its age. An image for a v3 model is `file-data`. Parts that only v4 knows are sent to all.',
    toolfit:
      'Each is called in its own words (`provider-defined`, `media`; `image-data`), without parts that it has none for, and all warnings come out in v3 words.',
    reason: 'A v2 model knows no others, and v3 providers take images from `image-data` only.',
    expect: fromV2,
    ignore: toV2,
  },
  {
    name: 'zod-wording',
    ai: 'JSON Schema of a Zod tool is written by Zod, with `$schema`.',
    toolfit: 'It is written by our reader of Zod.',
    reason: 'The same reader serves every dialect. What it says is compared elsewhere, by what it accepts.',
    ignore: withoutZod,
  },
  {
    name: 'no-choice-without-tools',
    ai: 'A model without tools is called with `toolChoice: { type: "auto" }`.',
    toolfit: 'It is called without `toolChoice`, as in `ai` 5 and 6.',
    reason: 'There is nothing to choose from, and some servers refuse a choice without tools.',
    expect: withoutChoice,
  },
  {
    name: 'prepare-step-input',
    ai: '`prepareStep` finds `runtimeContext` and `toolsContext` as `{}` where none was given.',
    toolfit: 'They are undefined then. It also finds `system` and `experimental_context`, as in `ai` 5 and 6.',
    reason: 'There is no context.',
    ignore: withoutOldNames,
  },
  {
    name: 'tool-options',
    ai: 'A tool finds `context` of `toolsContext`, and nothing that says who calls it.',
    toolfit: 'It also finds `toolName`, `stepNumber`, and `experimental_context` as in `ai` 5 and 6.',
    reason: 'Tools that were written for older versions run as they are.',
    ignore: withoutNewOptions,
  },
  {
    name: 'provider-calls',
    ai: 'A call that the provider runs is invalid if its tool is not active, or not declared. In streams, its result is not dynamic.',
    toolfit: 'It is a dynamic call, and so is its result.',
    reason: 'It has been run already: whether it was allowed is between the model and its provider.',
    expect: asDynamicOfProvider,
  },
  {
    name: 'wording-of-errors',
    ai: 'What is wrong with a call is told in the words of `ai` and of Zod.',
    toolfit:
      'It is told in our words: what is wrong, at which place. `isInstance` of the error classes of `ai` recognises the errors.',
    reason: 'The model has to act on it, so it must be short and exact.',
    ignore: withoutWording,
  },
  {
    name: 'history-as-sent',
    ai: 'A call in the messages has the parsed input: defaults filled in, transforms done.',
    toolfit: 'It has what the model sent. `toolCall.input` and `execute` have the parsed value.',
    reason: 'The model sees its own words again, and transformed input need not fit the schema any more.',
    expect: withSentInputs,
  },
  {
    name: 'empty-thoughts',
    ai: 'Reasoning without text and without metadata goes into the messages.',
    toolfit: 'It does not.',
    reason: 'It says nothing, and providers refuse empty blocks.',
    expect: withoutEmptyThoughts,
  },
  {
    name: 'response-messages',
    ai: '`result.response.messages` has the messages of the last step; those of all steps are in `responseMessages`.',
    toolfit: 'Both have the messages of all steps, as in `ai` 5 and 6.',
    reason: 'It is what a conversation is continued with: messages that are missing there are lost without a sign.',
    expect: withAllMessages,
  },
  {
    name: 'empty-deltas',
    ai: 'A piece of reasoning without text and without metadata is a part of the stream; one of text is not.',
    toolfit: 'Neither is.',
    reason: 'It says nothing.',
    expect: withoutEmptyDeltas,
  },
  {
    name: 'metadata-of-invalid-calls',
    ai: 'The result of a call in the messages has the metadata of the call, but not if the call is invalid.',
    toolfit: 'It always has it.',
    reason: 'Providers find the call again by it, whatever came of the call.',
    expect: withMetadataOfInvalidCalls,
  },
  {
    name: 'interrupted',
    ai: 'A v4 model may end a step with the reason `interrupted`, and need not honour `toolChoice` then.',
    toolfit:
      'The reason is `other`, as of any step that is not complete; `rawFinishReason` says `interrupted` if the model had no word of its own.',
    reason: 'Reasons are those that every version has. Either ends the loop.',
    part: interruptedIsChecked,
    expect: withoutInterruption,
  },
  {
    name: 'raw-usage',
    ai: 'The sum of several steps has the `raw` usage of the one step that counted, if it is the only one.',
    toolfit: 'Only a run of one step has it.',
    reason: 'What a provider said of one step says nothing about the sum.',
    ignore: withoutRawSums,
  },
  {
    name: 'reasoning-of-steps',
    ai: 'Items of `step.reasoning` have `providerOptions`, those of `result.reasoning` have `providerMetadata`.',
    toolfit: 'Both have `providerMetadata`.',
    reason: 'One thing has one name.',
    expect: withMetadataOfReasoning,
  },
  {
    name: 'reasoning-files',
    ai: '`reasoning` has the files that the model made while it thought, beside its thoughts.',
    toolfit: 'It has thoughts alone. The files are in `content`.',
    reason: 'Code that reads `reasoning` expects text.',
    expect: withoutReasoningFiles,
  },
  {
    name: 'results-say-what-calls-say',
    ai: 'Only a preliminary result has the `title` of its tool, and only it leaves out `dynamic: false`.',
    toolfit: 'All results have both.',
    reason: 'A preliminary result and the final one differ in `preliminary` alone.',
    ignore: withoutManners,
  },
  {
    name: 'errors-in-order',
    ai: '`onChunk` and then `onError` hear of an error when it comes, before the parts that are still in the buffers of the stream.',
    toolfit: '`onError` and then `onChunk` hear of it in its place.',
    reason: 'Callbacks and the stream see the same order.',
    ignore: withoutErrors,
  },
  {
    name: 'approval-requests',
    ai: 'A stream requests approval as soon as a call arrives, even if the turn is cut off behind it.',
    toolfit: 'It requests approval when the turn is complete, before any tool runs.',
    reason: 'A model that was cut off has not said all that belongs to its calls.',
    expect: withoutHastyRequests,
    ignore: withRequestsLast,
  },
  {
    name: 'abort-in-generate-text',
    ai: '`generateText` has no `onAbort`.',
    toolfit: 'It has: what there was of the run is told before the promise rejects.',
    reason: 'Both run the same loop, and lose the same conversation.',
    ignore: withoutAbort,
  },
  {
    name: 'tool-choice-none',
    ai: 'A call under `toolChoice: "none"` ends the run with an error.',
    toolfit: 'The call is not run, and the model is told why, as with every other call that cannot be run.',
    reason: 'Some models call a tool anyway. That need not end the run.',
    part: unwantedCallIsAnswered,
  },
  {
    name: 'invalid-input-throws',
    ai: 'Invalid input is reported to the model even where a condition ends the loop: no step is left for its answer.',
    toolfit: 'Where a condition leaves the model no step to correct it, the run ends with the error.',
    reason: 'A call that was never run must not look like success. `invalidToolInput: "report"` does what `ai` does.',
    part: invalidInputThrows,
  },
  {
    name: 'cut-off-ends-the-loop',
    ai: 'A step that was cut off, and all of whose calls are invalid, is followed by another step.',
    toolfit: 'The loop ends there.',
    reason: 'The next step would be cut off at the same place, until the steps are used up.',
    part: cutOffEnds,
  },
  {
    name: 'failed-streams-reject',
    ai: 'A stream that fails after its first step ends as if it were whole; one that breaks off throws at its reader.',
    toolfit: 'The last part is the `error`, and all promises reject with it. It carries `messages` and `steps`.',
    reason: 'Half an answer must not look like a whole one.',
    part: failedStreamRejects,
  },
]
