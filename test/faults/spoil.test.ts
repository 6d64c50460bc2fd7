import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseFault } from '../../server/faults/grammar.ts'
import { spoiled } from '../../server/faults/spoil.ts'
import { schemeNames } from '../../server/signing/recipes.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'
import { composed, differing, draws, example, now } from './world.ts'

const plain = (options = {}) => composed('header_case', options)

/** As a reader would have it: 0x7b and {. */
const shown = (byte = 0) => `0x${byte.toString(16)} "${String.fromCharCode(byte)}"`

describe('tamper(body)', () => {
  test('one byte changes, the change is reported, and the body is still JSON', () => {
    for (let attempt = 0; attempt < 300; attempt++) {
      const made = composed('tamper(body)', { attempt: `att_${attempt}` })
      const before = Buffer.from(example)
      const at = differing(before, made.body)
      expect(at).toHaveLength(1)
      const [place = -1] = at
      expect(made.changes).toEqual([
        {
          fault: 'tamper(body)',
          detail: `byte ${place}: ${shown(before[place])} → ${shown(made.body[place])}`,
        },
      ])
      expect(Object.keys(JSON.parse(made.body.toString()))).toEqual(Object.keys(JSON.parse(example)))
      expect(JSON.parse(made.body.toString())).not.toEqual(JSON.parse(example))
    }
  })

  test('any JSON stays JSON, in each charset, one byte apart or a space longer', () => {
    const charsets = fc.constantFrom('utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'iso-8859-1', 'us-ascii')
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), charsets, fc.nat(), (json, charset, attempt) => {
        const options = { body: json, attempt: String(attempt) }
        const before = composed(`charset(${charset})`, options).body
        const after = composed(`charset(${charset}) | tamper(body)`, options).body
        const text = (bytes: Buffer) =>
          new TextDecoder(charset === 'utf-16' ? 'utf-16le' : charset).decode(bytes)
        expect(() => JSON.parse(text(after))).not.toThrow()
        if (after.length === before.length) expect(differing(before, after)).toHaveLength(1)
        else expect(text(after)).toBe(`${text(before)} `)
      }),
      runsOf({ seed: 5, numRuns: sample(40, 125) }),
    )
  })

  test.each(['{}', '[]', '', 'null', '{"\\u0041":true}'])(
    '%s has nothing to change, so it grows by a space',
    (body) => {
      expect(composed('tamper(body)', { body }).body.toString()).toBe(`${body} `)
    },
  )

  test('a key is changed where there are no values to change, and an escape never', () => {
    expect(composed('tamper(body)', { body: '{"a":null}' }).body.toString()).toMatch(/^\{"[b-z]":null\}$/)
    for (let attempt = 0; attempt < 50; attempt++)
      expect(
        composed('tamper(body)', { body: '"\\n\\u00e9z\\\\"', attempt: String(attempt) }).body.toString(),
      ).toMatch(/^"\\n\\u00e9[a-y]\\\\"$/)
  })

  test('a number keeps its form: no zero in front, no other exponent', () => {
    for (let attempt = 0; attempt < 50; attempt++)
      expect(
        composed('tamper(body)', { body: '[10e300,-0.5]', attempt: String(attempt) }).body.toString(),
      ).toMatch(/^\[[1-9]\de300,-\d\.\d\]$/)
  })

  test('bytes that are no text have one changed all the same', () => {
    const bytes = Buffer.from([0xff, 0x41, 0x80, 0x00])
    expect(differing(bytes, composed('tamper(body)', { body: bytes }).body)).toEqual([1])
  })

  test('fifty megabytes are no trouble, where V8 does not optimise patterns any more either', () => {
    setFlagsFromString('--no-regexp-optimization')
    onTestFinished(() => setFlagsFromString('--regexp-optimization'))
    const made = composed('oversize(50mb) | tamper(body)')
    expect(made.body.length).toBe(52_428_800)
    expect(made.changes).toHaveLength(2)
  })
})

describe('tamper(header)', () => {
  test('either the id or the timestamp is another, by one character', () => {
    const seen = new Set<string>()
    for (let attempt = 0; attempt < 50; attempt++) {
      const [before, after] = ['delay(1s)', 'tamper(header)'].map((text) =>
        composed(text, { attempt: `att_${attempt}` }),
      )
      const changed = after?.headers.filter(([, value], at) => before?.headers[at]?.[1] !== value) ?? []
      expect(changed).toHaveLength(1)
      const [name = '', value = ''] = changed[0] ?? []
      seen.add(name)
      expect(differing(Buffer.from(before?.header(name) ?? ''), Buffer.from(value))).toHaveLength(1)
      if (name === 'webhook-timestamp') expect(Math.abs(Number(value) - now)).toBeLessThan(10)
    }
    expect([...seen].toSorted()).toEqual(['webhook-id', 'webhook-timestamp'])
  })

  test.each([
    ['platform', 'signature', /^t=180000000[1-9],v1=/],
    ['stripe', 'stripe-signature', /^t=180000000[1-9],v1=/],
    ['paddle', 'paddle-signature', /^ts=180000000[1-9];h1=/],
    ['increase-legacy', 'increase-webhook-signature', /^t=2027-01-15T08:00:0[1-9]Z,v1=/],
    ['slack', 'x-slack-request-timestamp', /^180000000[1-9]$/],
    ['github', 'x-github-delivery', /^evt_0123456789abcdefghjkmnpqr[^s]$/],
    ['square', 'webhook-id', /^evt_0123456789abcdefghjkmnpqr[^s]$/],
  ] as const)('of %s it is %s that changes', (scheme, name, form) => {
    const made = composed('tamper(header)', { scheme })
    expect(made.header(name)).toMatch(form)
    expect(made.changes).toHaveLength(1)
    expect(made.changes[0]?.detail.toLowerCase()).toMatch(new RegExp(`^${name}: byte \\d+: 0x`))
  })

  test('of a token it is the time in its claims, the rest of the token stays', () => {
    const made = composed('tamper(header)', { scheme: 'plaid' }).header('plaid-verification') ?? ''
    const before = plain({ scheme: 'plaid' }).header('plaid-verification') ?? ''
    const [head, claims = '', signature] = made.split('.')
    expect([head, signature?.length]).toEqual([before.split('.')[0], before.split('.')[2]?.length])
    const { iat, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(iat).not.toBe(now)
    expect(Math.abs(iat - now)).toBeLessThan(10)
    expect(Object.keys(rest)).toContain('request_body_sha256')
  })

  test('a time that is sent but not signed is left alone', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const made = spoiled(parseFault('tamper(header)'), {
        headers: [
          ['x-time', String(now)],
          ['x-id', 'evt_1'],
        ],
        body: Buffer.alloc(0),
        signed: { signature: [], id: 'x-id', timestamp: 'x-time', coversId: true, coversTimestamp: false },
        random: draws(`att_${attempt}`),
      })
      expect(made.headers[0]).toEqual(['x-time', String(now)])
      expect(made.headers[1]?.[1]).toMatch(/^evt_[2-9]$/)
    }
  })

  test('a request without such a header is unchanged, and the change says so', () => {
    const made = spoiled(parseFault('tamper(header)'), {
      headers: [['content-type', 'text/plain']],
      body: Buffer.alloc(0),
      signed: { signature: [], coversId: false, coversTimestamp: false },
      random: draws('att_1'),
    })
    expect(made.headers).toEqual([['content-type', 'text/plain']])
    expect(made.changes).toEqual([
      { fault: 'tamper(header)', detail: 'nothing changed: the request has no such header' },
    ])
  })
})

describe('tamper(signature)', () => {
  const signing = schemeNames.filter((name) => name !== 'none' && name !== 'custom')
  test.each(signing)('of %s one character of each signature is another of its alphabet', (scheme) => {
    const before = composed('delay(1s)', { scheme })
    const after = composed('tamper(signature)', { scheme })
    const changed = after.headers.flatMap(([name, value], at) =>
      before.headers[at]?.[1] === value ? [] : [[name, before.headers[at]?.[1] ?? '', value] as const],
    )
    expect(changed).toHaveLength(1)
    const [[name, was, is]] = changed as [readonly [string, string, string]]
    expect(name).not.toBe('webhook-id')
    const places = scheme === 'plaid' ? [0] : differing(Buffer.from(was), Buffer.from(is))
    expect(places).toHaveLength(scheme === 'platform' ? 2 : 1)
    if (/^[^,]*=[0-9a-f]+$/.test(was)) expect(is).toMatch(/^[^,]*=[0-9a-f]+$/)
    expect(is).not.toContain(' ,')
    expect(after.body).toEqual(before.body)
  })

  test('a header without such a value is unchanged, and the change says so', () => {
    const made = spoiled(parseFault('tamper(signature)'), {
      headers: [['webhook-signature', '']],
      body: Buffer.alloc(0),
      signed: { signature: ['webhook-signature'], coversId: true, coversTimestamp: true },
      random: draws('att_1'),
    })
    expect(made.headers).toEqual([['webhook-signature', '']])
    expect(made.changes).toEqual([
      { fault: 'tamper(signature)', detail: 'nothing changed: the header contains no signature' },
    ])
  })

  test('all signatures of a rotation are changed, and no character whose bits mean nothing', () => {
    const sig = 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    for (let attempt = 0; attempt < 200; attempt++) {
      const made = spoiled(parseFault('tamper(signature)'), {
        headers: [['Webhook-Signature', `v1,${sig} v1,${sig}`]],
        body: Buffer.alloc(0),
        signed: { signature: ['webhook-signature'], coversId: true, coversTimestamp: true },
        random: draws(`att_${attempt}`),
      })
      const signatures = (made.headers[0]?.[1] ?? '').split(' ')
      expect(signatures).toHaveLength(2)
      for (const one of signatures) {
        expect(one).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
        expect(Buffer.from(one.slice(3), 'base64')).not.toEqual(Buffer.from(sig, 'base64'))
      }
    }
  })

  test('a short password is changed, and not the word before it', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const made = spoiled(parseFault('tamper(signature)'), {
        headers: [['authorization', 'Basic YTpi']],
        body: Buffer.alloc(0),
        signed: { signature: ['authorization'], coversId: false, coversTimestamp: false },
        random: draws(`att_${attempt}`),
      })
      expect(made.headers[0]?.[1]).toMatch(/^Basic (?!YTpi)[A-Za-z0-9+/]{4}$/)
    }
  })
})
