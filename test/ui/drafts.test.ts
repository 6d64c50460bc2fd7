import { expect, test } from 'vitest'
import { createDrafts, differs, followed } from '../../ui/form/drafts.ts'

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

test('what was typed outlasts a change of the thing, and the fields nobody touched follow it', () => {
  const now = { url: 'http://two', body: '{"b":2}' }
  expect(followed({ before, form: { ...before, url: 'http://mine' } }, now)).toEqual({
    before: now,
    form: { url: 'http://mine', body: '{"b":2}' },
    isOvertaken: true,
  })
  expect(differs(followed({ before, form: { ...before, url: 'http://two' } }, now))).toBe(false)
})

test('what is made of text is the same where it says the same', () => {
  const steps = { answers: [{ status: '200' }] }
  expect(differs({ before: steps, form: { answers: [{ status: '200' }] } })).toBe(false)
  expect(differs({ before: steps, form: { answers: [{ status: '503' }] } })).toBe(true)
})

test('a field that was typed into and changed elsewhere since is told of, until it says the same', () => {
  const draft = { before, form: { ...before, url: 'http://mine' } }
  const other = followed(draft, { url: 'http://one', body: 'other' })
  expect(other.isOvertaken).toBeUndefined()
  const overtaken = followed(other, { url: 'http://two', body: 'other' })
  expect(overtaken).toMatchObject({ form: { url: 'http://mine' }, isOvertaken: true })
  expect(followed(overtaken, { url: 'http://two', body: 'third' }).isOvertaken).toBe(true)
  expect(followed(overtaken, { url: 'http://mine', body: 'third' }).isOvertaken).toBeUndefined()
})
