import { expect } from 'vitest'
import type { ArmedError, CallRow } from '../../../server/wire.ts'
import type { TestSandbox } from '../../helpers/sandbox.ts'
import { demo } from '../../platform/ask.ts'

/** Arms an error by the control API. */
export async function arm(sandbox: TestSandbox, order: Record<string, unknown>): Promise<ArmedError> {
  const answer = await sandbox.request<{ armed_error: ArmedError }>('POST', '/sandbox/armed-errors', order)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.armed_error
}

/** All that is armed, oldest first. */
export const armedAt = async (sandbox: TestSandbox) =>
  (
    await sandbox.get<{ armed_errors: ArmedError[] }>('/sandbox/armed-errors?limit=500')
  ).armed_errors.toReversed()

/** How often each that is armed matched and fired, oldest first. */
export const counts = async (sandbox: TestSandbox) =>
  (await armedAt(sandbox)).map(({ matched, fired }) => [matched, fired])

/** The statuses of so many calls, one after the other. */
export async function statuses(sandbox: TestSandbox, count: number, path = '/webhooks', headers = demo) {
  const seen: number[] = []
  for (let call = 0; call < count; call++)
    seen.push((await sandbox.call('GET', path, undefined, headers)).status)
  return seen
}

export const newestCall = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ calls: CallRow[] }>('/sandbox/calls?limit=1')).calls[0]

/** Fulfilled when the sandbox tells of the next record of a kind. */
export const next = (sandbox: Pick<TestSandbox, 'listen'>, kind: 'call' | 'armed_error') =>
  new Promise<void>((resolve) => {
    const stop = sandbox.listen((frames) => {
      if (!frames.some((frame) => frame.kind === kind)) return
      stop()
      resolve()
    })
  })
