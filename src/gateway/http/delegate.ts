/** A class whose objects can make the real thing. */
interface Lean<Real extends object> {
  real(): Real
}

/**
 * Gives a class the members of the platform's class that it stands for and does not have itself. They work on the real object, which is
 * made when one of them is first used.
 */
export function delegate<Real extends object>(lean: Lean<Real>, platform: Real): void {
  // `instanceof` holds, as it does for what the platform makes.
  Object.setPrototypeOf(lean, platform)
  for (const [name, { value, get }] of membersOf(platform)) {
    if (Object.hasOwn(lean, name)) continue
    if (typeof value === 'function') Object.defineProperty(lean, name, { value: methodOf(value) })
    else if (get !== undefined) Object.defineProperty(lean, name, { get: getterOf(get) })
  }
}

/** With those of the classes above it: where they stand is the platform's choice, and workerd has a class for bodies. */
function membersOf(platform: object): [string, PropertyDescriptor][] {
  const above: object = Object.getPrototypeOf(platform)
  const own = Object.entries(Object.getOwnPropertyDescriptors(platform))
  return above === Object.prototype ? own : [...own, ...membersOf(above)]
}

function methodOf(method: (...args: unknown[]) => unknown) {
  return function (this: Lean<object>, ...args: unknown[]): unknown {
    return method.apply(this.real(), args)
  }
}

function getterOf(get: () => unknown) {
  return function (this: Lean<object>): unknown {
    return get.call(this.real())
  }
}
