import { describe, expect, test } from 'vitest'
import { pure } from './pure.ts'
import { importsOf, sourceFiles } from './sources.ts'

const server = sourceFiles('server').filter(({ path }) => path.endsWith('.ts'))
const ui = sourceFiles('ui')
const imports = [...server, ...ui].flatMap(importsOf)
const isIn = (path: string, ...places: string[]) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`

/** Told by their names: what answers requests, and what puts the house together. */
const isRoutes = (path: string) =>
  /(?:^|[/-])(?:routes|reset|operations)\.ts$/.test(path) || path === 'server/control/wait.ts'
const isStore = (path: string) =>
  (path.startsWith('server/') && /(?:\/|-)(?:store|attempts|endpoints)\.ts$/.test(path)) ||
  isIn(path, 'server/live/bus.ts', 'server/database/facts.ts')
const isEngine = (path: string) =>
  isIn(path, 'server/delivery/engine.ts', 'server/delivery/ledger.ts', 'server/delivery/lanes.ts')
const composers = [
  'server/app.ts',
  'server/sandbox.ts',
  'server/routes.ts',
  'server/follow-address.ts',
  'server/stores.ts',
  'server/main.ts',
  'server/listener.ts',
  'server/capture/compose.ts',
  'server/platform/areas.ts',
  'server/platform/compose.ts',
  'server/simulator/compose.ts',
]

/** What a pure rule may lean on, besides its like. */
const leanOn = [
  'zod',
  'yaml',
  'node:http',
  'node:perf_hooks',
  'node:crypto',
  'node:net',
  'node:buffer',
  'node:zlib',
  'node:util',
  'server/schema/fields.ts',
  'server/memory/once-for.ts',
  'fixtures/',
]

test('the sources were found', () => {
  expect(server.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(200)
  for (const path of pure.filter((one) => !one.endsWith('/')))
    expect(server.map((file) => file.path)).toContain(path)
})

test('there are no circles, type-only imports included', () => {
  const targets = new Map(imports.map(({ from }) => [from, imports.filter((one) => one.from === from)]))
  const done = new Set<string>()
  const circles: string[] = []
  function walk(path: string, trail: string[]) {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const { to } of targets.get(path) ?? []) walk(to, [...trail, path])
    done.add(path)
  }
  for (const from of targets.keys()) walk(from, [])
  expect(circles).toEqual([])
})

describe('arrows point one way', () => {
  const forbidden = (rule: (from: string, to: string) => boolean, except: string[] = []) =>
    imports
      .filter(({ from, to }) => to.startsWith('server/') && rule(from, to) && !except.includes(from))
      .map(arrow)

  test('the page imports nothing of the server but its words, its scanner of JSON and the types of wire.ts', () => {
    const over = imports.filter(
      ({ from, to }) => from.startsWith('ui/') && !isIn(to, 'ui/') && to.startsWith('server/'),
    )
    const isFree = ({ to, typeOnly }: { to: string; typeOnly: boolean }) =>
      to.startsWith('server/words/') ||
      to === 'server/json/json-reader.ts' ||
      (to === 'server/wire.ts' && typeOnly)
    expect(over.filter((one) => !isFree(one)).map(arrow)).toEqual([])
    expect(over.length).toBeGreaterThan(0)
  })

  test('the server imports nothing of the page', () => {
    expect(
      imports.filter(({ from, to }) => from.startsWith('server/') && to.startsWith('ui/')).map(arrow),
    ).toEqual([])
  })

  test('pure rules lean on nothing but their like: no store, no engine, no routes, no hono', () => {
    const over = imports.filter(
      ({ from, to }) => isIn(from, ...pure) && !isRoutes(from) && !isIn(to, ...pure, ...leanOn),
    )
    expect(over.map(arrow)).toEqual([])
  })

  test('stores know no engine, no routes and nobody who puts them together', () => {
    expect(server.filter(({ path }) => isStore(path)).length).toBeGreaterThan(5)
    expect(
      forbidden(
        (from, to) =>
          isStore(from) &&
          (isRoutes(to) || isEngine(to) || isIn(to, ...composers, 'server/cli/', 'server/control/')),
      ),
    ).toEqual([])
  })

  test('the engine knows no routes, no app and no command line', () => {
    expect(
      forbidden(
        (from, to) =>
          isEngine(from) && (isRoutes(to) || isIn(to, ...composers, 'server/cli/', 'server/control/')),
      ),
    ).toEqual([])
  })

  test('routes are known to the composition alone', () => {
    expect(forbidden((from, to) => isRoutes(to) && !isRoutes(from), composers)).toEqual([])
  })

  test('only the composition and the command line know the app and the sandbox', () => {
    const allowed = ['server/sandbox.ts', 'server/main.ts', 'server/cli/serve.ts']
    expect(forbidden((_from, to) => isIn(to, 'server/app.ts', 'server/sandbox.ts'), allowed)).toEqual([])
    expect(
      forbidden(
        (from, to) => to.startsWith('server/cli/') && !from.startsWith('server/cli/'),
        ['server/main.ts'],
      ),
    ).toEqual([])
  })

  test('a command that only speaks to a sandbox loads none', () => {
    const loaded = new Set(['server/main.ts'])
    const atOnce = imports.filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    for (const path of loaded) for (const { from, to } of atOnce) if (from === path) loaded.add(to)
    expect(loaded).toContain('server/cli/deliveries.ts')
    expect([...loaded].filter((path) => /^hono|^server\/(?:sandbox|app)\.ts$/.test(path))).toEqual([])
  })

  test('hono is known to what serves with it alone', () => {
    const users = imports.filter(({ to }) => /^@?hono/.test(to)).map(({ from }) => from)
    const servers = [
      'server/app.ts',
      'server/sandbox.ts',
      'server/page.ts',
      'server/platform/app.ts',
      'server/platform/asked.ts',
      'server/api/route.ts',
      'server/docs/markup.ts',
    ]
    expect(users.filter((path) => !servers.includes(path))).toEqual([])
  })
})

describe('the outside world is an argument', () => {
  /** Code without comments and without what stands in quotes. */
  const bare = (text: string) =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|[^:])\/\/.*$/gm, '$1')
      .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
  /** Writes code that others run. */
  const writers = 'server/handlers/'
  const users = (word: RegExp, allowed: string[]) =>
    server
      .filter(({ path, text }) => !isIn(path, writers, ...allowed) && word.test(bare(text)))
      .map(({ path }) => path)

  test('process is used by main.ts, and by the three that speak of this very process', () => {
    // The driver that would end the process without a word, the process to name to a second sandbox, and what its Node does
    // with an upgrade.
    const allowed = [
      'server/main.ts',
      'server/setup/',
      'server/database/open.ts',
      'server/sandbox.ts',
      'server/http/upgrade.ts',
    ]
    expect(users(/\bprocess\b\s*[.[)]/, allowed)).toEqual([])
  })

  test('wall clock, randomness and timers come from outside.ts', () => {
    expect(
      users(/\bDate\.now\b|new Date\(\)|\bperformance\b|Math\.random|\brandom(?:Bytes|UUID|Int)\b/, [
        'server/outside.ts',
      ]),
    ).toEqual([])
    expect(users(/\bset(?:Timeout|Interval)\(/, ['server/outside.ts'])).toEqual([])
  })

  test('the global fetch is used by the command line alone', () => {
    // A member of that name is declared with the type of what it takes.
    expect(users(/(?<![.\w])fetch\((?!\w+: )|globalThis\.fetch/, ['server/cli/silence.ts'])).toEqual([])
  })

  test('nothing writes to the console', () => {
    expect(users(/\bconsole\./, ['server/setup/'])).toEqual([])
  })
})

describe('files stay readable', () => {
  const all = [...server, ...ui, ...sourceFiles('test')]

  test('a file over 300 lines says in its first comment why', () => {
    const long = all.filter(({ text }) => text.split('\n').length - 1 > 300)
    const says = ({ text }: { text: string }) => /^\/\*\*(?:(?!\*\/)[\s\S])*\bOver 300 lines: /.test(text)
    expect(long.filter((file) => !says(file)).map(({ path }) => path)).toEqual([])
  })

  test('nothing is of type any', () => {
    const any = /(?:[:<,|&]|\bas)\s*any\b(?!\w)/
    const lines = all.flatMap(({ path, text }) =>
      text.split('\n').map((line, i) => ({
        at: `${path}:${i + 1}`,
        code: line.replace(/'[^']*'|`[^`]*`|\/\/.*|^\s*\*.*|\/\*.*?\*\/|\/[^/]+\//g, ''),
      })),
    )
    expect(lines.filter(({ code }) => any.test(code)).map(({ at }) => at)).toEqual([])
  })
})
