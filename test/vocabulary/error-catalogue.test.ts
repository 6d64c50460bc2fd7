import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import errors from '../../fixtures/errors.json'
import beyondDictionary from '../../fixtures/errors-beyond-dictionary.json'
import dictionary from '../../fixtures/reference/error-codes.json'
import reference from '../../fixtures/reference/webhooks.json'

const areas = [
  'webhooks',
  'auth',
  'customers',
  'related_persons',
  'kyc',
  'businesses',
  'accounts',
  'external_accounts',
  'statements',
  'card_programs',
  'cards',
  'restrictions',
  'transfers',
  'disputes',
  'rdc',
  'hosted',
  'common',
] as const

/** Plain ASCII that begins with a capital and ends with a full stop. */
const sentence = z.string().regex(/^[A-Z][ -~]+\.$/)

const rowSchema = z.strictObject({
  status: z.number(),
  type: z.string(),
  area: z.enum(areas),
  meaning: sentence,
  // What a client is told: no full stop, and nothing left to be filled in.
  message: z.string().regex(/^[A-Z][ -~]+[a-zA-Z0-9]$/),
  retry: z.boolean(),
  advice: sentence,
  reached_by: sentence.nullable(),
})
type Row = Omit<z.infer<typeof rowSchema>, 'area'> & { area: string }

const catalogue: Record<string, Row> = errors
const beyond: Record<string, Row> = beyondDictionary
const rows = [...Object.entries(catalogue), ...Object.entries(beyond)]

test("the catalogue has the codes of the platform's dictionary, in its order", () => {
  expect(Object.keys(catalogue)).toHaveLength(143)
  expect(Object.keys(catalogue)).toEqual(Object.keys(dictionary.codes))
})

test('each code has the status of the reference, if given', () => {
  for (const [code, status] of Object.entries(dictionary.codes)) {
    expect(catalogue[code]?.status, code).toBe(status ?? catalogue[code]?.status)
  }
})

describe.each(rows)('%s', (_code, row) => {
  test('has every field, in the right form and order', () => {
    expect(rowSchema.parse(row)).toEqual(row)
    expect(Object.keys(row)).toEqual(Object.keys(rowSchema.shape))
  })

  test('has the type of its status', () => {
    const types: Record<string, string> = reference.error_types
    expect(types[row.status]).toBeDefined()
    expect(row.type).toBe(types[row.status])
  })

  test('has a message without placeholders', () => {
    expect(row.message).not.toMatch(/[{}<>[\]$%]|\.\.\./)
  })
})

test('no two codes share a meaning or a message', () => {
  for (const field of ['meaning', 'message'] as const) {
    const texts = rows.map(([, row]) => row[field].toLowerCase())
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  }
})

test('every area has an error', () => {
  expect(new Set(rows.map(([, { area }]) => area))).toEqual(new Set(areas))
})

test('93 codes occur without arming, and thus at least 80', () => {
  const natural = Object.values(catalogue).filter(({ reached_by }) => reached_by !== null)
  expect(natural.length).toBeGreaterThanOrEqual(80)
  expect(natural).toHaveLength(93)
})

test('a retry does not help against a code caused by the request, and may help against a platform failure', () => {
  for (const [code, { reached_by }] of rows.filter(([, { retry }]) => retry)) {
    expect(reached_by, code).toBeNull()
  }
})

test('no code advises a blind retry of work that may exist unrecorded', () => {
  const unrecorded = [
    'account_data_err',
    'activate_card_data',
    'create_card_data',
    'create_card_program',
    'create_transfer_data',
    'data_err_rdc',
  ]
  const armedOnly = Object.keys(catalogue).filter((code) => catalogue[code]?.reached_by === null)
  expect(armedOnly.filter((code) => !catalogue[code]?.retry)).toEqual(unrecorded)
})

test('codes beyond the dictionary are not in it', () => {
  expect(Object.keys(beyond)).toEqual(['card_dne'])
  for (const code of Object.keys(beyond)) expect(Object.keys(dictionary.codes)).not.toContain(code)
})
