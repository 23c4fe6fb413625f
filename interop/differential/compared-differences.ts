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
import {
  cutOffTurnEnds,
  type FindParting,
  failedStreamRejects,
  invalidInputThrows,
  timeoutEndsRun,
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
    name: 'user-agent',
    ai: 'The `user-agent` header of a model call ends with `ai/<version>`, preceded by `ai-sdk-agent/tool-loop` for an agent. Telemetry reports the version of `ai`.',
    toolfit: 'The header ends with `toolfit/<version>`, for agents too. Telemetry reports the version of Toolfit.',
    reason: 'Providers should see which library is calling.',
    ignore: withoutAgent,
  },
  {
    name: 'older-models',
    ai: 'A v2 model gets v3 names (`provider` tools, `file-data`); its warnings use v2 names, plus one about its age. A v3 model gets images as `file-data`. Parts that exist only in v4 are sent to every model.',
    toolfit:
      'Each model gets the names of its own version (`provider-defined` and `media` for v2, `image-data` for v3) and no parts that its version does not have. All warnings use v3 names. Results show the fields that they have in `ai` 5 (v2) or 6 (v3); all others can be read. A v2 or v3 model gets no `toolChoice` without tools.',
    reason:
      'A v2 model knows no other names, v3 providers read images only from `image-data`, and programs of `ai` 5 and 6 store and compare whole objects.',
    expect: fromV2,
    ignore: toV2,
  },
  {
    name: 'wording-of-errors',
    ai: 'Errors about calls and UI messages use the wording of `ai` and Zod. A chat sees a call of `toString` as a call of a tool.',
    toolfit:
      'Errors are worded by Toolfit: what is wrong, and where. `isInstance` of the error classes of `ai` still recognises them. Only own entries of `tools` are tools.',
    reason: 'The model has to act on the error, so it must be short and exact.',
    ignore: withoutWording,
  },
  {
    name: 'history-as-sent',
    ai: 'A call in the messages has the parsed input, with defaults filled in and transforms applied.',
    toolfit: 'It has the input that the model sent. `toolCall.input` and `execute` get the parsed value.',
    reason: 'The model sees its own words again, and transformed input may no longer fit the schema.',
    expect: withSentInputs,
  },
  {
    name: 'approval-requests',
    ai: '`toolApproval` decides, and a stream requests approval, as soon as a call arrives, even if the turn is then cut off, and also for calls that the provider runs itself.',
    toolfit: 'Both happen when the turn is complete, before any tool runs, and only for calls that Toolfit runs.',
    reason: 'A turn that was cut off may lack part of its calls, and a provider asks for its own approvals.',
    expect: withoutHastyRequests,
    ignore: withRequestsLast,
    part: cutOffTurnEnds,
  },
  {
    name: 'response-messages',
    ai: '`result.response.messages` has the messages of the last step; `responseMessages` has those of all steps.',
    toolfit: 'Both have the messages of all steps, as in `ai` 5 and 6.',
    reason: 'Programs continue the conversation with these messages, and would silently lose the missing ones.',
    expect: withAllMessages,
  },
  {
    name: 'files-are-fetched-once',
    ai: 'Every step downloads the files in the messages again, and a file that occurs twice is downloaded twice.',
    toolfit: 'A run downloads each file once.',
    reason: 'Downloads are slow, and a file must not change between two steps.',
    ignore: withFilesOnce,
  },
  {
    name: 'errors-in-order',
    ai: '`onChunk`, then `onError`, get an error as soon as it occurs, before the parts that are still buffered in the stream.',
    toolfit: '`onError`, then `onChunk`, get it at its place in the stream.',
    reason: 'Callbacks and the stream see the same order.',
    ignore: withoutErrors,
  },
  {
    name: 'contexts-in-telemetry',
    ai: '`executeTool` of a telemetry integration gets the whole context of the tool.',
    toolfit: 'It gets the fields that `includeToolsContext` names, like all other callbacks of integrations.',
    reason: 'Contexts contain secrets, and the documentation says that they are left out.',
    ignore: withoutToolContext,
  },
  {
    name: 'invalid-input-throws',
    ai: 'Invalid input is reported to the model even if a stop condition leaves no step in which it could answer.',
    toolfit: 'If no step is left in which the model could correct itself, the run ends with the error.',
    reason: 'A call that never ran must not look like success. `invalidToolInput: "report"` does what `ai` does.',
    part: invalidInputThrows,
  },
  {
    name: 'timeouts-are-kept',
    ai: 'A tool that ignores its signal runs as long as it likes. A run that has timed out waits for its tools, and ends only before the next model call. An aborted run rejects with the reason.',
    toolfit:
      'The tool becomes a `tool-error` at its timeout. A run that times out or is aborted ends at once, with an error that has the `name` of the reason, and the reason as its `cause`.',
    reason: 'A timeout has to work without the cooperation of the tool.',
    part: timeoutEndsRun,
  },
  {
    name: 'failed-streams-reject',
    ai: 'A stream that fails after its first step ends as if it were complete; one that breaks off throws at its reader.',
    toolfit: 'The last part is the `error`, and all promises reject with it. It carries `messages` and `steps`.',
    reason: 'Half an answer must not look like a complete one.',
    part: failedStreamRejects,
  },
]
