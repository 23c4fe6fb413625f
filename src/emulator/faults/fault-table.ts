import { cutFaults } from './cut.ts'
import type { Fault } from './fault.ts'
import { finishFaults } from './finish.ts'
import { quotaFaults } from './quota.ts'
import { safetyFaults } from './safety.ts'
import { serverErrorFaults } from './server-error.ts'
import { signatureFaults } from './signature-faults.ts'
import { stallFaults } from './stall.ts'
import { streamErrorFaults } from './stream-error.ts'

/** Every fault, in the order of the guide: refusals, the wire, the stream, the answer. */
export const faultTable: readonly Fault[] = [
  ...quotaFaults,
  ...serverErrorFaults,
  ...stallFaults,
  ...cutFaults,
  ...streamErrorFaults,
  ...finishFaults,
  ...safetyFaults,
  ...signatureFaults,
]
