import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { replayOf, sessionOf, start } from '../../session/world.ts'
import { startTap, startTarget } from './world.ts'

test('where a session is played again nothing is passed on, and all are answered as they were', async () => {
  let count = 0
  const target = await startTarget((response) =>
    response.writeHead([503, 200, 201, 200][count++] ?? 200).end(),
  )
  const tap = await startTap(target.origin)
  await tap.clock({ mode: 'manual', set: start })
  await tap.post('/sandbox/endpoints', { name: 'through', forward_to: `${tap.url}/in/last` })
  await tap.subscribe(`${tap.url}/in/tap`)
  await tap.trigger('card.created')
  await tap.clock({ advance: '1d' })
  const statuses = []
  for (const path of ['/in/tap', '/in/through', '/in/through/418'])
    statuses.push((await tap.request('POST', path, {})).status)
  expect(statuses).toEqual([201, 200, 418])
  const session = await sessionOf(tap)
  expect(session.inputs.map(({ status }) => status)).toContain(201)
  const before = target.requests.length
  expect(await replayOf(session)).toMatchObject({ code: 0 })
  expect(target.requests).toHaveLength(before)
  await replayOf(session, { live: true })
  expect(target.requests.length).toBeGreaterThan(before)
})

test('a session in which answers were reset or never came is played to its end', async () => {
  const tap = await startTap([])
  await tap.clock({ mode: 'manual', set: start })
  const reply = [{ outcome: 'hang' }, { outcome: 'reset' }, { status: 204 }]
  await tap.post('/sandbox/endpoints', { name: 'tap', reply })
  const socket = connect(tap.port, '127.0.0.1')
  socket.write(`POST /in/tap HTTP/1.1\r\n${tap.host}\r\nContent-Length: 0\r\n\r\n`)
  await tap.waitFor('kind=capture')
  socket.destroy()
  await expect(tap.request('POST', '/in/tap', {})).rejects.toThrow()
  expect((await tap.request('POST', '/in/tap', {})).status).toBe(204)
  const session = await sessionOf(tap)
  expect(session.inputs.slice(-3).map(({ status }) => status)).toEqual([0, 0, 204])
  expect(await replayOf(session)).toMatchObject({ code: 0 })
})
