import type { Construct } from '../construct.ts'
import { arrays } from './arrays.ts'
import { conditions } from './conditions.ts'
import { enums } from './enums.ts'
import { freeForm } from './free-form.ts'
import { objects } from './objects.ts'
import { propertyNames } from './property-names.ts'
import { references } from './references.ts'
import { scalars } from './scalars.ts'
import { unions } from './unions.ts'

/** Everything that the contract speaks of. */
export const constructs: readonly Construct[] = [
  ...scalars,
  ...enums,
  ...arrays,
  ...objects,
  ...propertyNames,
  ...unions,
  ...references,
  ...conditions,
  ...freeForm,
]
