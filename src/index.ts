export type { ToolfitErrorCode, ToolfitErrorEvidence } from './core/errors.ts'
export { ToolfitError } from './core/errors.ts'
