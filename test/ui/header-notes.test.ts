import { expect, test } from 'vitest'
import { headerNote, headerTable } from '../../ui/message/header-table.ts'
import { recipes } from '../helpers/recipes.ts'

test('every header of every scheme has an explanation', () => {
  const names = Object.values(recipes).flatMap(({ headers }) => Object.keys(headers))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !(name.toLowerCase() in headerTable))).toEqual([])
})

test('explanations are short and match names in any case', () => {
  for (const [name, note] of Object.entries(headerTable)) {
    expect(name).toBe(name.toLowerCase())
    expect(note.length, name).toBeLessThan(100)
  }
  expect(headerNote('WEBHOOK-ID')).toBe(headerNote('webhook-id'))
})

test('an unknown header is explained by its form only', () => {
  expect(headerNote('X-Acme-Signature-V2')).toContain('By its name a signature')
  expect(headerNote('X-Acme-Colour')).toBe('Not a standard header; the sender sets it for its own use')
  expect(headerNote('Acme')).toBe('Not a well-known header; see the documentation of the sender')
  expect(headerNote('constructor')).toBe(headerNote('Acme'))
})
