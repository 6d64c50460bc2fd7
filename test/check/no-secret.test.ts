import { expect, test } from 'vitest'
import { reportForms } from '../../server/check/reports/forms.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { watch } from '../live/world.ts'
import { checked, idIn, probeOf, rightAnswer, secret, startAnswering } from './world.ts'

const second = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const bareOf = (text: string) => text.replace('whsec_', '')
const forms = [secret, second].flatMap((text) => [
  text,
  bareOf(text),
  Buffer.from(bareOf(text), 'base64').toString('hex'),
])
const held = (text: string) => forms.filter((form) => text.includes(form))

test('no report, frame, list or log holds a secret, even if the receiver prints it', async () => {
  const sandbox = await startSandbox()
  const { frames } = await watch(sandbox.url)
  // It prints its secrets when it refuses, in all forms.
  const receiver = await startAnswering((asked) => {
    const status = rightAnswer(asked, { secrets: [secret, second] })
    return status === 200 ? 200 : { status, body: `refused ${idIn(asked)} ${forms.join(' ')}` }
  })
  const check = await checked(sandbox, { url: receiver.url, second_secret: second })
  expect(probeOf(check, 'leaks-nothing')).toMatchObject({ result: 'warn', fact: { what: 'secret' } })
  expect(held(JSON.stringify(check))).toEqual([])
  for (const form of reportForms) {
    const { body } = await sandbox.request<unknown>(
      'GET',
      `/sandbox/checks/${check.id}/report?format=${form}`,
    )
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(text.length, form).toBeGreaterThan(100)
    expect(held(text), form).toEqual([])
  }
  const refused = await startAnswering(() => ({ status: 401, body: `no: ${forms.join(' ')}` }))
  const wrong = await checked(sandbox, { url: refused.url, second_secret: second })
  expect(probeOf(wrong, 'accepts-valid').result).toBe('fail')
  expect(held(JSON.stringify(wrong))).toEqual([])

  const told = frames.filter(({ kind }) => kind === 'check')
  expect(told.length).toBeGreaterThan(10)
  expect(told.flatMap((frame) => held(JSON.stringify(frame)))).toEqual([])
  expect(held(JSON.stringify(await sandbox.get('/sandbox/checks')))).toEqual([])
})
