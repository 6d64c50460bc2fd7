import { describe, expect, test } from 'vitest'
import { composed, example, now } from './world.ts'

const body = (text: string, options = {}) => composed(text, options).body.toString('utf8')
const parsed = (text: string, options = {}) => JSON.parse(body(text, options))
const told = (text: string, options = {}) => composed(text, options).changes.map(({ detail }) => detail)

test('unknown_event renames the event where it stands, and in the header that names it', () => {
  const made = composed('unknown_event', { scheme: 'github' })
  const { event, ...rest } = JSON.parse(made.body.toString())
  const { event: _, ...others } = JSON.parse(example)
  expect(event).toMatch(/^unknown\.[a-z]{8}$/)
  expect(rest).toEqual(others)
  expect(made.header('x-github-event')).toBe(event)
  expect(made.body.toString()).toBe(example.replace('"card.created"', `"${event}"`))
  expect(made.changes[0]?.detail).toContain(`event "card.created" → "${event}"; body: at byte 10`)
})

test.each([
  ['[1]', 'the body is not a JSON object'],
  ['no JSON', 'the body is not a JSON object'],
  ['{"events":1}', 'the body has no event'],
])('unknown_event in %s is none where no header tells the event: %s', (text, why) => {
  expect(told('unknown_event', { body: text })).toEqual([`nothing changed: ${why}`])
  const made = composed('unknown_event', { body: text, scheme: 'github' })
  expect(made.header('x-github-event')).toMatch(/^unknown\.[a-z]{8}$/)
  expect(made.body.toString()).toBe(text)
})

test('extra_field adds one member at the top and one within, and leaves every other byte', () => {
  const text = body('extra_field')
  const member = ',"unexpected_field":"added by the fault extra_field"'
  expect(text.replaceAll(member, '')).toBe(example)
  const json = JSON.parse(text)
  expect(json.unexpected_field).toBe('added by the fault extra_field')
  expect(json.card.unexpected_field).toBe('added by the fault extra_field')
  expect(parsed('extra_field', { body: '{}' })).toEqual({
    unexpected_field: 'added by the fault extra_field',
  })
  expect(parsed('extra_field', { body: '{"unexpected_field":1}' })).toMatchObject({ unexpected_field: 1 })
})

test.each([
  ['card.status', '"status":"Active",'],
  ['name', ',"name":"Zoë / Ünal"'],
  ['event', '"event":"card.created",'],
  ['card.limits.0', '{"amount":"-21.93"},'],
  ['card.limits.1', ',12.50'],
  ['card.limits.0.amount', '"amount":"-21.93"'],
  ['card.limits[0].amount', '"amount":"-21.93"'],
  ['["card"]["last_four"]', '"last_four":"0042",'],
])('missing_field(%s) takes out just that', (path, gone) => {
  expect(body(`missing_field(${path})`)).toBe(example.replace(gone, ''))
})

test('missing_field takes a key that holds dots and commas as paths tell it elsewhere', () => {
  const given = { body: '{"data":{"order.id":1,"a, b":2},"c":3}' }
  expect(body('missing_field(data["order.id"])', given)).toBe('{"data":{"a, b":2},"c":3}')
  expect(body('missing_field(data["a, b"])', given)).toBe('{"data":{"order.id":1},"c":3}')
  expect(told('missing_field(data["no.id"])', given)).toEqual([
    'nothing changed: the body has no data["no.id"]',
  ])
})

test('for a repeated key, missing_field removes the one that parsers see', () => {
  expect(body('missing_field(a)', { body: '{"a":1,"b":2,"a":3}' })).toBe('{"a":1,"b":2}')
})

test.each(['nothing', 'card.status.x', 'card.limits.2', 'event.0', 'constructor'])(
  'missing_field(%s) says that it was not there',
  (path) => {
    expect(body(`missing_field(${path})`)).toBe(example)
    expect(told(`missing_field(${path})`)).toEqual([`nothing changed: the body has no ${path}`])
  },
)

test.each(['5', '"x"', 'null', '{\n  "a" : 1\n}'])('reserialise writes %j in other bytes too', (text) => {
  expect(body('reserialise', { body: text })).toBe(`${text}\n`)
  expect(told('reserialise', { body: text })[0]).toContain('nothing → 1 byte "\\n"')
})

test('reserialise writes the same value in other bytes', () => {
  const text = body('reserialise')
  expect(text).not.toBe(example)
  expect(JSON.parse(text)).toEqual(JSON.parse(example))
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(example)).toReversed())
  expect(text).toContain('"Zo\\u00eb \\/ \\u00dcnal"')
  // Numbers keep digits that JavaScript would drop.
  expect(text).toContain('12.50')
  expect(body('reserialise', { body: '{"a":1,"a":2,"b":[]}' })).toMatch(/"a" : 1,\s+"a" : 2/)
})

test.each([100, 1000, 65_536, 1_048_576])(
  'oversize(%i) pads to just that, and leaves what is larger',
  (bytes) => {
    const made = composed(`oversize(${bytes})`)
    expect(made.body.length).toBe(Math.max(bytes, Buffer.byteLength(example)))
    expect(JSON.parse(made.body.toString())).toMatchObject(JSON.parse(example))
    expect(made.header('content-length')).toBe(String(made.body.length))
  },
)

test('oversize of a few bytes more than there are makes at least that many', () => {
  const least = Buffer.byteLength(example) + 1
  expect(composed(`oversize(${least})`).body.length).toBeGreaterThanOrEqual(least)
})

test('content_type sends its argument and changes nothing else', () => {
  const made = composed('content_type(text/plain)')
  expect(made.header('content-type')).toBe('text/plain')
  expect(made.body.toString()).toBe(example)
  expect(made.changes).toEqual([
    { fault: 'content_type(text/plain)', detail: 'content-type "application/json" → "text/plain"' },
  ])
})

describe('charset', () => {
  const decoders = {
    'utf-8': 'utf-8',
    'utf-16': 'utf-16le',
    'utf-16le': 'utf-16le',
    'utf-16be': 'utf-16be',
    'iso-8859-1': 'latin1',
    'us-ascii': 'ascii',
  }
  const text = '{"event":"card.created","name":"Zoë 日本 🎉"}'
  test.each(Object.entries(decoders))('%s: labelled so, and nothing is lost', (charset, decoder) => {
    const made = composed(`charset(${charset})`, { body: text })
    expect(made.header('content-type')).toBe(`application/json; charset=${charset}`)
    // By the platform's own decoder, which is none of ours; it drops a byte order mark.
    expect(JSON.parse(new TextDecoder(decoder).decode(made.body))).toEqual(JSON.parse(text))
    expect(made.changes).toHaveLength(1)
  })
  test('utf-16 begins with a mark, the others do not', () => {
    expect(composed('charset(utf-16)').body.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
    expect(composed('charset(utf-16be)').body.subarray(0, 2)).toEqual(Buffer.from([0, 0x7b]))
  })
  test('latin 1 keeps what it has and escapes the rest', () => {
    const made = composed('charset(iso-8859-1)', { body: text })
    expect(made.body.toString('latin1')).toContain('"Zoë \\u65e5\\u672c \\ud83c\\udf89"')
  })
  test('it takes the place of another label', () => {
    const made = composed('charset(utf-16le) | content_type(text/json; charset=utf-8)')
    expect(made.header('content-type')).toBe('text/json; charset=utf-16le')
  })
  test('a body that is not JSON stays unchanged if it would lose characters', () => {
    const made = composed('charset(us-ascii)', { body: 'Zoë' })
    expect(made.body.toString()).toBe('Zoë')
    expect(made.header('content-type')).toBe('application/json')
    expect(made.changes[0]?.detail).toContain('nothing changed')
  })
})

describe('replay', () => {
  const earlier = { id: 'evt_earlier', body: Buffer.from('{"event":"customer.updated","n":1}') }
  test('sends an earlier event by its own id, rightly signed at an earlier time', () => {
    const made = composed('replay(1h)', { earlier, scheme: 'github' })
    expect(made.body).toEqual(earlier.body)
    expect(made.header('x-github-delivery')).toBe('evt_earlier')
    expect(made.header('x-github-event')).toBe('customer.updated')
    expect(composed('replay(1h)', { earlier }).header('webhook-timestamp')).toBe(String(now - 3600))
    expect(made.changes.map(({ fault }) => fault)).toEqual(['replay(1h)'])
    expect(composed('replay(1h)', { earlier }).changes.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('evt_earlier sent again'),
      expect.stringContaining('signed with a time 3600 s in the past'),
    ])
    expect(made.changes[0]?.detail).toContain('evt_earlier sent again')
  })
  test('sends its own where there is none before', () => {
    const made = composed('replay')
    expect(made.body.toString()).toBe(example)
    expect(made.header('webhook-id')).toBe('evt_0123456789abcdefghjkmnpqrs')
    expect(made.changes[0]?.detail).toContain('there is no earlier event')
  })
})

test.each([
  'unknown_event',
  'extra_field',
  'missing_field(a)',
  'reserialise',
  'oversize(1kb)',
  'charset(utf-16)',
])('%s leaves bytes that are no text as they are, and says so', (text) => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80])
  const made = composed(text, { body: bytes })
  expect(made.body).toEqual(bytes)
  expect(made.changes.map(({ detail }) => detail).join()).toMatch(/nothing changed|event "card.created"/)
})

test('how a text is ordered makes no difference', () => {
  const one = composed('charset(utf-16) | oversize(2kb) | reserialise | extra_field | unknown_event')
  const other = composed('unknown_event | extra_field | reserialise | oversize(2kb) | charset(utf-16)')
  expect(one.body).toEqual(other.body)
  expect(one.headers).toEqual(other.headers)
})
