import { beforeEach, expect, test, vi } from 'vitest'
import { pythonJson } from '../../server/signing/python-json.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { causesIn, judge, secret, signed, withValue } from '../verification/world.ts'

vi.mock('../../server/signing/python-json.ts', async (original) => {
  const module = await original<typeof import('../../server/signing/python-json.ts')>()
  return { ...module, pythonJson: vi.fn(module.pythonJson) }
})

const body = `[${Array(50_000).fill('1e308').join(',')}]`
const headers = signed({ scheme: 'platform', body })
const text = headers[1]?.[1] ?? ''
beforeEach(() => void vi.mocked(pythonJson).mockClear())

test('a large body is not rewritten if the signature over its bytes matches', () => {
  const secrets = ['whsec_AAAA', secret].map((one, i) => ({ of: ownedBy(`subscription s${i}`), secret: one }))
  const verdict = judge(headers, { scheme: 'platform', body, secrets })
  expect(verdict).toMatchObject({ result: 'verified', secret_of: ownedBy('subscription s1'), received: text })
  expect(verdict.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['scheme', true],
    ['timestamp', true],
    ['signature', true],
    ['digest', true],
    ['age', true],
  ])
  expect(pythonJson).not.toHaveBeenCalled()
})

test('it is where that does not fit, or did not come', () => {
  for (const value of [text.replace(/v2=\w+/, 'v2=00'), text.replace(/,v2=\w+/, '')]) {
    const verdict = judge(withValue(headers, 'Signature', value), { scheme: 'platform', body })
    expect([verdict.result, causesIn(verdict)]).toEqual(['verified', []])
    expect(pythonJson).toHaveBeenCalledOnce()
    vi.mocked(pythonJson).mockClear()
  }
})
