import { expect, test, vi } from 'vitest'
import { contentOf } from '../../server/signing/content.ts'
import * as hmac from '../../server/signing/hmac.ts'
import { methods } from '../../server/signing/methods.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { headerMap, present } from '../../server/verification/read.ts'

vi.mock('../../server/signing/hmac.ts', async (original) => {
  const real = await original<typeof hmac>()
  return { ...real, hmacOf: vi.fn(real.hmacOf) }
})

const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
const recipe = recipesFor({ platform_header: 'Signature' })['standard-webhooks']
const signable = {
  id: 'evt_1',
  timestamp: '1760000000',
  body: Buffer.from('{}'),
  url: '',
  event: '',
  contentType: '',
}

test.each([true, false])('a header of 3,000 signatures takes one digest, whether one fits (%s)', (fits) => {
  const [right = ''] = methods.hmac
    .sign(recipe, [secret], signable)
    .flatMap(([name, value]) => (/signature/i.test(name) ? value : []))
  const value = [
    ...Array.from({ length: 3000 }, (_, i) => `v1,${Buffer.from(`${i}`).toString('base64')}`),
    ...(fits ? [right] : []),
  ].join(' ')
  const headers = headerMap([
    ['webhook-id', 'evt_1'],
    ['webhook-timestamp', '1760000000'],
    ['webhook-signature', value],
  ])
  const presented = present(recipe, headers)
  expect(presented.signatures).toHaveLength(fits ? 3001 : 3000)
  vi.mocked(hmac.hmacOf).mockClear()
  const content = contentOf({ body: signable.body }, headers, presented)
  expect(methods.hmac.fits(recipe, secret, presented.signatures, content)).toBe(fits)
  expect(hmac.hmacOf).toHaveBeenCalledTimes(1)
})
