import { expect, test } from 'vitest'
import { filterNames } from '../../server/words/filter-names.ts'
import { plurals } from '../../ui/live/routes.ts'
import { sharedSandbox } from '../helpers/sandbox.ts'

interface Document {
  paths: Record<string, { get: { parameters: { name: string }[] } }>
}
/** What every list takes beside its filters. */
const others = ['limit', 'cursor', 'order', 'q']

const shared = sharedSandbox()

test.each(Object.entries(filterNames))(
  'the filters of %s match those of the sandbox',
  async (kind, names) => {
    const { paths } = await shared().get<Document>('/sandbox/openapi/sandbox.json')
    const listed = paths[`/${plurals[kind as keyof typeof plurals]}`]?.get.parameters ?? []
    const taken = listed.map(({ name }) => name).filter((name) => !others.includes(name))
    expect([...names].sort()).toEqual(taken.sort())
  },
)
