import { expect, test } from 'vitest'
import { readDocument } from '../helpers/openapi.ts'
import { startSandbox } from '../helpers/sandbox.ts'

interface Filter {
  description?: string
  pattern?: string
  enum?: string[]
}

test('a filter with fixed values is documented with exactly these values', async () => {
  const sandbox = await startSandbox()
  const { paths } = await readDocument(sandbox, 'sandbox')
  const closed = Object.entries(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap(({ name, schema }) => {
      const filter = schema as Filter
      const [, words] = /^(?:One of )?(true or false|\w+(?:, \w+)+)$/i.exec(filter.description ?? '') ?? []
      return words === undefined ? [] : [{ path, name, filter, words: words.toLowerCase().split(/, | or /) }]
    }),
  )
  expect(new Set(closed.map(({ name }) => name))).toEqual(
    new Set(['state', 'verdict', 'source', 'pinned', 'kind']),
  )
  for (const { path, name, filter, words } of closed) {
    const fits = (value: string) =>
      filter.enum?.includes(value) ?? new RegExp(filter.pattern ?? '').test(value)
    for (const value of [...words, words.join(','), 'nonsense', `${words[0]},nonsense`, '']) {
      const kind = { state: 'delivery', source: 'event' }[name] ?? 'capture'
      const rest = path === '/wait' ? `kind=${kind}&timeout_ms=0&` : ''
      const { status } = await sandbox.request('GET', `/sandbox${path}?${rest}${name}=${value}`)
      expect([fits(value), status], `${path} ${name}=${value}`).toEqual(
        status === 200 ? [true, 200] : [false, 400],
      )
    }
  }
})
