/** Reports when connections cannot be accepted or made, because this process has no free file descriptor. */
import { closeSync, openSync } from 'node:fs'
import type { Server } from 'node:http'
import { devNull } from 'node:os'
import { Shortage } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { toIso } from '../words/time.ts'

/** No limit of a system is below this number of connections. */
const few = 32

/** Node closes connections unseen while no descriptor is free, so each connection tries whether there is room for another. */
export function watchDescriptors(server: Server, onTrouble: (error: unknown) => void) {
  let connections = 0
  // Without a listener, the event would end the process.
  server.on('error', (error) => onTrouble(shortageIn(error) ?? error))
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
    if (connections < few) return
    const trouble = troubleNow()
    if (trouble !== null) onTrouble(trouble)
  })
}

/** Remembers shortages, for the health. */
export function createShortages({ wallTime }: Pick<Outside, 'wallTime'>) {
  let count = 0
  let lastAt: string | null = null
  return {
    note(error: unknown) {
      if (!(error instanceof Shortage)) return
      count++
      lastAt = toIso(wallTime())
    },
    read: () => ({ count, last_at: lastAt }),
    /** The shortage at this moment. */
    now(): Shortage | null {
      const trouble = troubleNow()
      return trouble instanceof Shortage ? trouble : null
    },
  }
}
export type Shortages = ReturnType<typeof createShortages>

/** Why no file can be opened now. */
function troubleNow(): unknown {
  try {
    closeSync(openSync(devNull, 'r'))
    return null
  } catch (error) {
    return shortageIn(error) ?? error
  }
}

function shortageIn(error: unknown): Shortage | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'EMFILE' || code === 'ENFILE'
    ? new Shortage(
        'This process has no free file descriptor. The system closes new connections until another connection ends.',
        'Raise the limit (`ulimit -n`), or keep fewer connections open.',
      )
    : undefined
}
