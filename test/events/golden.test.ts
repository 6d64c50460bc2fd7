import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { eventNames } from '../../server/events/builders.ts'
import { exampleOf, kindOf, listCatalogue } from '../../server/events/catalogue.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const schemas = new Map(listCatalogue().map(({ event, schema }) => [event, ajv.compile(schema as object)]))
const seeds = [1, 20_260_101, 2 ** 31 - 1]

function expectValid(name: string, payload: unknown) {
  const validate = schemas.get(name)
  expect(validate?.(payload), JSON.stringify(validate?.errors)).toBe(true)
}

test.each(eventNames)(
  'the golden payload of %s and three more draws are as its JSON Schema says',
  async (name) => {
    expectValid(name, exampleOf(name))
    const fakerFor = await loadFaker('en_US')
    for (const seed of seeds) {
      const sandbox = await startSandbox({ seed })
      const { events } = await sandbox.trigger(name)
      expectValid(name, (await sandbox.event(events[0]?.id ?? '')).payload)
      // What is sent of objects that do not exist, by force.
      const occurredAt = '2026-01-01T09:00:00.000001+00:00'
      expectValid(name, kindOf(name).build({ occurredAt, fake: fakerFor(seed) }))
    }
  },
)

test('a payload with a missing key, or one of another type, is invalid', () => {
  for (const name of eventNames) {
    const { event: _, ...rest } = exampleOf(name) ?? {}
    expect(schemas.get(name)?.(rest), name).toBe(false)
    expect(schemas.get(name)?.({ ...exampleOf(name), occurred_at: 1 }), name).toBe(false)
  }
})
