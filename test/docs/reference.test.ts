import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import errors from '../../fixtures/errors.json'
import beyond from '../../fixtures/errors-beyond-dictionary.json'
import type { Document } from '../../server/docs/document.ts'
import { areaSection, curlOf, socketOf } from '../../server/docs/operation.ts'
import { failureCodes } from '../../server/failures.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import { sharedSandbox, startSandbox } from '../helpers/sandbox.ts'

const pages = { platform: '/sandbox/docs', sandbox: '/sandbox/docs/sandbox' } as const
const shared = sharedSandbox()
const texts = new Map<string, Promise<string>>()
/** A page, made once for all tests. */
const read = (path: string) => {
  const text =
    texts.get(path) ??
    shared()
      .request<string>('GET', path)
      .then(({ body }) => body)
  texts.set(path, text)
  return text
}
const documents = new Map<string, Promise<Document>>()
const documentOf = (which: keyof typeof pages) => {
  const document = documents.get(which) ?? shared().get<Document>(`/sandbox/openapi/${which}.json`)
  documents.set(which, document)
  return document
}
const idsIn = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
const linksIn = (page: string) => [...page.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
const operationsOf = (document: Document) =>
  Object.values(document.paths).flatMap((one) => Object.values(one))

test.each(['platform', 'sandbox'] as const)(
  'every operation of the %s document has its anchor, its address, its errors and its place in the contents',
  async (which) => {
    const document = await documentOf(which)
    const page = await read(pages[which])
    const ids = idsIn(page)
    const contents = linksIn(page.slice(page.indexOf('<nav'), page.indexOf('</nav>')))
    for (const { operationId, responses } of operationsOf(document)) {
      expect(ids).toContain(operationId)
      expect(contents).toContain(`#${operationId}`)
      const start = page.indexOf(`<article id="${operationId}"`)
      const article = page.slice(start, page.indexOf('</article>', start))
      const codes = Object.values(responses).flatMap((response) => response['x-codes'] ?? [])
      expect(codes.length, operationId).toBeGreaterThan(0)
      const linked = linksIn(article)
      for (const code of codes) expect(linked, operationId).toContain(`#error-${code}`)
    }
  },
)

test('every event and every error code has its anchor, the codes in the order of the dictionary', async () => {
  const document = await documentOf('platform')
  const ids = idsIn(await read(pages.platform))
  for (const event of Object.keys(document.webhooks ?? {})) expect(ids).toContain(`event-${event}`)
  expect(ids.filter((id) => id.startsWith('error-'))).toEqual(
    [...Object.keys(errors), ...Object.keys(beyond)].map((code) => `error-${code}`),
  )
  const own = idsIn(await read(pages.sandbox))
  for (const code of failureCodes) expect(own).toContain(`error-${code}`)
})

test('every link leads somewhere, and no anchor is given twice', async () => {
  const sandbox = shared()
  const known = new Map<string, Set<string>>()
  const idsAt = async (path: string) => {
    const ids = known.get(path) ?? new Set(idsIn(await read(path)))
    known.set(path, ids)
    return ids
  }
  for (const path of Object.values(pages)) {
    const page = await read(path)
    const ids = idsIn(page)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    for (const href of new Set(linksIn(page).filter((one) => !one.startsWith('data:')))) {
      const url = new URL(href, `${sandbox.url}${path}`)
      expect(url.origin).toBe(sandbox.url)
      if (url.hash) expect(await idsAt(url.pathname), href).toContain(decodeURIComponent(url.hash.slice(1)))
      else if (url.pathname !== '/') expect((await fetch(url)).status, href).toBe(200)
    }
  }
})

test('the pages may do nothing but be read, and are asked for without a query', async () => {
  const sandbox = shared()
  for (const path of [...Object.values(pages), '/sandbox/docs/style.css']) {
    const { status, headers, body } = await sandbox.request<string>('GET', path)
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(policy).not.toMatch(/script-src|connect-src|unsafe/)
    expect(body.length).toBeGreaterThan(1000)
    expect(body).not.toMatch(/<script|\sstyle=|\son\w+=|\[object|>undefined</)
    expect((await sandbox.request('GET', `${path}?x=1`)).status).toBe(400)
  }
})

test('a printed request works unchanged, and its body is the shown body', async () => {
  const sandbox = shared()
  const document = await documentOf('platform')
  const post = document.paths['/webhooks']?.post
  if (!post) throw new Error('it is not documented')
  const headers = [['Authorization', "it's"]] as const
  const command = curlOf(document, { ...post, method: 'POST', path: '/webhooks' }, headers)
  expect(command).toContain(`curl -X POST ${sandbox.platform.url}/webhooks`)
  expect(command).toContain("-H 'Authorization: it'\\''s'")
  const [, body = ''] = /-d '(.*)'/s.exec(command) ?? []
  expect((await sandbox.call('POST', '/webhooks', JSON.parse(body))).status).toBe(201)
})

test("each printed POST of the sandbox's own API that needs no existing object works unchanged", async () => {
  const sandbox = await startSandbox()
  const document = await documentOf('sandbox')
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (!post || path.includes('{')) continue
    const command = curlOf(document, { ...post, method: 'POST', path }, [])
    const [, body = 'null'] = /-d '(.*)'/s.exec(command) ?? []
    const answer = await sandbox.request('POST', `/sandbox${path}`, JSON.parse(body) ?? undefined)
    expect(answer, `${path} ${body}`).toMatchObject({
      status: Number(Object.keys(post.responses).find((status) => status.startsWith('2'))),
    })
  }
})

test('the printed code that opens a WebSocket works unchanged', async () => {
  const sandbox = shared()
  const document = await documentOf('sandbox')
  const live = document.paths['/live']?.get
  if (!live) throw new Error('it is not documented')
  const place = { ...live, method: 'GET', path: '/live' }
  const told = { document, headers: [], errorOf: () => undefined }
  const page = String(
    runAtOnce(areaSection(told, { name: 'live', id: 'area-live', title: 'Live', operations: [place] })),
  )
  expect(page).toContain(`new WebSocket(&#39;${sandbox.url.replace('http', 'ws')}/sandbox/live&#39;)`)
  expect(page).toContain('Response, 101')
  const run = new Function('WebSocket', `${socketOf(document, place)}; return { live, frames }`)
  const opened: { live: WebSocket; frames: unknown[] } = run(WebSocket)
  await new Promise((resolve) => opened.live.on('message', resolve))
  opened.live.terminate()
  expect(opened.frames).toMatchObject([{ kind: 'hello', data: { version: '0.0.0-test' } }])
})

describe('the text of a document is shown as text', () => {
  const evil = `<img src=x onerror=alert(1)>"'&`
  const schema = {
    type: 'object',
    properties: {
      [`a${evil}`]: { type: 'string', description: evil, example: evil, pattern: evil, enum: [evil] },
    },
    required: [`a${evil}`],
  }
  const media = { 'application/json': { schema, example: { [evil]: evil } } }
  const document: Document = {
    info: { title: evil, version: evil },
    servers: [{ url: 'http://localhost/api' }],
    paths: {},
    components: { schemas: {} },
  }
  const operation = {
    operationId: 'evil',
    summary: evil,
    description: evil,
    method: 'POST',
    path: `/${evil}`,
    parameters: [{ name: evil, in: 'query', required: true, description: evil, schema } as const],
    requestBody: { content: media },
    responses: { 200: { description: evil, content: media }, 400: { description: '', 'x-codes': [evil] } },
  }

  test('nothing of it becomes markup', async () => {
    const told = {
      document,
      headers: [[evil, evil]] as const,
      errorOf: () => ({ status: 400, meaning: evil }),
    }
    const page = String(
      runAtOnce(
        areaSection(told, {
          name: 'evil',
          id: 'area-evil',
          title: evil,
          operations: [operation],
        }),
      ),
    )
    expect(page).not.toContain('<img')
    expect(page.split('&lt;img').length).toBeGreaterThan(20)
    expect(page.match(/<[^>]*onerror[^>]*>/g)?.filter((tag) => !tag.includes('&lt;img')) ?? []).toEqual([])
  })
})

test('its colours are those of the page', () => {
  const variables = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/--([\w-]+): (light-dark\([^)]*\))/g)].map(
      ([, name, colour]) => `${name} ${colour}`,
    )
  const page = variables('ui/styles/tokens.css')
  const own = variables('server/docs/style.css')
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((one) => !page.includes(one))).toEqual([])
})
