import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { holdTimers } from '../../helpers/held-time.ts'
import { portOf } from '../../helpers/raw.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { demo } from '../../platform/ask.ts'
import { arm, counts, newestCall, next, statuses } from './arm.ts'

const customer = JSON.stringify({ dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] })

/** A client on a bare socket that asks to create a customer, and how its connection went. */
function rawClient({ url }: TestSandbox, headers: Record<string, string> = {}) {
  const socket = connect(portOf(url), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  const lines = Object.entries({
    host: 'localhost',
    ...demo,
    'content-type': 'application/json',
    'content-length': String(customer.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST /api/v0.1/customers/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${customer}`)
  let errorCode: string | undefined
  const closed = new Promise<{ errorCode: string | undefined }>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => (errorCode = error.code))
    socket.on('close', () => resolve({ errorCode }))
  })
  return { socket, closed, received: () => received }
}

const customersOf = async (sandbox: TestSandbox) => (await sandbox.call('GET', '/customers/')).body

describe('a raw answer', () => {
  const answerOf = async (sandbox: TestSandbox, headers: Record<string, string> = demo) => {
    const response = await fetch(`${sandbox.url}/api/v0.1/webhooks`, { headers })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  test.for([
    [500, 'down for today', 'text/plain; charset=utf-8', 'down for today'],
    [500, 'Grüße', 'text/plain; charset=utf-8', 'Grüße'],
    [502, '<h1>Bad</h1>', 'text/html', '<h1>Bad</h1>'],
    [502, '\n <!doctype html>', 'text/html', '\n <!doctype html>'],
    [418, { teapot: [1, null] }, 'application/json', '{"teapot":[1,null]}'],
    [200, [], 'application/json', '[]'],
    [500, null, 'application/json', 'null'],
    [500, false, 'application/json', 'false'],
    [429, '', 'text/plain; charset=utf-8', ''],
  ] as const)('%i with %j: as %s', async ([status, body, type, text]) => {
    const sandbox = await startSandbox()
    const armed = await arm(sandbox, { status, body })
    expect(armed).toMatchObject({ status, body, code: null, outcome: null })
    expect(await answerOf(sandbox)).toEqual({ status, type, text })
    expect(await newestCall(sandbox)).toMatchObject({ status, error_code: null, armed: armed.id })
  })

  test('JSON keeps the digits and the order in which it was written', async () => {
    const sandbox = await startSandbox()
    const written = '{"id":12345678901234567890,"amount":1.00,"2":1,"1":2}'
    const order = `{"status": 500, "body": ${written.replaceAll(',', ' , ')}}`
    expect((await sandbox.request('POST', '/sandbox/armed-errors', order)).status).toBe(201)
    expect((await answerOf(sandbox)).text).toBe(written)
  })

  test.for([
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ] as const)('%i without a body is the page of a gateway, which is no JSON', async ([status, reason]) => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status, times: 1 })
    for (const headers of [demo, { ...demo, 'sandbox-error': String(status) }]) {
      const answer = await answerOf(sandbox, headers)
      expect(answer).toMatchObject({ status, type: 'text/html' })
      expect(answer.text).toContain(`<h1>${status} ${reason}</h1>`)
      expect(() => JSON.parse(answer.text)).toThrow()
    }
    expect(await newestCall(sandbox)).toMatchObject({ status, error_code: null, armed: 'header' })
  })

  test.for([204, 205, 304])('%i has no body, nor the type of one, whatever was armed', async (status) => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status, body: 'text' })
    for (const headers of [demo, { ...demo, 'sandbox-error': String(status) }])
      expect(await answerOf(sandbox, headers)).toMatchObject({ status, text: '', type: null })
    expect((await newestCall(sandbox))?.response).toEqual({ headers: [] })
  })
})

describe('delay_ms', () => {
  test('delays the response but not the decision; the call is announced with its response', async () => {
    const time = holdTimers(45_000)
    const sandbox = await startSandbox({}, time.outside)
    const { id } = await arm(sandbox, { code: 'card_dne', delay_ms: 45_000, times: 1 })
    const counted = next(sandbox, 'armed_error')
    let isAnswered = false
    const late = sandbox.call('POST', '/customers/', customer).then((answer) => {
      isAnswered = true
      return answer.status
    })
    await counted
    expect(await counts(sandbox)).toEqual([[1, 1]])
    expect(await statuses(sandbox, 1)).toEqual([200])
    expect([isAnswered, time.waiting()]).toEqual([false, 1])
    expect((await newestCall(sandbox))?.armed).toBeNull()
    time.release()
    expect(await late).toBe(404)
    expect(await newestCall(sandbox)).toMatchObject({ method: 'POST', armed: id, error_code: 'card_dne' })
    expect(await customersOf(sandbox)).toEqual({ customers: [] })
  })

  test('a sandbox closes while an answer is held back, without trouble', async () => {
    const time = holdTimers(45_000)
    const sandbox = await startSandbox({}, time.outside)
    await arm(sandbox, { code: 'card_dne', delay_ms: 45_000 })
    const counted = next(sandbox, 'armed_error')
    const client = rawClient(sandbox)
    await counted
    await sandbox.get('/sandbox/health')
    await sandbox.close()
    await client.closed
    expect(client.received()).toBe('')
    time.release()
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(sandbox.troubles).toEqual([])
  })
})

describe('reset', () => {
  test.for(['armed', 'by the header'])('%s: the client sees ECONNRESET and no byte', async (how) => {
    const sandbox = await startSandbox()
    const by = how === 'armed' ? (await arm(sandbox, { outcome: 'reset', times: 1 })).id : 'header'
    const client = rawClient(sandbox, by === 'header' ? { 'sandbox-error': 'reset' } : {})
    expect(await client.closed).toEqual({ errorCode: 'ECONNRESET' })
    expect(client.received()).toBe('')
    expect(await newestCall(sandbox)).toMatchObject({
      status: 0,
      outcome: 'reset',
      armed: by,
      error_code: null,
    })
    expect(await customersOf(sandbox)).toEqual({ customers: [] })
    expect(sandbox.troubles).toEqual([])
  })
})

describe('hang', () => {
  test.for(['armed', 'by the header'])('%s: no byte comes until the client gives up', async (how) => {
    const sandbox = await startSandbox()
    const by = how === 'armed' ? (await arm(sandbox, { outcome: 'hang', times: 1 })).id : 'header'
    const recorded = next(sandbox, 'call')
    const client = rawClient(sandbox, by === 'header' ? { 'sandbox-error': 'hang' } : {})
    await recorded
    expect(await newestCall(sandbox)).toMatchObject({
      status: 0,
      outcome: 'hang',
      armed: by,
      error_code: null,
    })
    expect(await customersOf(sandbox)).toEqual({ customers: [] })
    expect([client.received(), client.socket.closed]).toEqual(['', false])
    client.socket.destroy()
    expect(await client.closed).toEqual({ errorCode: undefined })
    await sandbox.close()
    expect(sandbox.troubles).toEqual([])
  })

  test('the sandbox closes though a client still waits', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { outcome: 'hang' })
    const recorded = next(sandbox, 'call')
    const client = rawClient(sandbox)
    await recorded
    await sandbox.close()
    await client.closed
    expect([client.received(), sandbox.troubles]).toEqual(['', []])
  })
})

describe('an armed error comes before everything else', () => {
  test.for([{}, { authorization: 'x', identity: 'nobody' }] as Record<string, string>[])(
    'before the credentials %o are looked at',
    async (headers) => {
      const auth = { keys: [{ authorization: 'a', identity: 'b' }] }
      const sandbox = await startSandbox({ auth })
      await arm(sandbox, { code: 'card_dne', times: 1 })
      const ask = async () => (await sandbox.call('GET', '/webhooks', undefined, headers)).body.Code
      expect([await ask(), await ask()]).toEqual(['card_dne', 'auth_err'])
    },
  )

  test('before the Idempotency-Key is looked at', async () => {
    const sandbox = await startSandbox()
    const headers = { ...demo, 'idempotency-key': 'one' }
    const ask = async () => (await sandbox.call('POST', '/customers/', customer, headers)).body.Code
    expect(await ask()).toBeUndefined()
    await arm(sandbox, { code: 'card_dne', times: 1 })
    expect([await ask(), await ask()]).toEqual(['card_dne', 'idempotency_key_exists'])
  })

  test('before the body is looked at, and where no operation is', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { code: 'card_dne', times: 2 })
    expect((await sandbox.call('POST', '/customers/', '{')).body.Code).toBe('card_dne')
    expect((await sandbox.call('GET', '/nothing/here')).body.Code).toBe('card_dne')
    expect((await sandbox.call('GET', '/nothing/here')).body.Code).toBeUndefined()
  })
})
