import type { JsonObject } from '../core/json.ts'
import type { Change } from './change.ts'
import type { Codec } from './codec/codec.ts'
import type { PlainWritten } from './dialects/dialect.ts'
import type { Emitted } from './emit-tree.ts'
import type { Forest } from './ir/walk.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import type { Source } from './read/source.ts'
import { rewriteSource } from './rewrite-source.ts'

/** A schema that was written straight away; the compiler works out the rest of it when somebody asks. */
export class PlainEmitted implements Emitted {
  declare readonly schema: JsonObject
  declare private readonly isEncoded: boolean
  declare private readonly source: Source
  declare private readonly opened: OpenedSource
  declare private readonly settings: Settings
  declare private made: Emitted | undefined

  constructor({ schema, isEncoded }: PlainWritten, source: Source, opened: OpenedSource, settings: Settings) {
    this.schema = schema
    this.isEncoded = isEncoded
    this.source = source
    this.opened = opened
    this.settings = settings
    this.made = undefined
  }

  forest(): Forest {
    return this.whole.forest()
  }

  changes(): readonly Change[] {
    return this.whole.changes()
  }

  codec(): Codec | undefined {
    // Where nothing is encoded, the tool takes what the model writes.
    return this.isEncoded ? this.whole.codec() : undefined
  }

  private get whole(): Emitted {
    this.made ??= rewriteSource(this.source, this.opened, this.settings)
    return this.made
  }
}
