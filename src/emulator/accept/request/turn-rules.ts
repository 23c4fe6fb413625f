import { functionCallLast } from './function-call-last.ts'
import { functionCallOrder } from './function-call-order.ts'
import { functionCallUnanswered } from './function-call-unanswered.ts'
import { functionResponseBesideMedia } from './function-response-beside-media.ts'
import { functionResponseCount } from './function-response-count.ts'
import { functionResponseIdUnknown } from './function-response-id-unknown.ts'
import { functionResponseInModelTurn } from './function-response-in-model-turn.ts'
import { functionResponseMixed } from './function-response-mixed.ts'
import { functionResponseNameUnknown } from './function-response-name-unknown.ts'
import { functionResponseOrder } from './function-response-order.ts'
import { functionResponsePartsUnsupported } from './function-response-parts-unsupported.ts'
import { functionResponseReference, functionResponseReferenceNamed } from './function-response-reference.ts'
import { functionResponseSplit } from './function-response-split.ts'
import { modelTurnAlone } from './model-turn-alone.ts'
import { modelTurnFirst } from './model-turn-first.ts'
import { modelTurnLast } from './model-turn-last.ts'
import type { SentenceRule } from './request-rule.ts'
import { roleMissing } from './role-missing.ts'
import { roleOfFunction } from './role-of-function.ts'
import { roleUnknown } from './role-unknown.ts'
import { signatureCorrupted, signatureCorruptedElsewhere, signatureMoved } from './signature-corrupted.ts'
import { signatureMissing } from './signature-missing.ts'
import { turnsNotAlternating } from './turns-not-alternating.ts'

/** In the order in which they are asked. Only the first sentence is told. */
export const turnRules: readonly SentenceRule[] = [
  roleUnknown,
  roleOfFunction,
  roleMissing,
  modelTurnAlone,
  modelTurnFirst,
  functionResponseInModelTurn,
  functionCallOrder,
  functionResponseOrder,
  functionResponseCount,
  functionResponseSplit,
  functionResponseBesideMedia,
  functionCallUnanswered,
  turnsNotAlternating,
  functionResponseNameUnknown,
  functionResponseIdUnknown,
  functionResponsePartsUnsupported,
  functionResponseReference,
  functionResponseReferenceNamed,
  // A recorded request without signatures was refused for its last turn.
  modelTurnLast,
  functionResponseMixed,
  functionCallLast,
  signatureMissing,
  signatureCorrupted,
  signatureMoved,
  signatureCorruptedElsewhere,
]
