import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { turnsDuring } from '../helpers/turns.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `a${n.toString(36)}*`)

test('a search for many words pauses, also where records have several texts', async () => {
  const sandbox = await startSandbox()
  const text = words(40).join(' ').replaceAll('*', 'x')
  await sandbox.request('POST', '/in/x', text)
  await sandbox.subscribe(`${sandbox.url}/in/y`)
  await sandbox.trigger('card.created', { payload: { event: 'card.created', text }, force: true })
  await sandbox.settle()
  for (const list of ['captures', 'deliveries']) {
    const ask = (count: number) => sandbox.get(`/sandbox/${list}?q=${words(count).join('+')}`)
    await ask(1)
    const few = await turnsDuring(ask(4))
    expect(await turnsDuring(ask(40))).toBeGreaterThanOrEqual(few + 4)
  }
  expect(await sandbox.captures(`?endpoint=x&q=${words(40).join('+')}`)).toHaveLength(1)
  expect(await sandbox.captures(`?endpoint=x&q=${words(39).join('+')}+missing`)).toHaveLength(0)
  expect(await sandbox.captures(`?endpoint=x&q=${words(39).join('+')}+-missing`)).toHaveLength(1)
  expect(await sandbox.captures(`?endpoint=x&q=${words(39).join('+')}+-a1x`)).toHaveLength(0)
})
