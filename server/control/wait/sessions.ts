/** Remembers where the waits of each command-line session begin, and which records they have matched. */
import type { Session } from '../../api/route.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'

/** After one of these operations the waits of its session begin again. */
const beginning = ['triggerEvent', 'resendDelivery', 'resendDeliveries', 'runScenario', 'reset']

const mostSessions = 1000
const longestName = 200
const mostCommits = 4096

/**
 * Finds the session that the header `Sandbox-Session` of a request names. The value is `NAME; began=MS; command=ID`. A session
 * began at that time of the wall clock, in ms since 1970, or begins when it is first used. Requests with the same `command` count as one command.
 */
export function createSessions({ bus, outside }: { bus: Bus; outside: Outside }) {
  const wallMs = () => outside.wallTime() / 1000
  const atStart = bus.newest()
  let commits: { at: number; newest: number }[] = []
  bus.subscribe(() => {
    commits.push({ at: wallMs(), newest: bus.newest() })
    // Leaving out every second commit lets an old session begin slightly earlier than it did.
    if (commits.length > mostCommits) commits = commits.filter((_, at) => at % 2 === 1)
  })
  const newestAt = (time: number) => commits.findLast(({ at }) => at <= time)?.newest ?? atStart

  const sessions = new Map<string, Session & { command: string | undefined }>()

  return function sessionOf(header: string, operationId: string): Session {
    const name = header.split(';', 1)[0]?.slice(0, longestName) ?? ''
    const [, began] = /; *began=(\d{1,15})/.exec(header) ?? []
    const [, command] = /; *command=(\w+)/.exec(header) ?? []
    const session = sessions.get(name) ?? {
      since: began === undefined ? bus.newest() : newestAt(Number(began)),
      matched: new Set(),
      command: undefined,
    }
    sessions.delete(name)
    sessions.set(name, session)
    const [oldest] = sessions.keys()
    if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest)

    if (beginning.includes(operationId) && (command === undefined || command !== session.command)) {
      session.command = command
      session.since = bus.newest()
      session.matched.clear()
    }
    return session
  }
}
