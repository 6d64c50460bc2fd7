import { expect, test } from 'vitest'
import { startTap, startTarget } from '../forward/world.ts'
import { sized, startCaptures } from '../world.ts'

type Captures = Awaited<ReturnType<typeof startCaptures>>

const exported = async (sandbox: Captures) =>
  (await (await fetch(`${sandbox.url}/sandbox/captures.jsonl`)).text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const bring = (sandbox: Captures, captures: unknown[]) =>
  sandbox.post<{ imported: number; skipped: number; renamed: { as: string }[]; exchanges: number }>(
    '/sandbox/captures/import',
    { captures },
  )

test('as many headers as a head can have, and a name of any length, are taken in', async () => {
  const sandbox = await startCaptures()
  const body = JSON.stringify({ event: 'e'.repeat(150_000) })
  await sandbox.catch({ headers: [...Array.from({ length: 20_000 }, () => 'a:'), sized(body)] }, body)
  const lines = await exported(sandbox)
  expect(lines[0].headers).toHaveLength(20_003)
  await sandbox.post('/sandbox/reset')
  expect(await bring(sandbox, lines)).toMatchObject({ imported: 1 })
})

test('a refused but complete capture is imported as it is', async () => {
  const sandbox = await startCaptures()
  await sandbox.exchange(
    `POST /in/demo HTTP/1.1\r\n${sandbox.host}\r\nX Y: a\0b\r\nContent-Length: 2\r\n\r\nhi`,
  )
  const lines = await exported(sandbox)
  expect(lines).toMatchObject([{ body_cut: false }])
  await sandbox.post('/sandbox/reset')
  expect(await bring(sandbox, lines)).toMatchObject({ imported: 1 })
  expect((await sandbox.newestCapture()).headers).toContainEqual(['X Y', 'a\0b'])
})

test('a reply that was still to come is taken along with the exchange that brought it, and then stays', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const target = await startTarget((response) => {
    arrive()
    void held.then(() => response.writeHead(201).end())
  })
  const from = await startTap(target.origin)
  const sent = from.catch({ path: '/in/tap', headers: [sized('{}')] }, '{}')
  await arrived
  const before = await exported(from)
  expect(before).toMatchObject([{ reply: { status: 0 }, exchanges: [] }])
  release()
  const { id } = await sent
  const after = await exported(from)

  const to = await startCaptures()
  await bring(to, before)
  expect(await bring(to, after)).toMatchObject({ skipped: 1, exchanges: 1 })
  const { reply, exchanges } = await to.capture(id)
  expect(reply).toMatchObject({ status: 201, kind: 'forwarded', to: target.origin })
  expect(exchanges).toMatchObject([{ answered: true }])
  expect(await bring(to, before)).toMatchObject({ skipped: 1, exchanges: 0 })
  expect((await to.capture(id)).reply).toEqual(reply)
})

test('a renamed capture is recognised at a second import', async () => {
  const sandbox = await startCaptures()
  await sandbox.catch({ headers: [sized('a')] }, 'a')
  const [line] = await exported(sandbox)
  const other = { ...line, body_base64: Buffer.from('b').toString('base64') }
  const third = { ...line, body_base64: Buffer.from('c').toString('base64') }
  const first = await bring(sandbox, [other, third])
  expect(first).toMatchObject({ imported: 2, renamed: [expect.anything(), expect.anything()] })
  expect(await bring(sandbox, [line, other, third])).toMatchObject({ imported: 0, skipped: 3, renamed: [] })
  expect(new Set(first.renamed.map(({ as }) => as)).size).toBe(2)
  // An export of them is taken in under the names that they have here.
  expect(await bring(sandbox, await exported(sandbox))).toMatchObject({ imported: 0, skipped: 3 })
})
