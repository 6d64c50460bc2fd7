// The receiver of the benchmarks, in a process of its own: a trivial node:http server that counts. What it is to do next
// and what it has seen go over the channel to its parent.
import { createServer } from 'node:http'

/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ kind: 'hold' } | { kind: 'go' } | { kind: 'expect', count: number }} Order */

/** How requests to these paths are treated besides: they are not counted. */
const apart = { '/uncounted': 'answered', '/hanging': 'left waiting' }

let received = 0
let expected = Number.POSITIVE_INFINITY
let first = 0
let isHolding = false
/** @type {Response[]} */
let held = []

/** ms of the one monotonic clock that all processes of a machine read. */
const now = () => Number(process.hrtime.bigint()) / 1e6

function tellIfDone() {
  if (received < expected) return
  expected = Number.POSITIVE_INFINITY
  process.send?.({ kind: 'received', first, last: now() })
}

const server = createServer((request, response) => {
  const at = now()
  request.resume()
  request.on('end', () => {
    const treated = apart[/** @type {keyof typeof apart} */ (request.url)]
    if (treated === 'left waiting') return
    if (isHolding) return void held.push(response)
    response.end()
    if (treated) return
    if (received++ === 0) first = at
    tellIfDone()
  })
})

process.on('message', (/** @type {Order} */ order) => {
  if (order.kind === 'hold') isHolding = true
  else if (order.kind === 'expect') {
    received = 0
    expected = order.count
  } else {
    isHolding = false
    // What was held belongs to the time before, and is not counted.
    for (const response of held) response.end()
    held = []
  }
  process.send?.({ kind: 'done' })
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ kind: 'ready', port: typeof address === 'object' && address?.port })
})
