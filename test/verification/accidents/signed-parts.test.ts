import { describe, expect } from 'vitest'
import { quick, sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { url } from '../world.ts'
import { causesOfContent, type Draw, drawsOf, type VendorName } from './draws.ts'

type Row = [cause: string, said: string, content: (draw: Draw) => string]

const marks = [
  ':',
  '.',
  '',
  '\n',
  '|',
  '-',
  '_',
  ',',
  ' ',
  '\r\n',
  '&',
  '/',
  ';',
  '+',
  '\\n',
  '=',
  '#',
  '~',
  '*',
  '\t',
]
const named = (mark: string) => JSON.stringify(mark)
/** In `npm test` each form with some of the marks: eleven shares no factor with the number of forms, so each form comes up. */
const some = (rows: Row[]) => rows.filter(oneIn(sample(11, 1)))

const standard: Row[] = [
  ...some(
    marks
      .filter((mark) => mark !== '.')
      .flatMap((mark): Row[] => [
        ['other_separator', `${named(mark)} for both`, ({ id, ts, body }) => [id, ts, body].join(mark)],
        [
          'other_separator',
          `${named(mark)} for the first`,
          ({ id, ts, body }) => `${id}${mark}${ts}.${body}`,
        ],
        [
          'other_separator',
          `${named(mark)} for the second`,
          ({ id, ts, body }) => `${id}.${ts}${mark}${body}`,
        ],
        [
          'id_not_signed other_separator',
          `${named(mark)}, without the id`,
          ({ ts, body }) => ts + mark + body,
        ],
        [
          'timestamp_not_signed other_separator',
          `${named(mark)}, without the time`,
          ({ id, body }) => id + mark + body,
        ],
        [
          'other_order other_separator',
          `${named(mark)}, the time first`,
          ({ id, ts, body }) => [ts, id, body].join(mark),
        ],
        [
          'other_order other_separator',
          `${named(mark)}, the body first`,
          ({ id, ts, body }) => [body, id, ts].join(mark),
        ],
      ]),
  ),
  ['other_separator', 'both doubled', ({ id, ts, body }) => `${id}..${ts}..${body}`],
  ['other_separator', 'the first doubled', ({ id, ts, body }) => `${id}..${ts}.${body}`],
  ['other_separator', 'the second doubled', ({ id, ts, body }) => `${id}.${ts}..${body}`],
  ['other_separator', 'one at the end', ({ id, ts, body }) => `${id}.${ts}.${body}.`],
  ['other_separator', 'one at the beginning', ({ id, ts, body }) => `.${id}.${ts}.${body}`],
  ['other_order', 'the body in the middle', ({ id, ts, body }) => `${id}.${body}.${ts}`],
  ['other_order', 'everything backwards', ({ id, ts, body }) => `${body}.${ts}.${id}`],
  ['id_not_signed other_order', 'the body before the time', ({ ts, body }) => `${body}.${ts}`],
  ['empty_body_signed', 'without the body', ({ id, ts }) => `${id}.${ts}`],
  ['other_order', 'the id twice', ({ id, ts, body }) => `${id}.${id}.${ts}.${body}`],
  ['other_order', 'the id twice with nothing between', ({ id, ts, body }) => `${id}${id}.${ts}.${body}`],
  ['other_order', 'the time twice', ({ id, ts, body }) => `${id}.${ts}.${ts}.${body}`],
  ['other_order', 'the time at both ends', ({ id, ts, body }) => `${ts}.${id}.${ts}.${body}`],
  ['other_order', 'the time behind it too', ({ id, ts, body }) => `${id}.${ts}.${body}.${ts}`],
  ['other_order', 'the body twice', ({ id, ts, body }) => `${id}.${ts}.${body}.${body}`],
  ['other_order', 'everything twice', ({ id, ts, body }) => `${id}.${ts}.${body}${id}.${ts}.${body}`],
  [
    'other_order',
    'everything twice with a dot',
    ({ id, ts, body }) => `${id}.${ts}.${body}.${id}.${ts}.${body}`,
  ],
]

const stripe: Row[] = [
  ...some(
    marks
      .filter((mark) => mark !== '.')
      .flatMap((mark): Row[] => [
        ['other_separator', named(mark), ({ ts, body }) => ts + mark + body],
        ['other_order other_separator', `${named(mark)}, the body first`, ({ ts, body }) => body + mark + ts],
      ]),
  ),
  ['other_separator', 'doubled', ({ ts, body }) => `${ts}..${body}`],
  ['other_separator', 'one at the beginning', ({ ts, body }) => `.${ts}.${body}`],
  ['other_order', 'the time twice', ({ ts, body }) => `${ts}.${ts}.${body}`],
  ['other_order', 'the time behind it too', ({ ts, body }) => `${ts}.${body}.${ts}`],
  ['other_order', 'everything twice', ({ ts, body }) => `${ts}.${body}${ts}.${body}`],
  ['empty_body_signed', 'without the body', ({ ts }) => ts],
  ['version_prefix_wrong', 'v0 before it', ({ ts, body }) => `v0.${ts}.${body}`],
]

const slack: Row[] = [
  ...some(
    marks
      .filter((mark) => mark !== ':')
      .flatMap((mark): Row[] => [
        ['other_separator', `${named(mark)} for both`, ({ ts, body }) => `v0${mark}${ts}${mark}${body}`],
        ['other_separator', `${named(mark)} for the first`, ({ ts, body }) => `v0${mark}${ts}:${body}`],
        ['other_separator', `${named(mark)} for the second`, ({ ts, body }) => `v0:${ts}${mark}${body}`],
      ]),
  ),
  ['other_separator', 'both doubled', ({ ts, body }) => `v0::${ts}::${body}`],
  ['other_separator', 'the first doubled', ({ ts, body }) => `v0::${ts}:${body}`],
  ['other_separator', 'the second doubled', ({ ts, body }) => `v0:${ts}::${body}`],
  ['other_order', 'the time twice', ({ ts, body }) => `v0:${ts}:${ts}:${body}`],
  ['version_prefix_wrong', 'the version twice', ({ ts, body }) => `v0:v0:${ts}:${body}`],
  [
    'version_prefix_missing other_separator',
    'a newline, without version',
    ({ ts, body }) => `${ts}\n${body}`,
  ],
  ['timestamp_not_signed', 'without the time', ({ body }) => `v0:${body}`],
  ['empty_body_signed', 'without the body', ({ ts }) => `v0:${ts}`],
]

const square: Row[] = [
  ...some(
    marks
      .filter((mark) => mark !== '')
      .map((mark): Row => ['other_separator', named(mark), ({ body }) => url + mark + body]),
  ),
  ['other_order', 'the body first', ({ body }) => body + url],
  ['other_order', 'the address twice', ({ body }) => url + url + body],
  ['body_only_signed', 'the body alone', ({ body }) => body],
]

const github: Row[] = some(
  ['', '.', ':', '\n', '|', '-'].flatMap((mark): Row[] => [
    ['other_scheme', `the id and ${named(mark)} before it`, ({ id, body }) => id + mark + body],
    ['other_scheme', `${named(mark)} and the id behind it`, ({ id, body }) => body + mark + id],
  ]),
)

const tables: [VendorName, Row[]][] = [
  ['standard-webhooks', standard],
  // Each signature of a key pair takes as long as twenty digests.
  ['standard-webhooks-ed25519', standard.filter(oneIn(sample(15, 5)))],
  ['stripe', stripe],
  ['slack', slack],
  ['square', square],
  ['github', github],
]
describe.each(tables)('the parts that %s signs', (scheme, rows) => {
  quick.each(rows)('%s: %s', (cause, said, content) => {
    expect(causesOfContent(scheme, content, drawsOf(said, sample(1, 100)))).toEqual(new Set([cause]))
  })
})

// A search without a result costs the most.
quick.each(tables.filter(oneIn(sample(6, 1))))(
  'the parts that %s signs, with one of another request, give no cause',
  (scheme) => {
    const [other] = drawsOf('another request', 1)
    const content = ({ id, ts }: Draw) => `${id}.${ts}.${other?.body}`
    const [said = ''] = causesOfContent(scheme, content, drawsOf('garbage', 1))
    expect(said).toMatch(/^nothing/)
  },
)
