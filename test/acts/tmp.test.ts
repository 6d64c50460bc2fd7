import { test } from 'vitest'
import { Session } from 'node:inspector/promises'
import { startSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from '../platform/makers.ts'

test('x', async () => {
  const sandbox = await startSandbox({ kyc: { delay: '1h' } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  const { verification } = createMakers(doerOf(sandbox))
  const a0 = process.cpuUsage(); let t = performance.now()
  await Promise.all(Array.from({ length: 300 }, () => verification('123-45-6789')))
  console.log('made ms ', performance.now() - t, process.cpuUsage(a0)); t = performance.now()
  const s = new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.start')
  await sandbox.clock({ advance: '10h' })
  console.log('advanced ms ', performance.now() - t)
  const { profile } = await s.post('Profiler.stop')
  const self = new Map<string, number>()
  const dt = profile.timeDeltas!
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples!.forEach((id, i) => { const n = byId.get(id)!; const k = `${n.callFrame.functionName}@${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + dt[i]!) })
  console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 18).map(([k, v]) => `${(v / 1000).toFixed(0)}ms ${k}`).join('\n'))
}, 100_000)
