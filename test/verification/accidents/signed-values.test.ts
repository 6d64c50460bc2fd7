import { describe, expect } from 'vitest'
import { quick, sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { causesOf, causesOfContent, type Draw, drawsOf, judgedBy, vendors } from './draws.ts'

const drawn = (row: string) => drawsOf(row, sample(1, 100))
const at = (ts: string) => new Date(Number(ts) * 1000).toISOString()
const exponent = (number: number) => number.toExponential()

/** Another form of the header's seconds in the signed content. */
const times: [cause: string, said: string, write: (ts: string) => string][] = [
  ['milliseconds', 'in milliseconds', (ts) => `${ts}000`],
  ['timestamp_format', 'in microseconds', (ts) => `${ts}000000`],
  ['timestamp_format', 'in nanoseconds', (ts) => `${ts}000000000`],
  ['timestamp_format', 'in milliseconds with a fraction', (ts) => `${ts}000.0`],
  ['timestamp_format', 'in ISO 8601', (ts) => at(ts)],
  ['timestamp_format', 'in ISO 8601 without milliseconds', (ts) => at(ts).replace('.000Z', 'Z')],
  ['timestamp_format', 'in ISO 8601 without a zone', (ts) => at(ts).replace('.000Z', '')],
  ['timestamp_format', 'in ISO 8601 with +00:00', (ts) => at(ts).replace('.000Z', '+00:00')],
  ['timestamp_format', 'in ISO 8601 with milliseconds and +00:00', (ts) => at(ts).replace('Z', '+00:00')],
  ['timestamp_format', 'in ISO 8601 with milliseconds and no zone', (ts) => at(ts).replace('Z', '')],
  ['timestamp_format', 'in ISO 8601 with nine digits', (ts) => at(ts).replace('.000Z', '.000000000Z')],
  ['timestamp_format', 'in ISO 8601 without seconds', (ts) => at(ts).replace(/:\d\d\.000Z/, 'Z')],
  ['timestamp_format', 'in lower case', (ts) => at(ts).replace('.000Z', 'z')],
  [
    'timestamp_format',
    'as a database with microseconds',
    (ts) => at(ts).replace('T', ' ').replace('.000Z', '.000000'),
  ],
  ['timestamp_format', 'as HTTP', (ts) => new Date(Number(ts) * 1000).toUTCString()],
  ['timestamp_format', 'with slashes', (ts) => at(ts).slice(0, 19).replaceAll('-', '/').replace('T', ' ')],
  ['timestamp_format', 'with .0', (ts) => `${ts}.0`],
  ['timestamp_format', 'with .00', (ts) => `${ts}.00`],
  ['timestamp_format', 'with .000', (ts) => `${ts}.000`],
  ['timestamp_format', 'as JavaScript writes an exponent', (ts) => exponent(Number(ts))],
  ['timestamp_format', 'as Java writes a double', (ts) => exponent(Number(ts)).replace('e+', 'E')],
  [
    'timestamp_format',
    'as Java writes a double of milliseconds',
    (ts) => exponent(Number(ts) * 1000).replace('e+', 'E'),
  ],
  ['timestamp_format', 'padded to 13 digits', (ts) => ts.padStart(13, '0')],
  ['timestamp_format', 'padded to 20 digits', (ts) => ts.padStart(20, '0')],
  ['timestamp_format', 'in hex', (ts) => Number(ts).toString(16)],
  [
    'timestamp_format',
    'in ticks of .NET',
    (ts) => String(BigInt(ts) * 10_000_000n + 621_355_968_000_000_000n),
  ],
  ['timestamp_format', 'in minutes', (ts) => String(Math.floor(Number(ts) / 60))],
  [
    'timestamp_format',
    'grouped by dots',
    (ts) => `${ts.slice(0, 1)}.${ts.slice(1, 4)}.${ts.slice(4, 7)}.${ts.slice(7)}`,
  ],
]

const timed = [
  ['standard-webhooks', ({ id, ts, body }: Draw) => `${id}.${ts}.${body}`],
  ['stripe', ({ ts, body }: Draw) => `${ts}.${body}`],
  ['slack', ({ ts, body }: Draw) => `v0:${ts}:${body}`],
] as const
// In `npm test` each of them is signed for one of the schemes.
describe.each(timed)('%s', (scheme, content) => {
  const turn = timed.findIndex(([name]) => name === scheme)
  quick.each(times.filter(oneIn(sample(3, 1), turn)))('%s: the time %s', (cause, said, write) => {
    const made = (draw: Draw) => content({ ...draw, ts: write(draw.ts) })
    expect(causesOfContent(scheme, made, drawn(said + scheme))).toEqual(new Set([cause]))
  })
})

quick('header_changed: the time with a space before it, of Stripe', () => {
  const content = ({ ts, body }: Draw) => ` ${ts}.${body}`
  expect(causesOfContent('stripe', content, drawn('a space'))).toEqual(new Set(['header_changed']))
})

/** Another form in the header, where the seconds were signed. */
quick.each<[cause: string, said: string, write: (ts: string) => string]>([
  ['milliseconds', 'in milliseconds', (ts) => `${ts}000`],
  ['milliseconds', 'in milliseconds of its second', (ts) => `${ts}417`],
  ['timestamp_format', 'in microseconds', (ts) => `${ts}000000`],
  ['timestamp_format', 'in ISO 8601', at],
  ['timestamp_format', 'in ISO 8601 without milliseconds', (ts) => at(ts).replace('.000Z', 'Z')],
  ['timestamp_format', 'in ISO 8601 with +00:00', (ts) => at(ts).replace('Z', '+00:00')],
  ['timestamp_format', 'as a database', (ts) => at(ts).slice(0, 19).replace('T', ' ')],
  ['timestamp_format', 'as HTTP', (ts) => new Date(Number(ts) * 1000).toUTCString()],
  ['timestamp_format', 'with .0', (ts) => `${ts}.0`],
  ['timestamp_format', 'with a fraction', (ts) => `${ts}.417`],
  ['timestamp_format', 'with an exponent', (ts) => exponent(Number(ts))],
  ['timestamp_format', 'padded', (ts) => ts.padStart(16, '0')],
  ['timestamp_format', 'grouped by commas', (ts) => ts.replace(/\B(?=(?:\d{3})+$)/g, ',')],
])('%s: the header has the time %s', (cause, said, write) => {
  const { content, sign, encoding, headers } = vendors['standard-webhooks']
  const causes = drawn(said).map((draw) => {
    const signature = sign(draw.bytes, content(draw)).toString(encoding)
    return causesOf(judgedBy('standard-webhooks', draw, headers({ ...draw, ts: write(draw.ts) }, signature)))
  })
  expect(new Set(causes)).toEqual(new Set([cause]))
})

quick('a header whose time is another one, in another form, remains malformed', () => {
  const { content, sign, encoding, headers } = vendors['standard-webhooks']
  const [draw] = drawsOf('another time', 1)
  if (!draw) throw new Error('no draw')
  const signature = sign(draw.bytes, content({ ...draw, ts: String(Number(draw.ts) - 5000) })).toString(
    encoding,
  )
  const sent = headers({ ...draw, ts: `${draw.ts}.0` }, signature)
  expect(causesOf(judgedBy('standard-webhooks', draw, sent))).toBe('malformed_header')
})

const uuid = (text: string) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Another form of the header's id in the signed content. */
quick.each<[cause: string, said: string, idOf: (draw: Draw) => string, write: (id: string) => string]>([
  ['other_id', 'without its prefix', ({ id }) => id, (id) => id.replace('msg_', '')],
  ['other_id', 'with another prefix', ({ id }) => id, (id) => id.replace('msg_', 'evt_')],
  ['other_id', 'with a prefix', ({ id }) => id.slice(4), (id) => `msg_${id}`],
  ['header_changed', 'in upper case', ({ id }) => id, (id) => id.toUpperCase()],
  ['other_id', 'with a hyphen for its underscore', ({ id }) => id, (id) => id.replace('_', '-')],
  ['other_id', 'in base64', ({ id }) => id, (id) => Buffer.from(id).toString('base64')],
  ['other_id', 'cut to 16 characters', ({ id }) => id, (id) => id.slice(0, 16)],
  ['other_id', 'as Python prints bytes', ({ id }) => id, (id) => `b'${id}'`],
  [
    'other_id',
    'a UUID without hyphens',
    ({ bytes }) => uuid(bytes.toString('hex', 0, 16)),
    (id) => id.replaceAll('-', ''),
  ],
  [
    'other_id',
    'a UUID without hyphens in upper case',
    ({ bytes }) => uuid(bytes.toString('hex', 0, 16)),
    (id) => id.replaceAll('-', '').toUpperCase(),
  ],
  [
    'header_changed',
    'a UUID in upper case',
    ({ bytes }) => uuid(bytes.toString('hex', 0, 16)),
    (id) => id.toUpperCase(),
  ],
  ['other_id', 'a UUID with hyphens', ({ bytes }) => bytes.toString('hex', 0, 16), uuid],
  ['other_id', 'a UUID in braces', ({ bytes }) => uuid(bytes.toString('hex', 0, 16)), (id) => `{${id}}`],
  [
    'other_id',
    'a UUID as a URN',
    ({ bytes }) => uuid(bytes.toString('hex', 0, 16)),
    (id) => `urn:uuid:${id}`,
  ],
])('%s: the id %s', (cause, said, idOf, write) => {
  const draws = drawn(said).map((draw) => ({ ...draw, id: idOf(draw) }))
  const content = ({ id, ts, body }: Draw) => `${write(id)}.${ts}.${body}`
  expect(causesOfContent('standard-webhooks', content, draws)).toEqual(new Set([cause]))
})

quick('other_id: the value of any other header', () => {
  const { sign, headers } = vendors['standard-webhooks']
  const causes = drawn('other header').map((draw) => {
    const signature = sign(draw.bytes, `trace-${draw.id}.${draw.ts}.${draw.body}`).toString('base64')
    return causesOf(
      judgedBy('standard-webhooks', draw, [...headers(draw, signature), ['traceparent', `trace-${draw.id}`]]),
    )
  })
  expect(new Set(causes)).toEqual(new Set(['other_id']))
})
