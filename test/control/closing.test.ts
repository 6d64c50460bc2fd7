import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const json = { 'content-type': 'application/json' }

test('what is under way when the sandbox closes comes to its end before the database does', async () => {
  const troubles: unknown[] = []
  for (let turns = 0; turns < 60; turns += sample(3, 1)) {
    const sandbox = await startSandbox()
    const asked = [
      fetch(`${sandbox.url}/sandbox/events`, {
        method: 'POST',
        headers: json,
        body: '{"event":"card.created"}',
      }),
      fetch(`${sandbox.url}/sandbox/endpoints`, { method: 'POST', headers: json, body: '{"name":"shop"}' }),
      fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: '{}' }),
      fetch(`${sandbox.url}/sandbox/captures?q=nothing`),
      fetch(`${sandbox.url}/sandbox/captures`),
      fetch(`${sandbox.url}/api/v0.1/webhooks`),
    ].map((answer) => answer.catch(() => 'closed'))
    for (let passed = 0; passed < turns; passed++) await turn()
    await sandbox.close()
    await Promise.all(asked)
    // What would still come, comes now.
    await turn()
    troubles.push(...sandbox.troubles)
  }
  expect(troubles).toEqual([])
})
