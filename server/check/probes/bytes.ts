/** Probes of the bytes: the same content in every form that HTTP and JSON allow. */
import { namesIn } from '../alter.ts'
import type { Draft, Kit, Planned, Probe } from '../probe.ts'

const one = (planned: Planned): Planned[][] => [[planned]]

/** The body of an event with one more member, written as given. */
const withMember = ({ payload }: Draft, name: string, value: string): Buffer => {
  const text = JSON.stringify(payload)
  return Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`)
}

/** The same request with a plain member: a receiver that refuses it refuses unknown members, which is another probe. */
const plainMember = (kit: Kit): Planned[][] => {
  const draft = kit.draft()
  return one({ draft, body: withMember(draft, 'check', '{"note":"plain"}') })
}

const valid = (id: string, rest: Pick<Probe, 'requests'> & Partial<Probe>): Probe => ({
  id,
  group: 'bytes',
  severity: 'must',
  expects: 'accept',
  ...rest,
})

export const bytesProbes: readonly Probe[] = [
  valid('accepts-raw-bytes', {
    requests(kit) {
      const [first, second] = [kit.draft(), kit.draft()]
      return [
        [
          {
            label: 'white space, key order and escapes',
            draft: first,
            body: Buffer.from(`\n ${unusual(first.payload)}\r\n`),
          },
          {
            label: 'numbers',
            draft: second,
            hasNewField: true,
            body: withMember(
              second,
              'check',
              '{ "one": 1.0, "big": 12345678901234567890, "small": 1.50e-3 }',
            ),
          },
        ],
      ]
    },
    control: plainMember,
  }),
  valid('accepts-non-ascii', {
    requests(kit) {
      const [first, second] = [kit.draft(), kit.draft()]
      const body = withMember(first, 'check', '{"note":"Zoë Ångström · 東京 · 🎉 · e\u0301"}')
      return [
        [
          { label: 'at once', draft: first, hasNewField: true, body },
          { label: 'in two parts', draft: second, hasNewField: true, ...inTwoParts(second) },
        ],
      ]
    },
    control: plainMember,
  }),
  valid('accepts-charset-parameter', {
    requests: (kit) => one({ draft: kit.draft(), contentType: 'application/json; charset=utf-8' }),
  }),
  valid('accepts-chunked', { requests: (kit) => one({ draft: kit.draft(), wire: { chunked: true } }) }),
  valid('accepts-header-case', {
    requests: (kit) => [
      [
        { label: 'capitals', draft: kit.draft(), alter: namesIn('upper') },
        { label: 'small letters', draft: kit.draft(), alter: namesIn('lower') },
      ],
    ],
  }),
  valid('accepts-large-body', {
    severity: 'should',
    requests(kit) {
      const draft = kit.draft()
      return one({
        draft,
        hasNewField: true,
        body: withMember(draft, 'check', `{"note":"${'x'.repeat(100_000)}"}`),
      })
    },
    control: plainMember,
  }),
]

/** A body that arrives in two parts, divided inside a character of three bytes. */
function inTwoParts(draft: Draft): Pick<Planned, 'body' | 'wire'> {
  const start = withMember(draft, 'check', '{"note":""}').length
  // A slice is a tenth of a second's bytes; the first holds one byte of the first character, or more of a later one.
  const slice = start + 40
  const body = (pad: number) => withMember(draft, 'check', `{"note":"${'x'.repeat(pad)}${'京'.repeat(40)}"}`)
  const pad = [0, 1, 2].find((count) => isInside(body(count), slice)) ?? 0
  return { body: body(pad), wire: { bytesPerSecond: slice * 10 } }
}
/** Whether a byte goes on with the character of the byte before, in UTF-8. */
const isInside = (body: Buffer, at: number): boolean => ((body[at] ?? 0) & 0xc0) === 0x80

/** The same JSON as nobody writes it: keys turned around, blanks, line ends and escapes everywhere. */
function unusual(value: unknown, depth = 1): string {
  const blank = `\n${'\t'.repeat(depth)}`
  if (Array.isArray(value)) {
    if (value.length === 0) return '[ ]'
    return `[ ${value.map((item) => unusual(item, depth + 1)).join(' ,')}${blank}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .toReversed()
      .map(([name, item]) => `${blank}${JSON.stringify(name)} :  ${unusual(item, depth + 1)}`)
    return `{${members.join(' ,')} }`
  }
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return (text.includes('\\') ? text : text.replace('e', '\\u0065')).replaceAll('/', '\\/')
  }
  return JSON.stringify(value)
}
