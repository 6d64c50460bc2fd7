import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { createPageApp } from '../../server/page.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const template = new URL('../../ui/index.html', import.meta.url)

/** What every view is served with. */
const standing = [
  '/sandbox/health',
  '/sandbox/clock',
  '/sandbox/subscriptions',
  '/sandbox/endpoints',
  '/sandbox/armed-errors',
  '/sandbox/fault-rules',
  '/sandbox/runs',
  '/sandbox/runs',
  '/sandbox/traffic',
]
/** What a view is served with unless its address filters. */
const lists = ['/sandbox/events', '/sandbox/deliveries', '/sandbox/captures', '/sandbox/calls']

/** The page as it is written, and what it is asked for is answered by `answers`. */
async function servePage(answers: (path: string) => string | null) {
  const folder = ownFolder()
  await cp(template, join(folder, 'index.html'))
  const asked: string[] = []
  const troubles: unknown[] = []
  const app = createPageApp(folder, {
    newest: () => 42,
    outside: realOutside(),
    ask: async (path) => {
      asked.push(path)
      return answers(path)
    },
    onTrouble: (error) => troubles.push(error),
  })
  return { app, asked, troubles, folder }
}

/** What a browser reads out of the element: all up to where it ends. */
function servedIn(html: string) {
  const [, text = ''] = /<script[^>]* id="served"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? []
  return JSON.parse(text)
}

test.each(['/', '/errors', '/simulate/clock'])(
  '%s comes with its first lists, and with the number of the newest record',
  async (address) => {
    const { app, asked } = await servePage((path) => JSON.stringify({ path }))
    const answer = await app.request(address)
    const { seq, answers } = servedIn(await answer.text())
    expect(seq).toBe(42)
    expect(asked.map((path) => new URL(path, 'http://x').pathname)).toEqual([...standing, ...lists])
    expect(answers).toEqual(Object.fromEntries(asked.map((path) => [path, { path }])))
    // What was caught is not left in a cache.
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  },
)

test('what was caught neither ends the element nor begins another', async () => {
  const caught = { rows: ['</script><script>alert(1)</script>', '<!--<script>', '\u2028', '\ud800'] }
  const { app, asked } = await servePage(() => JSON.stringify(caught))
  const html = await (await app.request('/')).text()
  expect(html.match(/<\/script>/g)).toHaveLength(
    (await readFile(template, 'utf8')).split('</script>').length - 1,
  )
  expect(servedIn(html).answers[asked[0] ?? '']).toEqual(caught)
})

test('a refused list is left out, so that the page requests it and shows the refusal', async () => {
  const { app } = await servePage((path) => (path.startsWith('/sandbox/calls') ? '{}' : null))
  const { answers } = servedIn(await (await app.request('/')).text())
  expect(Object.keys(answers).map((path) => path.split('?')[0])).toEqual(['/sandbox/calls'])
})

test('an answer that takes long is left to the page, which is not held up by it', async () => {
  const folder = ownFolder()
  await cp(template, join(folder, 'index.html'))
  const app = createPageApp(folder, {
    newest: () => 42,
    outside: realOutside(),
    ask: (path) => (path.startsWith('/sandbox/captures') ? new Promise(() => {}) : Promise.resolve('{}')),
    onTrouble: (error) => expect.fail(String(error)),
  })
  const { answers } = servedIn(await (await app.request('/')).text())
  expect(Object.keys(answers)).toHaveLength(standing.length + lists.length - 1)
  expect(Object.keys(answers).join()).not.toContain('captures')
})

test.each(['/?kind=captures', '/?q=a', '/lanes?run=run_1'])(
  'the view %s comes without lists, which the view requests itself',
  async (address) => {
    const { app, asked } = await servePage(() => '{}')
    const { seq, answers } = servedIn(await (await app.request(address)).text())
    expect(seq).toBe(42)
    expect(Object.keys(answers).map((path) => path.split('?')[0])).toEqual(standing)
    expect(asked).toHaveLength(standing.length)
  },
)

test.each(['/?open=cap_1&tab=signature', '/?group=event', '/lanes?from=1'])(
  '%s filters nothing and comes with its lists',
  async (address) => {
    const { app } = await servePage(() => '{}')
    const { answers } = servedIn(await (await app.request(address)).text())
    expect(Object.keys(answers)).toHaveLength(standing.length + lists.length)
  },
)

test('who only asks for the head has no list read', async () => {
  const { app, asked } = await servePage(() => '{}')
  const { status, headers } = await app.request('/', { method: 'HEAD' })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(asked).toEqual([])
})

test('an error during the response is reported to the operator, and the page ends there', async () => {
  const { app, troubles } = await servePage(() => {
    throw new Error('no disk')
  })
  expect(await (await app.request('/')).text()).not.toContain('</html>')
  expect(troubles).toEqual([new Error('no disk')])
})

test('a page without such an element is served as it is', async () => {
  const { app, folder } = await servePage(() => '{}')
  await writeFile(join(folder, 'index.html'), '<!doctype html><p>mine')
  expect(await (await app.request('/')).text()).toBe('<!doctype html><p>mine')
})

test('it comes with what the sandbox answers to the same questions', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const { answers } = servedIn(await (await fetch(`${sandbox.url}/`)).text())
  const paths = Object.keys(answers)
  expect(paths).toHaveLength(standing.length + lists.length)
  for (const path of paths.filter((one) => one.includes('limit')))
    expect(answers[path]).toEqual(await sandbox.get(path))
  expect(answers['/sandbox/events?limit=50'].events).toHaveLength(1)
  expect(answers['/sandbox/health'].counts.events).toBe(1)
})

test.each([
  ['br, gzip', 'br', 'small'],
  ['gzip, deflate', 'gzip', 'smaller than plain'],
  ['gzip, br;q=0', 'gzip', 'smaller than plain'],
  ['deflate', null, 'as it is written'],
  ['', null, 'as it is written'],
])('a browser that takes "%s" gets the file with the coding %s', async (accepted, coding, content) => {
  const { app, folder } = await servePage(() => '{}')
  await mkdir(join(folder, 'assets'))
  const forms = { '': 'as it is written', '.gz': 'smaller than plain', '.br': 'small' }
  for (const [end, text] of Object.entries(forms)) await writeFile(join(folder, `assets/a.js${end}`), text)
  const headers = accepted === '' ? {} : { 'accept-encoding': accepted }
  const answer = await app.request('/assets/a.js', { headers })
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    coding,
    'accept-encoding',
  ])
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect(await answer.text()).toBe(content)
  await writeFile(join(folder, 'assets/plain.js'), 'no other form')
  const plain = await app.request('/assets/plain.js', { headers })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'no other form'])
})
