import { fileURLToPath } from 'node:url'
import { splitCommand } from '../../src/cli/mcp/split-command.ts'
import { runCommand } from '../../src/cli/run-command.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What `npx toolfit …` prints in this repository, on a screen without colours. */
export async function renderScreen(line: string): Promise<string> {
  const written: string[] = []
  const output = { write: (text: string) => written.push(text), columns: 100 }
  await runCommand(splitCommand(`toolfit ${line}`).args, {
    stdout: output,
    // Talk about progress is gone when the command is done; what is worth showing is data.
    stderr: { write: () => undefined },
    stdin: noInput(),
    env: { ...process.env, FORCE_COLOR: undefined },
    cwd: root,
  })
  if (written.length === 0) throw new Error(`"toolfit ${line}" prints nothing.`)
  return `\`\`\`console\n$ npx toolfit ${line}\n${written.join('').trimEnd()}\n\`\`\``
}

async function* noInput(): AsyncGenerator<string> {}
