export { ToolfitError, type ToolfitErrorCode, type ToolfitErrorEvidence } from '../../core/errors.ts'
export type { AnyLanguageModel } from '../../models/versions/any-model.ts'
export type { DialectId, TargetId } from '../../schema/dialects/index.ts'
export { type FitOptions, type FittedModel, fitModel } from './fit-model.ts'
