import { readdirSync, readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import reference from '../../fixtures/reference/webhooks.json'
import { eventNames, type Kind, kinds } from '../../server/events/builders.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { validPaths } from '../../server/events/overrides.ts'
import type { CatalogueEvent } from '../../server/wire.ts'
import { type Json, placesOf, readDocument } from '../helpers/openapi.ts'
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

test('the HTTP catalogue and the OpenAPI webhooks name the same events, with schema and golden payload', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.get<{ events: CatalogueEvent[] }>('/sandbox/catalogue/events')
  const document = await sandbox.get<{ webhooks: Record<string, unknown> }>('/sandbox/openapi/platform.json')
  expect(events.map(({ event }) => event)).toEqual(eventNames)
  expect(Object.keys(document.webhooks)).toEqual(eventNames)
  for (const { event, example } of events) expect(example, event).toEqual(golden(event))
})

test('the readable reference has a section for each event, and for no other', async () => {
  const sandbox = await startSandbox()
  const page = await (await fetch(`${sandbox.url}/sandbox/docs`)).text()
  const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name)
  expect(named(/<article id="event-([^"]+)"/g)).toEqual(eventNames)
  expect(page).toContain('href="/sandbox/asyncapi.json"')
})

test('each event has a causing operation, except events of a phone wallet, which say so', async () => {
  const caused = new Set(
    placesOf(await readDocument(await startSandbox(), 'platform')).flatMap(
      (place) => place['x-events'] ?? [],
    ),
  )
  const others = eventNames.filter((name) => !caused.has(name))
  expect(others).toEqual(['card.wallet.add', 'card.wallet.add_failure'])
  for (const name of eventNames)
    expect(kinds[name].causedBy.includes('only a trigger sends this event'), name).toBe(others.includes(name))
})

/** The schemas of the fields in a JSON Schema, each with its path. */
function fieldsOf(schema: Json, prefix = ''): [path: string, schema: Json][] {
  const { properties = {}, items } = schema as { properties?: Record<string, Json>; items?: Json }
  return [
    ...Object.entries(properties).flatMap(([key, inner]): [string, Json][] => [
      [`${prefix}${key}`, inner],
      ...fieldsOf(inner, `${prefix}${key}.`),
    ]),
    ...(items ? fieldsOf(items, `${prefix}0.`) : []),
  ]
}

describe.each(eventNames)('%s', (name) => {
  const kind: Kind = kinds[name]
  const strict = (schema: z.ZodObject) => schema.strict()

  test('its golden payload has exactly the documented keys and forms', () => {
    const payload = golden(name)
    expect(strict(kind.schema).parse(payload)).toEqual(payload)
    expect(pathsOf(payload)).toEqual(validPaths(kind.schema))
    expect(payload.event).toBe(name)
  })

  test('a built payload has the keys of the golden payload, in order', async () => {
    const fakerFor = await loadFaker('en_US')
    for (const seed of [0, 1, 2 ** 31 - 1]) {
      const built = kind.build({ occurredAt: '2026-01-01T09:00:00.000001+00:00', fake: fakerFor(seed) })
      expect(strict(kind.schema).parse(built)).toEqual(built)
      expect(pathsOf(built)).toEqual(pathsOf(golden(name)))
      expect(built).toMatchObject({ event: name, occurred_at: '2026-01-01T09:00:00.000001+00:00' })
    }
  })

  test('its JSON Schema accepts the golden payload and three others, and refuses missing or extra keys', async () => {
    const schema = z.toJSONSchema(kind.schema) as Json
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    const formats = { uuid: /^[0-9a-f-]{36}$/, uri: /^https:\/\/\S+$/, date: /^\d{4}-\d\d-\d\d$/ }
    const takes = new Ajv({ strict: true, formats }).compile(schema)
    const fakerFor = await loadFaker('en_US')
    const draws = [3, 4, 5].map((seed) =>
      kind.build({ occurredAt: '2026-01-01T09:00:00.000000+00:00', fake: fakerFor(seed) }),
    )
    for (const payload of [golden(name), ...draws]) {
      expect(takes(payload), JSON.stringify(takes.errors)).toBe(true)
      expect(takes({ ...payload, more: 1 })).toBe(false)
      for (const key of Object.keys(payload)) {
        const { [key]: _, ...rest } = payload
        expect(takes(rest), key).toBe(false)
        expect(takes({ ...payload, [key]: 7 }), key).toBe(false)
      }
    }
  })

  test('its JSON Schema describes each field', () => {
    const bare = fieldsOf(z.toJSONSchema(kind.schema) as Json).filter(
      ([, schema]) => schema.description === undefined && schema.properties === undefined,
    )
    expect(bare.map(([path]) => path)).toEqual([])
  })

  test('its payload begins with name and time, and the event has a description', () => {
    expect(Object.keys(golden(name)).slice(0, 2)).toEqual(['event', 'occurred_at'])
    expect(kind.description).toMatch(/^A.*\.$|^The.*\.$/)
    expect(kind.causedBy).toMatch(/\.$/)
  })

  test('the delivered payload equals the built one', async () => {
    const sandbox = await startSandbox()
    await sandbox.subscribe(`${sandbox.url}/in/x`)
    await sandbox.trigger(name)
    await sandbox.settle()
    const { body } = await sandbox.newestCapture()
    expect(pathsOf(JSON.parse(body ?? ''))).toEqual(pathsOf(golden(name)))
  })
})

test('the same seed gives the same payload, another seed another', async () => {
  const fakerFor = await loadFaker('en_US')
  const build = (seed: number) =>
    kinds['card.created'].build({ occurredAt: '2026-01-01T09:00:00.000000+00:00', fake: fakerFor(seed) })
  expect(build(1)).toEqual(build(1))
  expect(build(1)).not.toEqual(build(2))
})
