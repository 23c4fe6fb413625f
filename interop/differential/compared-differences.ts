import type { Choice } from './choice.ts'
import {
  fromV2,
  type ObjectChange,
  toV2,
  withAllMessages,
  withFilesOnce,
  withoutAgent,
  withoutErrors,
  withoutHastyRequests,
  withoutToolContext,
  withoutWording,
  withRequestsLast,
  withSentInputs,
} from './object-changes.ts'
import { type FindParting, failedStreamRejects, invalidInputThrows, timeoutEndsRun } from './partings.ts'

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
    name: 'user-agent',
    ai: 'The `user-agent` header of a model call ends in `ai/` and the version, for an agent in `ai-sdk-agent/tool-loop` before it, and telemetry names the version of `ai`.',
    toolfit: 'It ends in `toolfit/` and the version, also for an agent, and telemetry names the version of Toolfit.',
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
    name: 'wording-of-errors',
    ai: 'What is wrong with a call, or with UI messages, is told in the words of `ai` and of Zod. A chat is told of a call of `toString` as of one of a tool.',
    toolfit:
      'It is told in our words: what is wrong, at which place. `isInstance` of the error classes of `ai` recognises the errors. Only own entries of `tools` are tools.',
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
    name: 'approval-requests',
    ai: '`toolApproval` decides, and a stream requests approval, as soon as a call arrives: even if the turn is cut off behind it, and for calls that the provider runs itself.',
    toolfit: 'Both happen when the turn is complete, before any tool runs, for the calls that are ours to run.',
    reason: 'A model that was cut off has not said all that belongs to its calls; a provider asks about its own.',
    expect: withoutHastyRequests,
    ignore: withRequestsLast,
  },
  {
    name: 'response-messages',
    ai: '`result.response.messages` has the messages of the last step; those of all steps are in `responseMessages`.',
    toolfit: 'Both have the messages of all steps, as in `ai` 5 and 6.',
    reason: 'It is what a conversation is continued with: messages that are missing there are lost without a sign.',
    expect: withAllMessages,
  },
  {
    name: 'files-are-fetched-once',
    ai: 'Every step downloads the files in the messages again, and a file that is named twice twice.',
    toolfit: 'A run downloads each file once.',
    reason: 'Downloads are slow, and a file must not change between two steps.',
    ignore: withFilesOnce,
  },
  {
    name: 'errors-in-order',
    ai: '`onChunk` and then `onError` hear of an error when it comes, before the parts that are still in the buffers of the stream.',
    toolfit: '`onError` and then `onChunk` hear of it in its place.',
    reason: 'Callbacks and the stream see the same order.',
    ignore: withoutErrors,
  },
  {
    name: 'contexts-in-telemetry',
    ai: '`executeTool` of a telemetry integration gets the whole context of the tool.',
    toolfit: 'It gets the fields that `includeToolsContext` names, as all other callbacks of integrations do.',
    reason: 'Contexts hold secrets, and are documented as left out.',
    ignore: withoutToolContext,
  },
  {
    name: 'invalid-input-throws',
    ai: 'Invalid input is reported to the model even where a condition ends the loop: no step is left for its answer.',
    toolfit: 'Where a condition leaves the model no step to correct it, the run ends with the error.',
    reason: 'A call that was never run must not look like success. `invalidToolInput: "report"` does what `ai` does.',
    part: invalidInputThrows,
  },
  {
    name: 'timeouts-are-kept',
    ai: 'A tool that ignores its signal runs as long as it likes. A run whose time is over waits for its tools, and ends when it asks the model again. An aborted run rejects with the reason.',
    toolfit:
      'The tool is a `tool-error` when its time is over, and the run ends at once, by an abort too, with an error that has the `name` of the reason and the reason as its `cause`.',
    reason: 'A time limit has to work without the cooperation of the tool.',
    part: timeoutEndsRun,
  },
  {
    name: 'failed-streams-reject',
    ai: 'A stream that fails after its first step ends as if it were whole; one that breaks off throws at its reader.',
    toolfit: 'The last part is the `error`, and all promises reject with it. It carries `messages` and `steps`.',
    reason: 'Half an answer must not look like a whole one.',
    part: failedStreamRejects,
  },
]
