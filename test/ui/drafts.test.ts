import { expect, test } from 'vitest'
import { createDrafts, differs, followed } from '../../ui/form/drafts.ts'

const before = { url: 'http://one', body: '{}' }

test('input is kept per record until sent or discarded', () => {
  const drafts = createDrafts<typeof before>()
  drafts.keep('dlv_1', { before, form: { ...before, body: '{"a":1}' } })
  expect(drafts.of('dlv_1')?.form.body).toBe('{"a":1}')
  expect(drafts.of('dlv_2')).toBeUndefined()
  drafts.forget('dlv_1')
  expect(drafts.of('dlv_1')).toBeUndefined()
})

test('a form restored by hand is not a draft', () => {
  const drafts = createDrafts<typeof before>()
  drafts.keep('dlv_1', { before, form: { ...before, body: '' } })
  drafts.keep('dlv_1', { before, form: { ...before } })
  expect(drafts.of('dlv_1')).toBeUndefined()
})

test('the oldest of many drafts is dropped', () => {
  const drafts = createDrafts<typeof before>()
  for (let at = 0; at < 30; at++) drafts.keep(`dlv_${at}`, { before, form: { ...before, body: `${at}` } })
  expect([drafts.of('dlv_0'), drafts.of('dlv_29')?.form.body]).toEqual([undefined, '29'])
})

test('input survives a change of the record, and untouched fields follow the change', () => {
  const now = { url: 'http://two', body: '{"b":2}' }
  expect(followed({ before, form: { ...before, url: 'http://mine' } }, now)).toEqual({
    before: now,
    form: { url: 'http://mine', body: '{"b":2}' },
    isOvertaken: true,
  })
  expect(differs(followed({ before, form: { ...before, url: 'http://two' } }, now))).toBe(false)
})

test('values parsed from text are compared by content', () => {
  const steps = { answers: [{ status: '200' }] }
  expect(differs({ before: steps, form: { answers: [{ status: '200' }] } })).toBe(false)
  expect(differs({ before: steps, form: { answers: [{ status: '503' }] } })).toBe(true)
})

test('an edited field that changed elsewhere is reported until both agree', () => {
  const draft = { before, form: { ...before, url: 'http://mine' } }
  const other = followed(draft, { url: 'http://one', body: 'other' })
  expect(other.isOvertaken).toBeUndefined()
  const overtaken = followed(other, { url: 'http://two', body: 'other' })
  expect(overtaken).toMatchObject({ form: { url: 'http://mine' }, isOvertaken: true })
  expect(followed(overtaken, { url: 'http://two', body: 'third' }).isOvertaken).toBe(true)
  expect(followed(overtaken, { url: 'http://mine', body: 'third' }).isOvertaken).toBeUndefined()
})
