import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Holds the connections that a server takes in before anybody answers what comes by them: the event loop takes them in
 * from the moment that the port is open, and a request that nobody listens to would wait for ever.
 */
export function createDoor(server: Server) {
  const own = server.rawListeners('connection') as ((socket: Socket) => void)[]
  const held = new Map<Socket, () => void>()

  function hold(socket: Socket) {
    // An error that nobody hears ends the process; the socket is destroyed behind it.
    const ignore = () => {}
    socket.on('error', ignore)
    held.set(socket, () => socket.off('error', ignore))
  }

  server.removeAllListeners('connection')
  server.on('connection', hold)

  return {
    /** Hands all over, those that waited and those to come. */
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
    /** Sends away who waits, and takes in nobody more. */
    shut() {
      server.close()
      for (const socket of held.keys()) socket.destroy()
    },
  }
}
export type Door = ReturnType<typeof createDoor>
