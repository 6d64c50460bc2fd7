/** The commands below `capture`. Over 300 lines: each command has its story. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTarget } from '../capture/forward/world.ts'
import { sized, startCaptures } from '../capture/world.ts'
import { ownFolder } from '../helpers/folder.ts'
import { runHere } from './here.ts'

/** A sandbox, and the commands of `capture` to it. */
async function startCli(config: Record<string, unknown> = {}) {
  const sandbox = await startCaptures(config)
  return {
    ...sandbox,
    cli: (...args: string[]) => runHere(['capture', ...args, '--url', sandbox.url]),
    piped: (...args: string[]) => runHere(['capture', ...args, '--url', sandbox.url], { piped: true }),
  }
}

test('show prints the request as it came, its verdict and where it was sent on', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch(
    { path: '/in/demo?a=%20', headers: [sized('{"a":"\x1b[2J"}')] },
    '{"a":"\x1b[2J"}',
  )
  await sandbox.post(`/sandbox/captures/${id}/replay`, {})
  const { code, out } = await cli('show', id)
  expect(code).toBe(0)
  expect(out[0]).toMatch(new RegExp(`^${id}  unsigned  \\(`))
  expect(out).toEqual(
    expect.arrayContaining([
      'endpoint demo, from 127.0.0.1',
      '  POST /in/demo?a=%20 HTTP/1.1',
      '  Content-Length: 12',
      '  {"a":"␛[2J"}',
      expect.stringMatching(/^sent again POST http:.*\/in\/demo\?a=%20 at .*: 200 in /),
    ]),
  )
  const json = await cli('show', id, '--json')
  expect(JSON.parse(json.out.join())).toMatchObject({ capture: { id, exchanges: [{ kind: 'replay' }] } })
  expect(await cli('show', 'cap_x')).toMatchObject({
    code: 1,
    log: [expect.stringMatching(/No capture has the id cap_x.*webhook-sandbox captures --url \S+ lists/s)],
  })
})

test('a compressed body is shown decoded beside its bytes, in the request and in the response', async () => {
  const { cli, ...sandbox } = await startCli()
  const [asked, answered] = [gzipSync('{"asked":"Zoë"}'), gzipSync('{"answered":"Zoë"}')]
  const target = await startTarget((response) => {
    response.writeHead(200, {
      'content-encoding': 'gzip',
      'x-city': Buffer.from('zürich').toString('latin1'),
    })
    response.end(answered)
  })
  const { id } = await sandbox.catch({ headers: [sized(asked), 'Content-Encoding: gzip'] }, asked)
  await sandbox.post(`/sandbox/captures/${id}/replay`, { url: target.origin })
  const { out } = await cli('show', id)
  expect(out.filter((line) => line === '  decoded, gzip removed, read as utf-8:')).toHaveLength(2)
  for (const line of [
    '  {"asked":"Zoë"}',
    '  {"answered":"Zoë"}',
    `  ${asked.toString('base64')}`,
    `  ${answered.toString('base64')}`,
    '  x-city: zürich',
  ])
    expect(out).toContain(line)
})

test('differences between a capture and its forwarded copy are printed', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ path: `http://127.0.0.1:${sandbox.port}/in/demo` })
  await sandbox.post(`/sandbox/captures/${id}/replay`, {})
  expect((await cli('show', id)).out.join('\n')).toMatch(/changed +.*http:\S+\/in\/demo/)
})

test('body writes the exact bytes where they are piped, and no binary to a terminal', async () => {
  const { cli, piped, ...sandbox } = await startCli()
  const bytes = gzipSync('{"a":"é"}')
  const { id } = await sandbox.catch({ headers: [sized(bytes), 'Content-Encoding: gzip'] }, bytes)
  expect((await piped('body', id)).bytes).toEqual(bytes)
  expect((await cli('body', id)).log.join()).toContain('is not text')
  expect((await piped('body', id, '--decoded')).bytes.toString()).toBe('{"a":"é"}')
  expect((await cli('body', id, '--decoded')).out).toEqual(['{"a":"é"}'])
})

test('what is said of a decoded body steers no terminal', async () => {
  const { cli, piped, ...sandbox } = await startCli()
  const json = await sandbox.catch(
    { headers: [sized('\x1b[2J'), 'Content-Type: application/json'] },
    '\x1b[2J',
  )
  const said = await piped('body', json.id, '--decoded')
  expect(said.log.join()).toContain('Content-Type is JSON, but the body is not JSON')
  const form = '--x\r\nContent-Disposition: form-data; name="\x9b2J"\r\n\r\n1\r\n--x--\r\n'
  const parts = await sandbox.catch(
    { headers: [sized(Buffer.from(form)), 'Content-Type: multipart/form-data; boundary=x'] },
    Buffer.from(form),
  )
  const told = await cli('body', parts.id, '--decoded')
  expect(JSON.parse(told.out.join())).toMatchObject([{ name: '\x9b2J' }])
  expect([...said.log, ...told.out, ...told.log].join()).not.toMatch(/\p{Cc}/u)
})

test('curl prints what a shell runs', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a\x1bb')] }, 'a\x1bb')
  const { out } = await cli('curl', id)
  await promisify(execFile)('sh', ['-c', out.join('\n')])
  const again = await sandbox.newestCapture()
  expect(again.id).not.toBe(id)
  expect(again.body).toBe('a\x1bb')
  const elsewhere = await cli('curl', id, '--to', `${sandbox.url}/in/other`)
  expect(elsewhere.out.join('\n')).toContain(`${sandbox.url}/in/other`)
})

test('export, reset, import: all of it comes back; again, and it is left out', async () => {
  const { cli, piped, ...sandbox } = await startCli()
  for (let i = 0; i < 3; i++) await sandbox.catch({ path: `/in/e${i % 2}`, headers: [sized(`${i}`)] }, `${i}`)
  const before = await sandbox.captures()
  const file = join(ownFolder(), 'captures.jsonl')
  writeFileSync(file, (await piped('export')).bytes)
  expect((await cli('export', '--q', 'endpoint:e1')).out).toHaveLength(1)
  await sandbox.post('/sandbox/reset')
  expect(await cli('import', file)).toMatchObject({ code: 0, out: ['3 captures imported'] })
  expect(await cli('import', file)).toMatchObject({
    code: 0,
    out: ['0 captures imported, 3 skipped because they exist already'],
  })
  await sandbox.post(`/sandbox/captures/${before[0]?.id}/replay`, { url: 'http://127.0.0.1:1/' })
  const newer = join(ownFolder(), 'captures.jsonl')
  writeFileSync(newer, (await piped('export')).bytes)
  await sandbox.post('/sandbox/reset')
  await cli('import', file)
  expect(await cli('import', newer)).toMatchObject({
    code: 0,
    out: ['0 captures imported, 3 skipped because they exist already, with 1 new exchange'],
  })
  expect((await sandbox.captures()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('import names the line that is wrong, over several batches, and what was taken in before', async () => {
  const { cli, piped, ...sandbox } = await startCli()
  await sandbox.catch({ headers: [sized('a')] }, 'a')
  const line = JSON.parse((await piped('export')).bytes.toString())
  await sandbox.post('/sandbox/reset')
  const numbered = (i: number) => JSON.stringify({ ...line, id: `cap_${String(i).padStart(26, '0')}` })
  const lines = Array.from({ length: 700 }, (_, i) => numbered(i))
  const file = join(ownFolder(), 'captures.jsonl')
  writeFileSync(
    file,
    [
      lines[0],
      '',
      '',
      ...lines.slice(1, 600),
      '\r',
      JSON.stringify({ ...line, method: '?' }),
      ...lines.slice(600),
    ].join('\n'),
  )
  const { code, log } = await cli('import', file)
  expect(code).toBe(1)
  expect(log.join()).toContain('Line 604: captures.')
  expect(log.join()).toContain('The 500 captures before were imported')
  writeFileSync(file, 'nonsense\n')
  expect((await cli('import', file)).log.join()).toContain('Line 1 is not valid JSON')
  writeFileSync(file, '{"name":"webhooks"}\n')
  expect((await cli('import', file)).log.join()).toContain('Line 1 is not a capture')
  expect((await cli('import', `${file}.gone`)).log.join()).toContain('Cannot read')
})

test('import takes a HAR, on one line or formatted, and says what it lacks', async () => {
  const { cli, ...sandbox } = await startCli()
  await sandbox.catch({ headers: [sized('a')] }, 'a')
  const file = join(ownFolder(), 'captures.har')
  const own = (await cli('har')).out.join('\n')
  for (const text of [own, JSON.stringify(JSON.parse(own), null, 2)]) {
    writeFileSync(file, text)
    const { code, out } = await cli('import', file)
    expect([code, out.join()]).toEqual([0, expect.stringContaining('0 captures imported, 1 skipped')])
  }
  const request = { method: 'POST', url: 'https://shop.example/hook', headers: [], postData: { text: 'x' } }
  const one = { startedDateTime: '2026-11-28T01:00:00Z', request }
  const brought = async (har: unknown) => {
    writeFileSync(file, JSON.stringify(har))
    const { code, out, log } = await cli('import', file, '--endpoint', 'shop', '--json')
    return code === 0 ? JSON.parse(out.join('')) : log.join()
  }
  // More than one request to the sandbox takes.
  const many = Array.from({ length: 501 }, (_, at) => ({
    ...one,
    request: { ...request, url: `https://shop.example/${at}` },
  }))
  expect(await brought({ log: { entries: many } })).toMatchObject({
    imported: 501,
    lost: [{ code: 'raw_bytes', entries: 501 }],
  })
  expect((await sandbox.captures('?endpoint=shop&limit=1'))[0]?.imported).toBe(true)
  expect(await brought({ log: { entries: [...many, { request }] } })).toContain('Entry 502: log.entries.')
  expect(await brought({ log: {} })).toContain('log.entries')
})

test('har prints one, or all that match', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a')] }, 'a')
  await sandbox.catch({ path: '/in/other', headers: [sized('b')] }, 'b')
  const entries = (out: string[]) => JSON.parse(out.join('\n')).log.entries
  expect(entries((await cli('har', id)).out)).toMatchObject([{ _id: id }])
  expect(entries((await cli('har')).out)).toHaveLength(2)
  expect(entries((await cli('har', '--q', 'endpoint:other')).out)).toHaveLength(1)
  expect((await cli('har', id, '--q', 'x')).code).toBe(1)
})

test('replay sends again, edited, and says what came of it', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a'), 'X-A: 1'] }, 'a')
  const file = join(ownFolder(), 'body')
  writeFileSync(file, Buffer.from([0, 255]))
  const { code, out } = await cli(
    'replay',
    id,
    '--to',
    `${sandbox.url}/in/other`,
    '--header',
    'X-A: 2',
    '--body',
    `@${file}`,
    '--method',
    'PUT',
  )
  expect(code).toBe(0)
  expect(out[0]).toMatch(/^sent again PUT http:.*\/in\/other at .*: 200 in /)
  const again = await sandbox.newestCapture()
  expect(again).toMatchObject({ method: 'PUT', endpoint: 'other', body_base64: 'AP8=' })
  expect(again.headers).toContainEqual(['X-A', '2'])
  const refused = await cli('replay', id, '--sign')
  expect(refused).toMatchObject({ code: 1, log: [expect.stringContaining('no secret is known')] })
})

test('replay refuses a header that is given twice, in whatever case, and sends nothing', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a'), 'X-A: 0'] }, 'a')
  expect(await cli('replay', id, '--header', 'X-A: 1', '--header', 'x-a: 2')).toMatchObject({
    code: 1,
    log: [expect.stringMatching(/^The header x-a was given more than once\. Give it once\. /)],
  })
  expect(await sandbox.newestCapture()).toMatchObject({ id })
})

test('replay ends with 1 unless it was answered with 2xx, and shows an answer that is no text', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a')] }, 'a')
  const { origin, close } = await startTarget((response) => response.end(Buffer.from([0, 255])))
  expect(await cli('replay', id, '--to', origin)).toMatchObject({
    code: 0,
    out: expect.arrayContaining(['  AP8=']),
  })
  close()
  const refused = await cli('replay', id, '--to', origin, '--json')
  expect(refused).toMatchObject({
    code: 1,
    log: [expect.stringContaining('not 2xx: connection refused')],
  })
  expect(JSON.parse(refused.out.join())).toHaveProperty('exchange.outcome.kind', 'refused')
  expect((await cli('replay', id, '--to', `${sandbox.url}/in/demo/503`)).code).toBe(1)
})

test('so does a replay of all that match, which says how many were not', async () => {
  const { cli, ...sandbox } = await startCli()
  for (const body of ['a', 'b']) await sandbox.catch({ headers: [sized(body)] }, body)
  const { origin, close } = await startTarget((response) => response.end())
  const all = ['replay', '--q', 'endpoint:demo', '--to', origin]
  expect(await cli(...all)).toMatchObject({ code: 0, out: ['2 sent again: 2 × 200'], log: [] })
  close()
  const told =
    '2 of 2 requests got no 2xx response. Check the receiver, or give another address with --to URL.'
  expect(await cli(...all)).toMatchObject({ code: 1, out: ['2 sent again: 2 × refused'], log: [told] })
  const json = await cli(...all, '--json')
  expect([json.code, JSON.parse(json.out.join()).answers]).toEqual([1, { refused: 2 }])
})

test('diff prints what is different, by header, by path and by byte', async () => {
  const { cli, ...sandbox } = await startCli()
  const [a, b] = ['{"n":1,"s":"x"}', '{"n":2,"s":"x"}']
  const one = await sandbox.catch({ headers: [sized(a), 'X-A: 1'] }, a)
  const two = await sandbox.catch({ path: '/in/other', headers: [sized(b), 'X-A: 2'] }, b)
  expect((await cli('diff', one.id, two.id)).out).toEqual([
    'request',
    '- path: /in/demo',
    '+ path: /in/other',
    'headers',
    '- x-a: 1',
    '+ x-a: 2',
    'JSON',
    '- n: 1',
    '+ n: 2',
  ])
  const three = await sandbox.catch({ headers: [sized('plain'), 'X-A: 1'] }, 'plain')
  const four = await sandbox.catch({ headers: [sized('plain'), 'X-A: 1'] }, 'plaiN'.toLowerCase())
  expect((await cli('diff', three.id, four.id)).out).toEqual(['The requests are the same.'])
  const five = await sandbox.catch({ headers: [sized('plane'), 'X-A: 1'] }, 'plane')
  expect((await cli('diff', three.id, five.id)).out).toEqual([
    'bytes',
    '  first difference at byte 3; sizes 5 and 5 bytes',
    '  pla',
    '- in',
    '+ ne',
  ])
})

test('pin, unpin and note change what is kept beside it', async () => {
  const { cli, ...sandbox } = await startCli()
  const { id } = await sandbox.catch({ headers: [sized('a')] }, 'a')
  expect(await cli('pin', id)).toMatchObject({ code: 0, out: [`${id} is pinned`] })
  expect(await cli('note', id, 'look at this')).toMatchObject({ code: 0, out: [`${id}: look at this`] })
  expect(await sandbox.capture(id)).toMatchObject({ pinned: true, note: 'look at this' })
  await cli('unpin', id)
  await cli('note', id, '')
  expect(await sandbox.capture(id)).toMatchObject({ pinned: false, note: null })
})
