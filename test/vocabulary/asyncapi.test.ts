import { readFileSync } from 'node:fs'
import { Ajv as DraftSeven } from 'ajv'
import Ajv from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { eventNames } from '../../server/events/builders.ts'
import type { CatalogueEvent } from '../../server/wire.ts'
import type { Json } from '../helpers/openapi.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

interface Ref {
  $ref: string
}
interface Message {
  name: string
  summary: string
  description: string
  contentType: string
  tags: { name: string }[]
  headers: Ref
  payload: Json
  examples: { payload: Json }[]
}
interface EventsDocument extends Json {
  info: { tags: { name: string }[] }
  servers: Record<string, { host: string }>
  channels: { receiver: { servers: Ref[]; messages: Record<string, Ref> } }
  operations: { sendEvent: { action: string; channel: Ref; messages: Ref[] } }
  components: { messages: Record<string, Message>; schemas: { DeliveryHeaders: Json } }
}

const documentOf = (sandbox: TestSandbox) => sandbox.get<EventsDocument>('/sandbox/asyncapi.json')
const formats = { uuid: /^[0-9a-f-]{36}$/, uri: /^[a-z]+:\/\/\S+$/, date: /^\d{4}-\d\d-\d\d$/ }
const isIn = (document: Json, { $ref }: Ref): unknown =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json)[key], document)

/** Finds faults by the official schema of AsyncAPI 3.0.0, as its makers publish it. */
function createOfficial(): (document: unknown) => unknown[] {
  const text = readFileSync('node_modules/@asyncapi/specs/schemas/3.0.0.json', 'utf8')
  // It brings the draft it is written in along.
  const ajv = new DraftSeven({
    meta: false,
    validateSchema: false,
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  const validate = ajv.compile(JSON.parse(text) as Json)
  return (document) => (validate(document) ? [] : (validate.errors ?? ['refused']))
}
test('the event document is valid by the official schema of AsyncAPI 3.0.0', async () => {
  const document = await documentOf(await startSandbox())
  const officialFaults = createOfficial()
  expect(document.asyncapi).toBe('3.0.0')
  expect(officialFaults(document)).toEqual([])
  // That schema would tell.
  for (const wrong of [
    { ...document, asyncapi: '2.6.0' },
    { ...document, servers: { receiver: { protocol: 'http' } } },
    { ...document, operations: { sendEvent: { ...document.operations.sendEvent, action: 'shout' } } },
  ])
    expect(officialFaults(wrong)).not.toEqual([])
})

test('its messages, in the channel and the operation, are the events of the catalogue', async () => {
  const document = await documentOf(await startSandbox())
  const { receiver } = document.channels
  const { sendEvent } = document.operations
  expect(Object.keys(document.components.messages)).toEqual(eventNames)
  expect(Object.keys(receiver.messages)).toEqual(eventNames)
  expect(sendEvent.action).toBe('send')
  expect(isIn(document, sendEvent.channel)).toBe(receiver)
  expect(sendEvent.messages.map((ref) => (isIn(document, ref) as Ref).$ref)).toEqual(
    eventNames.map((name) => `#/components/messages/${name}`),
  )
  for (const ref of receiver.servers) expect(isIn(document, ref)).toHaveProperty('host')
})

test('every reference resolves', async () => {
  const document = await documentOf(await startSandbox())
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = '']) => $ref)
  expect(refs.length).toBeGreaterThan(3 * eventNames.length)
  for (const $ref of refs) expect(isIn(document, { $ref }), $ref).toBeTypeOf('object')
})

test("each message tells what the catalogue tells: description, cause, schema and the golden payload; it is tagged by what it's of", async () => {
  const sandbox = await startSandbox()
  const document = await documentOf(sandbox)
  const { events } = await sandbox.get<{ events: CatalogueEvent[] }>('/sandbox/catalogue/events')
  for (const { event, description, caused_by, schema, example } of events) {
    const message = document.components.messages[event]
    const { $schema: _, ...bare } = schema as Json
    expect(message).toMatchObject({
      name: event,
      summary: description,
      description: `Caused by: ${caused_by}`,
      contentType: 'application/json',
      examples: [{ payload: example }],
    })
    expect(message?.payload).toEqual(bare)
  }
  const tags = Object.values(document.components.messages).flatMap((message) => message.tags)
  expect([...new Set(tags.map(({ name }) => name))].toSorted()).toEqual(
    document.info.tags.map(({ name }) => name).toSorted(),
  )
})

test('deliveries match the message of their event, headers and payload, in both JSON Schema dialects', async () => {
  const sandbox = await startSandbox()
  const document = await documentOf(sandbox)
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  for (const name of eventNames) await sandbox.trigger(name)
  await sandbox.settle()
  const caught = await sandbox.captures('?endpoint=x&limit=500')
  const options = { strict: false, allErrors: true, formats, code: { optimize: false } }
  const dialects = [new Ajv(options), new DraftSeven(options)]
  const seen = new Set<string>()
  for (const { id } of caught) {
    const { headers, body } = await sandbox.capture(id)
    const payload = JSON.parse(body ?? '') as Json
    const name = String(payload.event)
    for (const ajv of dialects) {
      const headersFit = ajv.compile(document.components.schemas.DeliveryHeaders)
      const payloadFits = ajv.compile(document.components.messages[name]?.payload ?? { not: {} })
      headersFit(Object.fromEntries(headers))
      payloadFits(payload)
      expect([headersFit.errors, payloadFits.errors], name).toEqual([null, null])
    }
    seen.add(name)
  }
  expect([...seen].toSorted()).toEqual(eventNames.toSorted())
})

test('the header examples are valid, and one without a signature is not', async () => {
  const document = await documentOf(await startSandbox())
  const schema = document.components.schemas.DeliveryHeaders as {
    description: string
    properties: Record<string, { examples: string[] }>
  }
  expect(schema.description).toContain('Standard Webhooks, the scheme of new subscriptions')
  const fits = new Ajv({ strict: false }).compile(schema)
  const example = Object.fromEntries(
    Object.entries(schema.properties).map(([name, { examples }]) => [name, examples[0]]),
  )
  expect(Object.keys(example)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  expect(fits(example)).toBe(true)
  const { 'webhook-signature': _, ...unsigned } = example
  expect(fits(unsigned)).toBe(false)
})
