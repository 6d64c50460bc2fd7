/** Remembers where the waits of each command-line session begin, and which records they have matched. */
import type { Session } from '../../api/route.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'

/** After one of these operations the waits of its session begin again. */
const beginning = ['triggerEvent', 'resendDelivery', 'resendDeliveries', 'runScenario', 'reset']

const mostSessions = 1000
const mostCommits = 4096

/**
 * Finds the session that the header `Sandbox-Session` of a request names. The value is `NAME; age=MS; command=ID`. A session is
 * `age` old when it is first used, or begins then. Requests with the same `command` count as one command.
 */
export function createSessions({ bus, outside }: { bus: Bus; outside: Outside }) {
  const atStart = bus.newest()
  let commits: { at: number; newest: number }[] = []
  bus.subscribe(() => {
    commits.push({ at: outside.elapsed(), newest: bus.newest() })
    // Leaving out every second commit lets an old session begin slightly earlier than it did.
    if (commits.length > mostCommits) commits = commits.filter((_, at) => at % 2 === 1)
  })
  const newestAt = (elapsed: number) => commits.findLast(({ at }) => at <= elapsed)?.newest ?? atStart

  const sessions = new Map<string, Session & { command: string | undefined }>()

  return function sessionOf(header: string, operationId: string): Session {
    const [name = ''] = header.split(';', 1)
    const [, age = '0'] = /; *age=(\d+)/.exec(header) ?? []
    const [, command] = /; *command=(\w+)/.exec(header) ?? []
    const session = sessions.get(name) ?? {
      since: newestAt(outside.elapsed() - Number(age)),
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
