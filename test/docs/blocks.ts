import { readDocuments } from './documents.ts'

/** A code block in TypeScript of a document. */
export interface Block {
  readonly path: string
  /** The line of the document on which the code starts, counted from 1. */
  readonly line: number
  readonly code: string
  /** What the comment above the block says: `example: first`, `not run: it needs Bun`. */
  readonly comment: string
}

/** Every `ts` block of the documents that people read. */
export function readBlocks(): Block[] {
  return readDocuments().flatMap(({ path, text }) =>
    [...text.matchAll(/(?:<!-- (.+?) -->\n)?^```ts\n([\s\S]*?)^```/gm)].map(
      ({ index, 0: block, 1: comment, 2: code }) => ({
        path,
        line: text.slice(0, index + block.indexOf('```ts\n')).split('\n').length + 1,
        code: code!,
        comment: comment ?? '',
      }),
    ),
  )
}
