import { type EventName, eventNames } from '../events/builders.ts'
import { exampleOf, kindOf } from '../events/catalogue.ts'
import { deliveryHeaders } from '../events/delivery-headers.ts'
import { createSchemas, type Json } from './openapi-schemas.ts'

type DomainOf<Name extends string> = Name extends `${infer First}.${string}` ? First : Name

/** What the events are of, by the first word of their names. */
const domains = {
  card: 'Cards: made, turned on and off, issued anew, in wallets',
  kyc: 'The verification of customers',
  kyb: 'The verification of businesses',
  account: 'Accounts: history, statements and automatic payment',
  transactions: 'Money that moves, or is refused',
  customer: 'The data of customers',
} as const satisfies Record<DomainOf<EventName>, string>

const domainOf = (name: EventName) => name.split('.', 1)[0] as DomainOf<EventName>

/** AsyncAPI 3.0 of what is sent to subscribers: a message for each event, made from the schemas of the catalogue. */
export function eventsDocument({ version, url }: { version: string; url: string }): Json {
  const { schemaOf } = createSchemas()
  const messages = eventNames.map((name) => {
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
      title: 'Events of the financial platform, emulated',
      version,
      description:
        'What Webhook Sandbox sends to subscribers, envelope version 0.1. Payloads are JSON Schema 2020-12.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: Object.entries(domains).map(([name, description]) => ({ name, description })),
      externalDocs: { description: 'The same to read', url: `${url}/sandbox/docs#events` },
    },
    defaultContentType: 'application/json',
    servers: {
      receiver: {
        host: '{host}',
        protocol: 'http',
        description: "Your receiver: where a subscription's url leads. It may be https too.",
        variables: {
          host: { description: 'Its host and port', default: 'localhost:3000', examples: ['localhost:3000'] },
        },
      },
      sandbox: {
        host: new URL(url).host,
        pathname: '/in',
        protocol: 'http',
        description: 'The endpoints of the sandbox itself, which catch and verify whatever they are sent.',
      },
    },
    channels: {
      receiver: {
        address: '/{path}',
        title: 'A receiver',
        description:
          "The path of a subscription's url. Each event whose name a subscription asks for comes here.",
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
        summary: 'The sandbox sends an event to each enabled subscription that asks for it',
        description:
          'A POST that counts as taken when it is answered with 200 or 201, unless the configuration says otherwise; else it is tried again, eight times over three days.',
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
            'The id of the event, by which a receiver tells what it has had already; in the scheme of new subscriptions',
          location: '$message.header#/webhook-id',
        },
      },
    },
  }
}
