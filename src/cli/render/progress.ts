import { type Io, widthOf } from '../core/command.ts'
import { createPaint, printable } from './paint.ts'
import { shorten } from './table.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Says what is going on, on stderr: one line that turns on a terminal, a line for each step elsewhere. */
export interface Progress {
  say(text: string): void
  /** The same step, further on: shown where the line can be drawn anew. */
  update(text: string): void
  /** Takes the turning line away. */
  end(): void
}

export function createProgress({ stderr, env }: Io): Progress {
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') {
    return { say: (text) => stderr.write(`${printable(text)} …\n`), update: () => undefined, end: () => undefined }
  }
  const paint = createPaint(stderr, env)
  let [text, frame] = ['', 0]
  const draw = () => {
    const line = shorten(printable(text), widthOf(stderr) - 5)
    stderr.write(`\r\u001b[K${paint('cyan', frames[frame++ % frames.length]!)} ${line} …`)
  }
  const timer = setInterval(draw, 80)
  const say = (next: string) => {
    text = next
    draw()
  }
  return {
    say,
    update: say,
    end() {
      clearInterval(timer)
      stderr.write('\r\u001b[K')
    },
  }
}
