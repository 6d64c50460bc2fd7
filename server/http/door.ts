/** Holds early connections until the server can answer them. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Holds the connections that a server accepts before its handlers exist. The event loop accepts them once the port is open,
 * and a request without a handler would wait forever.
 */
export function createDoor(server: Server) {
  const own = server.rawListeners('connection') as ((socket: Socket) => void)[]
  const held = new Map<Socket, () => void>()

  function hold(socket: Socket) {
    // An error event without a listener ends the process. The socket is destroyed afterwards.
    const ignore = () => {}
    socket.on('error', ignore)
    held.set(socket, () => socket.off('error', ignore))
  }

  server.removeAllListeners('connection')
  server.on('connection', hold)

  return {
    /** Hands over all held connections and lets later ones through. */
    open() {
      server.off('connection', hold)
      for (const listener of own) server.on('connection', listener)
      for (const [socket, letGo] of held) {
        if (socket.destroyed) continue
        server.emit('connection', socket)
        letGo()
      }
      held.clear()
    },
    /** Closes all held connections and accepts no more. */
    shut() {
      server.close()
      for (const socket of held.keys()) socket.destroy()
    },
  }
}
export type Door = ReturnType<typeof createDoor>
