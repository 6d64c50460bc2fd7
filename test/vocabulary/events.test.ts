import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import reference from '../../fixtures/reference/webhooks.json'
import { eventNames, type Kind, kinds } from '../../server/events/builders.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { validPaths } from '../../server/events/overrides.ts'
import type { CatalogueEvent } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const golden = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`fixtures/events/${name}.json`, 'utf8'))

/** Every path of a payload, in its order, 0 standing for each place of a list. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? value.map((item) => ['0', item] as const) : Object.entries(value)
  return [
    ...new Set(entries.flatMap(([key, inner]) => [`${prefix}${key}`, ...pathsOf(inner, `${prefix}${key}.`)])),
  ]
}

test('the catalogue, the golden payloads and the reference name the same events', () => {
  const fixtures = readdirSync('fixtures/events').map((file) => file.replace(/\.json$/, ''))
  expect(fixtures.toSorted()).toEqual(eventNames.toSorted())
  expect(reference.all_events.toSorted()).toEqual(eventNames.toSorted())
})

test("the reference's own names are among all that are public, none of them twice", () => {
  expect(reference.all_events).toEqual(expect.arrayContaining(reference.events))
  expect([reference.all_events.length, new Set(reference.all_events).size]).toEqual([30, 30])
  expect([reference.events.length, new Set(reference.events).size]).toEqual([6, 6])
})

test('the catalogue over HTTP and the webhooks of the OpenAPI document name them too, each with its schema and its golden payload', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.get<{ events: CatalogueEvent[] }>('/sandbox/catalogue/events')
  const document = await sandbox.get<{ webhooks: Record<string, unknown> }>('/sandbox/openapi/platform.json')
  expect(events.map(({ event }) => event)).toEqual(eventNames)
  expect(Object.keys(document.webhooks)).toEqual(eventNames)
  for (const { event, example } of events) expect(example, event).toEqual(golden(event))
})

describe.each(eventNames)('%s', (name) => {
  const kind: Kind = kinds[name]
  const strict = (schema: z.ZodObject) => schema.strict()

  test('its golden payload has the right form, every key of it, and no other', () => {
    const payload = golden(name)
    expect(strict(kind.schema).parse(payload)).toEqual(payload)
    expect(pathsOf(payload)).toEqual(validPaths(kind.schema))
    expect(payload.event).toBe(name)
  })

  test('what the builder makes has the keys of the golden payload, in its order', async () => {
    const fakerFor = await loadFaker()
    for (const seed of [0, 1, 2 ** 31 - 1]) {
      const built = kind.build({ occurredAt: '2026-01-01T09:00:00.000001+00:00', fake: fakerFor(seed) })
      expect(strict(kind.schema).parse(built)).toEqual(built)
      expect(pathsOf(built)).toEqual(pathsOf(golden(name)))
      expect(built).toMatchObject({ event: name, occurred_at: '2026-01-01T09:00:00.000001+00:00' })
    }
  })

  test('it begins with its name and its time, and is described', () => {
    expect(Object.keys(golden(name)).slice(0, 2)).toEqual(['event', 'occurred_at'])
    expect(kind.description).toMatch(/^A.*\.$|^The.*\.$/)
    expect(kind.causedBy).toMatch(/\.$/)
  })

  test('what is delivered is what the builder makes', async () => {
    const sandbox = await startSandbox()
    await sandbox.subscribe(`${sandbox.url}/in/x`)
    await sandbox.trigger(name)
    await sandbox.settle()
    const { body } = await sandbox.newestCapture()
    expect(pathsOf(JSON.parse(body ?? ''))).toEqual(pathsOf(golden(name)))
  })
})

test('the same seed makes the same payload, another seed another', async () => {
  const fakerFor = await loadFaker()
  const build = (seed: number) =>
    kinds['card.created'].build({ occurredAt: '2026-01-01T09:00:00.000000+00:00', fake: fakerFor(seed) })
  expect(build(1)).toEqual(build(1))
  expect(build(1)).not.toEqual(build(2))
})
