import { expect, test } from 'vitest'
import { hasScript, startOnTerminal } from './pty.ts'
import { done, runOf, startStories, step } from './scenario-stub.ts'

const onTerminal = (name: string, run: () => Promise<void>) =>
  test.skipIf(!hasScript)(hasScript ? name : `${name} (skipped: no script of util-linux here)`, run)

const raised = (rows: number) => `\x1b[${rows}A\r\x1b[J`

onTerminal('keys pause a run, step it, let it go on and stop it; the terminal is given back', async () => {
  const { url, asked } = await startStories()
  const screen = await startOnTerminal(['scenario', 'run', 'good', '--url', url])
  await screen.writes('p pause  q stop')
  screen.press('p')
  await screen.writes(raised(4))
  await screen.writes('paused  Enter step  r resume  q stop')
  screen.press('r')
  await screen.writes('p pause  q stop')
  screen.press('s')
  await screen.writes('responded with status 404')
  screen.press('\x03')
  await screen.writes('stopped')
  expect(await screen.ended).toBe(1)
  const acts = asked.map(({ path }) => path.split('/').at(-1)).slice(-4)
  expect(acts).toEqual(['pause', 'resume', 'step', 'stop'])
  expect(screen.stdout()).toContain('good stopped. ')
})

onTerminal('the steps are painted in place and stay at the end', async () => {
  const { url, tell } = await startStories()
  const screen = await startOnTerminal(['scenario', 'run', 'good', '--url', url])
  await screen.writes('p pause')
  tell(runOf('good', { steps: [step('1', { state: 'running' }), step('2'), step('2.1')] }))
  await screen.writes(`${raised(4)}\x1b[36mrunning`)
  tell(runOf('good', { state: 'succeeded', steps: [done('1', '201'), done('2'), done('2.1')] }))
  expect(await screen.ended).toBe(0)
  const [, end = ''] = screen.stdout().split(/p pause {2}q stop\S*\s+(?![\s\S]*p pause)/)
  expect(end).toContain(raised(4))
  expect(end.match(/succeeded/g)).toHaveLength(4)
  expect(end).not.toContain('pending')
})
