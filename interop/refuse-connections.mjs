/** Loaded by `NODE_OPTIONS` before an MCP server: every connection that it tries fails, as on a machine without a network. */
import { Socket } from 'node:net'

Socket.prototype.connect = function refuse() {
  process.nextTick(() => this.destroy(Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' })))
  return this
}
