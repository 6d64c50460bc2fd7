/** The AsyncAPI document of the events that the sandbox sends. */
import { type EventName, eventNames } from '../events/builders.ts'
import { exampleOf, kindOf } from '../events/catalogue.ts'
import { deliveryHeaders } from '../events/delivery-headers.ts'
import { mapping, type Pausable } from '../memory/in-slices.ts'
import { createSchemas, type Json } from './openapi-schemas.ts'

type DomainOf<Name extends string> = Name extends `${infer First}.${string}` ? First : Name

/** Describes each group of events, by the first word of their names. */
const domains = {
  card: 'Cards: creation, activation, replacement and wallets',
  kyc: 'The verification of customers',
  kyb: 'The verification of businesses',
  account: 'Accounts: history, statements and automatic payments',
  transactions: 'Money movements and declined payments',
  customer: 'The data of customers',
} as const satisfies Record<DomainOf<EventName>, string>

const domainOf = (name: EventName) => name.split('.', 1)[0] as DomainOf<EventName>

/** The AsyncAPI 3.0 document of the events: one message for each event, made from the schemas of the catalogue. */
export function* eventsDocument({ version, url }: { version: string; url: string }): Pausable<Json> {
  const { schemaOf } = createSchemas()
  const messages = yield* mapping(eventNames, (name) => {
    const { description, causedBy, schema } = kindOf(name)
    return [
      name,
      {
        name,
        title: name,
        summary: description,
        description: `Caused by: ${causedBy}`,
        contentType: 'application/json',
        tags: [{ name: domainOf(name) }],
        headers: { $ref: '#/components/schemas/DeliveryHeaders' },
        correlationId: { $ref: '#/components/correlationIds/event' },
        payload: schemaOf(schema),
        examples: [{ name, summary: description, payload: exampleOf(name) }],
      },
    ] as const
  })
  const refs = (to: string) => eventNames.map((name) => [name, { $ref: `#/${to}/messages/${name}` }] as const)

  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Events of the emulated financial platform',
      version,
      description:
        'The events that Webhook Sandbox sends to subscribers, in envelope version 0.1. Payloads are described by JSON Schema 2020-12.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: Object.entries(domains).map(([name, description]) => ({ name, description })),
      externalDocs: { description: 'The same in readable form', url: `${url}/sandbox/docs#events` },
    },
    defaultContentType: 'application/json',
    servers: {
      receiver: {
        host: '{host}',
        protocol: 'http',
        description: "Your receiver: the address in a subscription's url. https works too.",
        variables: {
          host: {
            description: 'Host and port of the receiver',
            default: 'localhost:3000',
            examples: ['localhost:3000'],
          },
        },
      },
      sandbox: {
        host: new URL(url).host,
        pathname: '/in',
        protocol: 'http',
        description: "The sandbox's own endpoints, which capture and verify every request.",
      },
    },
    channels: {
      receiver: {
        address: '/{path}',
        title: 'A receiver',
        description:
          "The path of a subscription's url. The sandbox sends each event that matches the subscription here.",
        servers: [{ $ref: '#/servers/receiver' }, { $ref: '#/servers/sandbox' }],
        parameters: { path: { description: 'Any path', default: 'demo', examples: ['demo', 'webhooks'] } },
        messages: Object.fromEntries(refs('components')),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/receiver' },
        title: 'Send an event',
        summary: 'The sandbox sends an event to each enabled subscription whose events match its name',
        description:
          'A POST request. The response 200 or 201 accepts it, unless the configuration says otherwise. After any other result the sandbox retries, by default eight times over three days.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: refs('channels/receiver').map(([, ref]) => ref),
      },
    },
    components: {
      messages: Object.fromEntries(messages),
      schemas: { DeliveryHeaders: schemaOf(deliveryHeaders) },
      correlationIds: {
        event: {
          description:
            'The id of the event, for recognizing duplicates. Present with the default signing scheme.',
          location: '$message.header#/webhook-id',
        },
      },
    },
  }
}
