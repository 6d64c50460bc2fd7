/** Reports when connections cannot be accepted, because this process has no free file descriptor. */
import { closeSync, openSync } from 'node:fs'
import type { Server } from 'node:http'
import { devNull } from 'node:os'
import { Shortage } from '../failures.ts'

/** No limit of a system is below this number of connections. */
const few = 32

/** Node closes connections unseen while no descriptor is free, so each connection tries whether there is room for another. */
export function watchDescriptors(server: Server, onTrouble: (error: unknown) => void) {
  let connections = 0

  function look(error: unknown) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    onTrouble(code === 'EMFILE' || code === 'ENFILE' ? shortage() : error)
  }

  // Without a listener, the event would end the process.
  server.on('error', look)
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
    if (connections < few) return
    try {
      closeSync(openSync(devNull, 'r'))
    } catch (error) {
      look(error)
    }
  })
}

const shortage = () =>
  new Shortage(
    'This process has no free file descriptor. The system closes new connections until another connection ends.',
    'Raise the limit (`ulimit -n`), or keep fewer connections open.',
  )
