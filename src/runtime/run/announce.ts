import type { RunEventMap, RunEventName } from '../result/events.ts'
import { showFields } from '../result/show-fields.ts'
import { listenerOf } from './events.ts'
import type { Run } from './run.ts'

/**
 * Tells the callback and the telemetry integrations of an event, which is created only if somebody listens. Returns undefined where
 * there is nothing to wait for.
 */
export function announce<NAME extends RunEventName>(
  run: Run,
  name: NAME,
  create: () => RunEventMap[NAME],
): Promise<unknown> | undefined {
  const listener = listenerOf(run.options, name)
  const { integrations } = run
  if (listener === undefined && integrations === undefined) return undefined
  const event = showFields(run.model.aiVersion, name, create())
  const told = listener === undefined ? undefined : run.notify(listener, event as never)
  return integrations === undefined ? told : Promise.all([told, integrations.notify(name, event)])
}
