import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Outside } from '../../../server/outside.ts'
import { frameOf, type Run, type RunStep } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'

export const monday = { mode: 'manual', set: '2026-01-05T09:00:00Z' }

/** The steps of a story by its name; what stands above the steps is written with them. */
export type Stories = Record<string, string>

/** A file of a scenario: its steps, one a line or more, indented as they stand. */
const fileOf = (text: string) => (/^steps:/m.test(text) ? text : `steps:\n${text.replace(/^\n/, '')}`)

/** A sandbox with scenarios of the test's own, its clock by hand on a Monday morning. */
export async function startWith(stories: Stories, config: Record<string, unknown> = {}, outside?: Outside) {
  const folder = ownFolder()
  for (const [name, text] of Object.entries(stories))
    writeFileSync(join(folder, `${name}.yaml`), fileOf(text))
  const sandbox = await startSandbox({ scenarios: folder, ...config }, outside)
  await sandbox.clock(monday)
  return sandbox
}

/** Starts a run; throws what refuses it. */
export async function start(
  sandbox: TestSandbox,
  name: string,
  order: Record<string, unknown> = {},
): Promise<Run> {
  const { status, body } = await sandbox.request<{ run: Run }>(
    'POST',
    `/sandbox/scenarios/${name}/run`,
    order,
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.run
}

/** The first state of a run, as it is or as it will be told, that is as asked for. */
export async function once(sandbox: TestSandbox, id: string, isSo: (run: Run) => boolean): Promise<Run> {
  let stop = () => {}
  const told = new Promise<Run>((resolve) => {
    stop = sandbox.listen((news) => {
      for (const one of news) {
        if (one.kind !== 'run') continue
        const { data } = frameOf(one) as { data: Run }
        if (data.id === id && isSo(data)) resolve(data)
      }
    })
  })
  const { run } = await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)
  const found = isSo(run) ? run : await told
  stop()
  return found
}

export const ended = (sandbox: TestSandbox, id: string) =>
  once(sandbox, id, ({ state }) => state !== 'running')

/** Runs a scenario to its end. */
export const play = async (sandbox: TestSandbox, name: string, order: Record<string, unknown> = {}) =>
  ended(sandbox, (await start(sandbox, name, order)).id)

export const stepOf = (run: Run, name: string): RunStep => {
  const step = run.steps.find((one) => one.name === name)
  if (!step) throw new Error(`no step ${name}`)
  return step
}
export const statesOf = (run: Run) => run.steps.map(({ state }) => state)

export async function order(sandbox: TestSandbox, id: string, what: 'stop' | 'pause' | 'step' | 'resume') {
  return sandbox.request<{ run: Run; error: { code: string } }>('POST', `/sandbox/runs/${id}/${what}`)
}

export function expectSuccess(run: Run) {
  expect({ state: run.state, detail: run.detail }).toEqual({ state: 'succeeded', detail: null })
}

/** A customer, verified, with an account and a card. */
export const cardholder = `
  - name: customer
    call: POST /customers/
    body: { names: [{ first_name: "\${fake.first_name}", last_name: "\${fake.last_name}" }], dob: "\${fake.dob}" }
    status: 201
  - name: passed
    call: POST /simulate/kyc-pass
    body: { customer_id: "\${customer.customer_id}" }
  - name: account
    call: POST /accounts
    body: { customer_id: "\${customer.customer_id}" }
  - name: card
    call: POST /cards
    body: { account_id: "\${account.account_id}" }
`
