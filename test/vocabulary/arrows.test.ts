import { describe, expect, test } from 'vitest'
import { house, preact, roomOf } from './house.ts'
import { importsOf, sourceFiles } from './sources.ts'

const server = sourceFiles('server').filter(({ path }) => path.endsWith('.ts'))
const ui = sourceFiles('ui')
const imports = [...server, ...ui].flatMap(importsOf)
const isIn = (path: string, ...places: string[]) =>
  places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`
const words = (text = '') => text.split(' ').filter((word) => word !== '')

const rooms = Object.entries(house).map(([name, room]) => ({
  name,
  isPure: room.isPure,
  may: words(room.may),
  packages: words(room.packages ?? (name.startsWith('ui/') ? preact : '')),
}))
const roomNamed = (name: string | undefined) => rooms.find((room) => room.name === name)

/** Modules of Node that compute and touch nothing outside. */
const computing = ['node:buffer', 'node:crypto', 'node:perf_hooks', 'node:url', 'node:util', 'node:zlib']

const isRoutes = (path: string) =>
  /(?:^|[/-])(?:routes|reset|operations)\.ts$/.test(path) || path === 'server/control/wait.ts'
/** What puts routes and operations together. */
const composers = [
  'server/sandbox.ts',
  'server/routes.ts',
  'server/listener.ts',
  'server/platform/areas.ts',
  'server/simulator/compose.ts',
]

test('the sources are found', () => {
  expect(server.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(200)
})

describe('the table of rooms', () => {
  test('every file has a room, and every room has files', () => {
    const found = new Set([...server, ...ui].map(({ path }) => roomOf(path)))
    expect(server.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([])
    expect(rooms.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([])
  })

  test('a room imports only rooms above it, so no two rooms import each other', () => {
    const before = new Set<string>()
    const wrong = rooms.flatMap(({ name, may }) => {
      const over = may.filter((one) => !before.has(one))
      before.add(name)
      return over.map((to) => `${name} → ${to}`)
    })
    expect(wrong).toEqual([])
  })

  test('a room imports only the rooms in its row', () => {
    const over = imports.filter(({ from, to }) => {
      const [room, target] = [roomNamed(roomOf(from)), roomOf(to)]
      return room && target !== undefined && target !== room.name && !room.may.includes(target)
    })
    expect(over.map(arrow)).toEqual([])
  })

  test('a room uses only the packages in its row', () => {
    const over = imports.filter(({ from, to }) => {
      const room = roomNamed(roomOf(from))
      if (
        !room ||
        room.name === 'ui' ||
        /^(?:server|ui|fixtures)\/|^package\.json$/.test(to) ||
        computing.includes(to)
      )
        return false
      const isNamed = room.packages.some((name) => to === name || to.startsWith(`${name}/`))
      return !isNamed && !(to.startsWith('node:') && room.packages.includes('node'))
    })
    expect(over.map(arrow)).toEqual([])
  })

  test('a pure room imports values of pure rooms only', () => {
    const over = imports.filter(({ from, to, typeOnly }) => {
      const [room, target] = [roomNamed(roomOf(from)), roomNamed(roomOf(to))]
      return room?.isPure && target && !target.isPure && !typeOnly
    })
    expect(over.map(arrow)).toEqual([])
    expect(rooms.filter(({ isPure, packages }) => isPure && packages.includes('node'))).toEqual([])
  })
})

test('there are no import cycles, type imports included', () => {
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

  test('the page imports only words, findings, the JSON scanner and wire types of the server', () => {
    const over = imports.filter(
      ({ from, to }) => from.startsWith('ui/') && !isIn(to, 'ui/') && to.startsWith('server/'),
    )
    const isFree = ({ to, typeOnly }: { to: string; typeOnly: boolean }) =>
      isIn(to, 'server/words/', 'server/findings/', 'server/json/json-reader.ts') ||
      (to === 'server/wire.ts' && typeOnly)
    expect(over.filter((one) => !isFree(one)).map(arrow)).toEqual([])
    expect(over.length).toBeGreaterThan(0)
  })

  test('no two folders of the page import each other, and no folder has two files of one stem', () => {
    const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')
    const across = imports
      .filter(({ from, to }) => [from, to].every((path) => /^ui\/[^/]+\//.test(path)))
      .map(({ from, to }) => [folderOf(from), folderOf(to)])
      .filter(([from, to]) => from !== to)
    const pairs = new Set(across.map((one) => one.join(' → ')))
    expect(across.filter(([from, to]) => pairs.has(`${to} → ${from}`))).toEqual([])
    const stems = ui.map(({ path }) => path.replace(/\.\w+$/, ''))
    expect(stems.filter((one, at) => stems.indexOf(one) !== at)).toEqual([])
  })

  test('the server imports nothing from the page', () => {
    expect(
      imports.filter(({ from, to }) => from.startsWith('server/') && to.startsWith('ui/')).map(arrow),
    ).toEqual([])
  })

  test('only the composition knows the routes', () => {
    expect(forbidden((from, to) => isRoutes(to) && !isRoutes(from), composers)).toEqual([])
  })

  test('a command that only calls a sandbox loads none', () => {
    const loaded = new Set(['server/main.ts'])
    const atOnce = imports.filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    for (const path of loaded) for (const { from, to } of atOnce) if (from === path) loaded.add(to)
    expect(loaded).toContain('server/cli/deliveries.ts')
    expect([...loaded].filter((path) => /^hono|^server\/(?:sandbox|app)\.ts$/.test(path))).toEqual([])
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

  test('only main.ts and five files about processes use process', () => {
    // The driver that would end the process without a word, the process to name to a second sandbox, and what its Node does
    // with an upgrade. A library has no terminal, so its troubles become warnings of the process.
    // The command that `run` started gets the signals of this process.
    const allowed = [
      'server/main.ts',
      'server/setup/',
      'server/database/open.ts',
      'server/sandbox.ts',
      'server/http/upgrade.ts',
      'server/library/library.ts',
      'server/cli/run.ts',
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

  test('only the command line and the library use the global fetch', () => {
    // A member of that name is declared with the type of what it takes.
    expect(
      users(/(?<![.\w])fetch\((?!\w+: )|globalThis\.fetch/, ['server/cli/silence.ts', 'server/library/']),
    ).toEqual([])
  })

  test('nothing writes to the console', () => {
    expect(users(/\bconsole\./, ['server/setup/'])).toEqual([])
  })
})

describe('files stay readable', () => {
  const all = [...server, ...ui, ...sourceFiles('test')]

  test('a file over 300 lines gives its reason in the first comment', () => {
    const long = all.filter(({ text }) => text.split('\n').length - 1 > 300)
    const says = ({ text }: { text: string }) => /^\/\*\*(?:(?!\*\/)[\s\S])*\bOver 300 lines: /.test(text)
    expect(long.filter((file) => !says(file)).map(({ path }) => path)).toEqual([])
  })

  test('no value has the type any', () => {
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
