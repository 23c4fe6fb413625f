import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { inputError } from '../cli-error.ts'

const packageName = '@modelcontextprotocol/client'

/** What is used of the official client. */
export interface ClientModule {
  readonly Client: typeof Client
}

/** The official MCP client: an optional peer, looked for beside Toolfit and then in the user's project. */
export async function loadClient(
  cwd: string,
  importOwn: () => Promise<ClientModule> = () => import('@modelcontextprotocol/client'),
): Promise<ClientModule> {
  try {
    return await importOwn()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return createRequire(join(cwd, 'package.json'))(packageName) as ClientModule
  } catch (error) {
    if (!isMissing(error)) throw error
    const advice = `--mcp needs the official MCP client, which is not installed. Run:\n  npm install ${packageName}`
    const once = `or, once and without installing:\n  npx -p toolfit -p ${packageName} toolfit check --mcp "…"`
    throw inputError(`${advice}\n${once}`, { cause: error })
  }
}

/** The client itself is missing; one that is there but broken is an error of its own. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(code ?? '') && message.includes(packageName)
}
