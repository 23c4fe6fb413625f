/** Something that Toolfit does in another way than `ai` 7, on purpose. */
export interface Choice {
  readonly name: string
  readonly ai: string
  readonly toolfit: string
  readonly reason: string
}
