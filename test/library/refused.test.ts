import { expect, test } from 'vitest'
import { createAsk } from '../../server/library/ask.ts'

test('what the platform says of a full disk is passed on whole', async () => {
  const message = 'The database cannot be written: e.g. the disk is full. Free disk space. Then try again.'
  const fetch = async () => Response.json({ message }, { status: 503 })
  const asked = createAsk({ base: 'http://127.0.0.1:4400', fetch }).get('/cards')
  await expect(asked).rejects.toMatchObject({ code: 'storage', message, reason: message, fix: '' })
})
