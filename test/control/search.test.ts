import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { mixed, type Plural, page } from './world.ts'

test('finds names, ids, URLs, header values and bodies, by the beginnings of words', async () => {
  const { sandbox, good } = await mixed()
  const [event] = (await page(sandbox, 'events', '?event=card*')).rows
  const [capture] = await sandbox.captures('?method=PUT')
  const cases: [Plural, string, number][] = [
    ['events', 'card.created', 1],
    ['events', 'CARD', 1],
    ['events', '0942', 1],
    ['events', '09', 1],
    ['events', '942', 0],
    ['events', event?.id ?? '', 1],
    ['events', 'last_four 0942', 1],
    ['events', 'last_four 9999x', 0],
    ['deliveries', 'card.created', 2],
    ['deliveries', good.id, 2],
    ['deliveries', '/in/bad', 1],
    ['deliveries', event?.id ?? '', 2],
    ['deliveries', '0942', 2],
    ['captures', 'needle-7', 1],
    ['captures', 'not json', 1],
    ['captures', '/in/good/below', 1],
    ['captures', capture?.id ?? '', 1],
    ['captures', '0942', 2],
    ['calls', 'nowhere', 1],
    ['calls', 'input_error', 1],
    ['calls', 'somebody', 1],
  ]
  for (const [plural, q, count] of cases) {
    expect((await page(sandbox, plural, `?q=${encodeURIComponent(q)}`)).rows.length, `${plural} ${q}`).toBe(
      count,
    )
  }
})

test('finds deliveries by the fault that they were given', async () => {
  const { sandbox } = await mixed()
  await sandbox.trigger('card.created', { fault: 'http10 | missing_field(event)' })
  await sandbox.settle()
  for (const [q, count] of [
    ['missing_field', 2],
    ['http10 card.created', 2],
    ['tamper', 0],
    ['-http10', 3],
  ] as const)
    expect((await page(sandbox, 'deliveries', `?q=${encodeURIComponent(q)}`)).rows.length, q).toBe(count)
})

const odd = [
  '',
  ' ',
  '"',
  '""',
  "'",
  '*',
  '**',
  '"*',
  'a"b',
  '"a b',
  'NEAR(a b)',
  'a AND',
  'OR',
  'NOT a',
  'a NOT b',
  '(',
  ')',
  'text:a',
  'ref : 1',
  '^a',
  'a + b',
  '-a',
  '--',
  ';',
  '{a}',
  '%',
  '_',
  '\\',
  '\u0000',
  'a\u0000b',
  '\ufffe',
  '🃏',
  '𞤀',
  '²',
  'é',
  'e\u0301',
  '\u0301',
  '事件',
  'İ',
  'ﬁ',
  '\u200b',
  'x'.repeat(5000),
  'word '.repeat(1500),
  '" '.repeat(2000),
]
/** Signs and nothing else, and what ASCII has no name for. */
const isRefused = (q: string) => q.trim() !== '' && !/[\p{L}\p{N}]/u.test(q)

test('no text makes an error, but for pieces without a letter, which are refused', async () => {
  const { sandbox } = await mixed()
  for (const q of odd) {
    for (const plural of ['events', 'deliveries', 'captures', 'calls']) {
      const { status, body } = await sandbox.request('GET', `/sandbox/${plural}?q=${encodeURIComponent(q)}`)
      expect(
        status,
        `${plural} ${JSON.stringify(q.slice(0, 30))} ${JSON.stringify(body).slice(0, 200)}`,
      ).toBe(isRefused(q) ? 400 : 200)
    }
  }
  expect(sandbox.troubles).toEqual([])
})

test('text in other scripts and between quotes is found', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/x', 'Zürich "sagt" 事件 don’t & 100%', {})
  for (const q of ['Zürich', 'zurich', 'ZÜR', '"sagt"', 'sagt', '事件', 'don’t', '100%', 'Zürich sagt']) {
    expect((await page(sandbox, 'captures', `?q=${encodeURIComponent(q)}`)).rows.length, q).toBe(1)
  }
})

test('a filter and q hold together, and a reset forgets what was searched', async () => {
  const { sandbox } = await mixed()
  expect((await page(sandbox, 'captures', '?q=0942&endpoint=good')).rows).toHaveLength(1)
  await sandbox.post('/sandbox/reset')
  expect((await page(sandbox, 'captures', '?q=0942')).rows).toEqual([])
})
