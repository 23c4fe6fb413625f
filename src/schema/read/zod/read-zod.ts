import { ToolfitError } from '../../../core/errors.ts'
import { type Printed, printZod } from './print-zod.ts'
import { isZod3, viewZod3 } from './view-zod3.ts'
import { isZod4, viewZod4 } from './view-zod4.ts'
import type { ZodSchema, ZodView } from './zod-node.ts'

/** The view for a Zod schema of either version; undefined for any other value. */
export function zodViewOf(value: object): ZodView | undefined {
  return isZod4(value) ? viewZod4 : isZod3(value) ? viewZod3 : undefined
}

/** Reads a Zod schema by its structure: Zod itself is never imported. */
export function readZod(schema: ZodSchema, view: ZodView): Printed {
  try {
    return printZod(schema, view)
  } catch (error) {
    if (ToolfitError.isInstance(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // Getters of Zod and of the user run while the schema is read.
    const message = `This Zod schema cannot be read: ${reason}. Check its lazy parts and getters.`
    throw new ToolfitError('schema-unreadable', message, {}, { cause: error })
  }
}
