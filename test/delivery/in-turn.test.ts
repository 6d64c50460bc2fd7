import { expect, test } from 'vitest'
import type { AttemptSender, Sent } from '../../server/client/send.ts'
import { createInTurn } from '../../server/delivery/order.ts'

const answered: Sent = {
  outcome: { kind: 'refused', code: 'ECONNREFUSED', address: null },
  response: null,
  durationMs: 0,
  phases: { dns_ms: 0, connect_ms: 0, tls_ms: 0, wait_ms: 0, receive_ms: 0 } as unknown as Sent['phases'],
  sentBytes: 0,
}

/** A sender whose attempts end when the test says so, in turn. */
function world() {
  const begun: { id: string; end(): void }[] = []
  const sender: AttemptSender = {
    send: (_, { attempt }) => ({
      done: new Promise((resolve) => begun.push({ id: attempt.id, end: () => resolve(answered) })),
      cut() {},
    }),
    close: async () => {},
  }
  const inTurn = createInTurn({
    sender,
    bus: { subscribe: () => () => {} } as unknown as Parameters<typeof createInTurn>[0]['bus'],
    after: () => () => {},
    keepsOrder: () => true,
    isOwn: () => true,
  })
  const send = (id: string) =>
    inTurn.send({ url: 'http://own/' } as Parameters<AttemptSender['send']>[0], {
      timeoutMs: 1000,
      attempt: { id, deliveryId: id },
    })
  return { inTurn, begun, send }
}

test('attempts cut while waiting end at once and are never sent, and the next gets its turn', async () => {
  const { begun, send } = world()
  const first = send('first')
  const waiting = Array.from({ length: 20_000 }, (_, number) => send(String(number)))
  const last = send('last')
  for (const one of waiting) {
    one.cut({ kind: 'aborted' } as Sent['outcome'])
    one.cut({ kind: 'aborted' } as Sent['outcome'])
  }
  const ends = await Promise.all(waiting.map(({ done }) => done))
  expect(new Set(ends.map(({ outcome }) => outcome.kind))).toEqual(new Set(['aborted']))
  begun[0]?.end()
  await first.done
  await Promise.resolve()
  expect(begun.map(({ id }) => id)).toEqual(['first', 'last'])
  begun[1]?.end()
  expect(await last.done).toBe(answered)
})

test('each turn is announced: when a request leaves and when the last response has arrived', async () => {
  const { inTurn, begun, send } = world()
  const turns: number[] = []
  inTurn.onTurn(() => turns.push(begun.length))
  const [first, second] = [send('first'), send('second')]
  begun[0]?.end()
  await first.done
  await Promise.resolve()
  begun[1]?.end()
  await second.done
  await Promise.resolve()
  expect(turns).toEqual([1, 2, 2])
})
