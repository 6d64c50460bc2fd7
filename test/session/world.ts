import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReplayFlags, replay } from '../../server/cli/replay.ts'
import { StartError } from '../../server/failures.ts'
import { realOutside } from '../../server/outside.ts'
import type { Compared } from '../../server/session/compare.ts'
import type { Session } from '../../server/session/session.ts'
import type { Run } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

export const start = '2026-01-01T09:00:00Z'

export const sessionOf = async (sandbox: Pick<TestSandbox, 'get'>): Promise<Session> =>
  (await sandbox.get<{ session: Session }>('/sandbox/session')).session

/** Waits until a run is over, and answers how it ended. */
export async function endOf(sandbox: Pick<TestSandbox, 'get'>, { id }: Run): Promise<Run['state']> {
  for (;;) {
    const { run } = await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)
    if (run.state !== 'running') return run.state
  }
}

/** A session on the manual clock in which much happens. */
export async function recordedStory() {
  const receiver = await startReceiver([503, 200, 500, 503, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0.3 } })
  await sandbox.clock({ mode: 'manual', set: start })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.clock({ advance: '10m' })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: ['1m', '2m'] })
  await sandbox.trigger('kyc.verification.success', { fault: 'tamper(signature) | duplicate(2)' })
  await sandbox.post('/sandbox/armed-errors', { code: 'card_dne', method: 'GET', times: 1 })
  await sandbox.call('GET', '/cards/unknown')
  await sandbox.call('POST', '/customers/', { dob: 'nonsense' })
  const reply = [{ status: 503 }, { status: 200 }]
  await sandbox.post('/sandbox/endpoints', { name: 'own', reply })
  await sandbox.subscribe(`${sandbox.url}/in/own`)
  await sandbox.trigger('customer.updated')
  await sandbox.request('POST', '/in/own/418', 'from outside')
  await sandbox.trigger('nothing')
  await sandbox.clock({ advance: '3d' })
  const session = await sessionOf(sandbox)
  return { session, receiver }
}

/** Plays a session again, as the command does, and answers what that prints and ends with. */
export async function replayOf(session: Session | string, flags: ReplayFlags = {}) {
  const file = join(ownFolder(), 'session.json')
  writeFileSync(file, typeof session === 'string' ? session : JSON.stringify({ session }))
  const written = { out: [] as string[], log: [] as string[] }
  const terminal = {
    out: (line: string) => void written.out.push(line),
    log: (line: string) => void written.log.push(line),
  }
  const needs = {
    terminal,
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  }
  let code = 0
  try {
    await replay(file, flags, needs)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    code = error.exitCode
    written.log.push(`${error.message} ${error.fix}`)
  }
  // Sandboxes of tests have a version of their own.
  const log = written.log.filter((line) => !line.includes(' recorded the session; this is version '))
  return { code, out: written.out.join('\n'), log: log.join('\n') }
}

/** What `replay --json` prints. */
export const compared = async (session: Session): Promise<Compared & { same: boolean }> =>
  JSON.parse((await replayOf(session, { json: true })).out)
