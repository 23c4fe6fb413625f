/**
 * Time that passes only when nothing else is left to do, so that the order in which tools end depends on their delays alone, and not on
 * how many promises an implementation puts around them.
 */
export class VirtualClock {
  #now = 0
  #sleepers: { readonly until: number; readonly wake: () => void }[] = []

  /** Resolves when `ticks` have passed; those that end at the same time wake in the order in which they fell asleep. */
  sleep(ticks: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ until: this.#now + ticks, wake })
      if (this.#sleepers.length === 1) this.#advance()
    })
  }

  /** Wakes one sleeper, lets everything settle that follows from it, and goes on. */
  #advance(): void {
    settled(() => {
      const next = this.#sleepers.reduce((one, other) => (other.until < one.until ? other : one))
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1)
      this.#now = next.until
      next.wake()
      if (this.#sleepers.length > 0) this.#advance()
    })
  }
}

/** Calls back when all promises that are ready have run. Twice, because a stream may put off its own work once. */
function settled(callback: () => void): void {
  setImmediate(() => setImmediate(callback))
}
