import { expect, test } from 'vitest'
import { startSandbox } from '../../helpers/sandbox.ts'

interface Line {
  id: string
  body_size: number
  body_base64: string | null
}

test('captures deleted during a slow export are left out, and none gets another body', async () => {
  const sandbox = await startSandbox()
  const large = 'x'.repeat(900_000)
  const receive = (body: string) => sandbox.request('POST', '/in/a', body, { 'content-type': 'text/plain' })
  for (let i = 0; i < 30; i++) await receive(large)
  const { body } = await fetch(`${sandbox.url}/sandbox/captures.jsonl`)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  // Behind it ids begin again, so that these have those of the others.
  await sandbox.request('POST', '/sandbox/reset')
  for (let i = 0; i < 30; i++) await receive('small')
  for (let more = await reader?.read(); more && !more.done; more = await reader?.read()) text += more.value

  const lines = text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(30)
  for (const { id, body_size, body_base64 } of lines)
    expect([id, Buffer.from(body_base64 ?? '', 'base64').length]).toEqual([id, body_size])
})
