import { expect, test } from 'vitest'
import { createDrafts } from '../../ui/state/drafts.ts'

const before = { url: 'http://one', body: '{}' }

test('what was typed is kept by its thing until it is sent or given up', () => {
  const drafts = createDrafts<typeof before>()
  drafts.keep('dlv_1', { before, form: { ...before, body: '{"a":1}' } })
  expect(drafts.of('dlv_1')?.form.body).toBe('{"a":1}')
  expect(drafts.of('dlv_2')).toBeUndefined()
  drafts.forget('dlv_1')
  expect(drafts.of('dlv_1')).toBeUndefined()
})

test('a form that was put back by hand is no draft', () => {
  const drafts = createDrafts<typeof before>()
  drafts.keep('dlv_1', { before, form: { ...before, body: '' } })
  drafts.keep('dlv_1', { before, form: { ...before } })
  expect(drafts.of('dlv_1')).toBeUndefined()
})

test('of many drafts the oldest goes', () => {
  const drafts = createDrafts<typeof before>()
  for (let at = 0; at < 30; at++) drafts.keep(`dlv_${at}`, { before, form: { ...before, body: `${at}` } })
  expect([drafts.of('dlv_0'), drafts.of('dlv_29')?.form.body]).toEqual([undefined, '29'])
})
