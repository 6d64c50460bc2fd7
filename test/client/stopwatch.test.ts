import { expect, test } from 'vitest'
import { startStopwatch } from '../../server/client/stopwatch.ts'
import { realOutside } from '../../server/outside.ts'

test('a stage that was none leaves no time: it is the beginning of the next', () => {
  let now = 100
  const watch = startStopwatch({ ...realOutside(), elapsed: () => now })
  now += 1
  watch.enter('send')
  now += 2
  watch.takeBack()
  now += 4
  watch.enter('connect')
  now += 8
  expect(watch.stop()).toEqual({
    durationMs: 15,
    phases: { dns_ms: null, connect_ms: 15, tls_ms: null, send_ms: null, wait_ms: null, read_ms: null },
  })
})
