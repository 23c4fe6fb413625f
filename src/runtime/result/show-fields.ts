import type { AiVersion } from '../../models/versions/any-model.ts'
import type { ShownPart } from './fields-by-version.ts'

/** Loaded with the first run of a model that is not of `ai` 7. */
let loaded: typeof import('./fields-by-version.ts') | undefined

/** Before {@link showFields} and {@link showPart} are called for another version than 7. */
export async function loadFields(): Promise<void> {
  loaded ??= await import('./fields-by-version.ts')
}

/** Shows the fields that an object has in a version of `ai`. Objects are made with those of `ai` 7. */
export function showFields<OBJECT extends object>(version: AiVersion, kind: string, object: OBJECT): OBJECT {
  return version === 7 ? object : loaded!.showFields(version, kind, object)
}

/** The same for a part. */
export function showPart(version: AiVersion, part: ShownPart, isStreamed = false): void {
  if (version < 7) loaded!.showPart(version, part, isStreamed)
}

/** An object of any version as it is in `ai` 7. */
export function showAllFields<OBJECT extends object>(kind: string, object: OBJECT): OBJECT {
  return loaded?.showFields(7, kind, object) ?? object
}
