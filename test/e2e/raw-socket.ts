import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a server, on which a client's library would not send this. */
export async function sendRaw(url: string, text: string | Uint8Array): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // A server that has refused a request may reset what still comes.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** What comes until the connection is closed. A reset behind an answer is no failure here. */
export async function readRaw(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return text
}
