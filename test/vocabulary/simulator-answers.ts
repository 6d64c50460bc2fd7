import type { TestSandbox } from '../helpers/sandbox.ts'

/** Asks an operation of the sandbox's own API and checks its answer against what is documented. */
export type Go = (method: string, path: string, asked?: { at?: string; body?: unknown }) => Promise<void>

/** Goes through the operations of scenarios, runs, traffic and the recorded session, refusals included. */
export async function simulate(sandbox: TestSandbox, go: Go) {
  const run = '/scenarios/{name}/run'
  await go('GET', '/scenarios')
  for (const name of ['onboarding-passes', 'nothing']) {
    await go('GET', '/scenarios/{name}', { at: `/scenarios/${name}` })
    await go('POST', run, { at: `/scenarios/${name}/run`, body: { seed: 7, paused: true } })
  }
  await go('POST', run, { at: '/scenarios/onboarding-passes/run', body: { sead: 7 } })
  await go('POST', run, { at: '/scenarios/onboarding-passes/run', body: { set: { nothing: 1 } } })
  await go('GET', '/runs')
  await go('GET', '/runs', { at: '/runs?limit=0' })
  const [begun] = (await sandbox.get<{ runs: { id: string }[] }>('/sandbox/runs')).runs
  for (const id of [begun?.id, 'nothing']) {
    await go('GET', '/runs/{id}', { at: `/runs/${id}` })
    for (const order of ['step', 'resume', 'pause', 'stop', 'step'])
      await go('POST', `/runs/{id}/${order}`, { at: `/runs/${id}/${order}` })
  }

  for (const body of [{ text: 'title: Short\nsteps:\n  - event: card.created\n' }, { text: 'title' }])
    await go('POST', '/runs', { body })
  await go('GET', '/traffic')
  await go('POST', '/traffic', {
    body: { rate: 5, events: { 'card.*': 3, transactions: 1 }, seed: 7, count: 2 },
  })
  await sandbox.clock({ advance: '1s' })
  await go('GET', '/traffic')
  await go('POST', '/traffic', { body: { rate: -1 } })
  await go('POST', '/traffic', { body: { rate: 0 } })
  await go('GET', '/session')
}
