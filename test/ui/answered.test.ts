import { expect, test } from 'vitest'
import type { Capture, Exchange } from '../../server/wire.ts'
import { answeredWords } from '../../ui/capture/answered.ts'

const refused: Exchange['outcome'] = {
  kind: 'refused',
  code: 'ECONNREFUSED',
  address: '127.0.0.1:9',
  detail: '',
}
const fixed = { kind: 'fixed' as const, status: 200, rule: null, to: null, delay_ms: 0, detail: '' }
const taken: Exchange['outcome'] = { kind: 'responded', status: 202 }

function words(reply: Partial<Capture['reply']>, forwards: Exchange['outcome'][] = []) {
  const exchanges = forwards.map((outcome) => ({ kind: 'forward', outcome }) as Exchange)
  return answeredWords({
    reply: { ...fixed, ...reply },
    duration_ms: 3,
    exchanges,
  })
}

test.each<[Partial<Capture['reply']>, Exchange['outcome'][], string]>([
  [{}, [], 'answered 200 in 3 ms'],
  [{ delay_ms: 1500 }, [], 'answered 200 after a delay of 1.5 s'],
  [{ status: 0, kind: 'hang' }, [], 'no answer'],
  [{ status: 0, kind: 'forwarding' }, [], 'not answered yet'],
  [{ status: 202 }, [taken], 'answered 202, forwarded'],
  [{}, [refused], 'answered 200; forwarding failed: connection refused: nothing listens on 127.0.0.1:9'],
  [
    { status: 502 },
    [refused, refused],
    'answered 502; forwarding failed: connection refused: nothing listens on 127.0.0.1:9',
  ],
  [{}, [refused, taken, taken], 'answered 200, forwarded to 2 of 3'],
])('%j, forwarded with %j: %s', (reply, forwards, said) => {
  expect(words(reply, forwards)).toBe(said)
})

test('a later replay is not shown as a forwarding', () => {
  const exchanges = [{ kind: 'replay', outcome: taken } as Exchange]
  expect(answeredWords({ reply: fixed, duration_ms: 3, exchanges })).toBe('answered 200 in 3 ms')
})
