/** A room: the folder of its name with all below it, unless files are named. */
interface Room {
  /** Paths from `server/`; a folder ends with a slash. */
  files?: string
  /** The rooms that it may import, from those above it in the table. */
  may: string
  /** Packages; `node` stands for the modules of Node that touch the outside world. */
  packages?: string
  /** Decides and describes: no I/O, no state of the process, and values of other pure rooms only. */
  isPure?: true
}

const ground = 'notations failures wire words schema'
const kept = `${ground} outside memory database clock`
const answering = `${kept} config http api`

/** What the page is drawn with: every room of the page may import it. */
export const preact = 'preact @preact/signals'
/** What every part of the page may import of the server, and the ground that the page itself stands on. */
const page = 'notations wire words json findings ui/kit ui/place ui/live'
const parts = `${page} ui/secrets ui/commands ui/json ui/form ui/faults ui/message ui/verdict`
const slices = `${parts} ui/stream ui/detail`

/**
 * Every room of the server and of the page, from the bottom to the top. A room imports only rooms above it in the table, so no
 * two import each other.
 */
export const house: Record<string, Room> = {
  // What schemas read and sentences write; other words may know the types of the wire.
  notations: {
    files:
      'words/act.ts words/header-names.ts words/in-part.ts words/json-path.ts words/nearest.ts words/pattern.ts words/plural.ts words/printable.ts words/reply-template.ts words/time.ts',
    may: '',
    isPure: true,
  },
  outside: { files: 'outside.ts', may: '' },
  files: { files: 'private-files.ts', may: '', packages: 'node' },
  facts: { files: 'version.ts drain.ts', may: '', isPure: true },
  memory: { may: '', packages: 'node:net node:timers/promises', isPure: true },
  failures: { files: 'failures.ts', may: 'notations', isPure: true },
  schema: { may: 'notations', packages: 'zod', isPure: true },
  wire: { files: 'wire.ts wire/', may: 'notations schema', packages: 'zod', isPure: true },
  words: { may: 'notations wire', isPure: true },
  json: { may: `${ground} memory`, isPure: true },
  body: { may: `${ground} memory json`, packages: 'zod', isPure: true },
  events: { may: `${ground} memory`, packages: '@faker-js/faker zod', isPure: true },
  live: { may: `${ground} outside memory`, packages: 'ws node' },
  http: { may: `${ground} outside memory`, packages: 'node' },
  errors: { may: `${ground} http`, packages: 'zod' },
  client: {
    may: `${ground} outside memory`,
    packages: 'node',
  },
  signing: { may: `${ground} memory json`, packages: 'zod', isPure: true },
  verification: {
    may: `${ground} memory json body signing`,
    isPure: true,
  },
  faults: { may: `${ground} json events client signing`, packages: 'zod', isPure: true },
  findings: { may: `${ground} json signing verification faults`, isPure: true },
  config: {
    files: 'config.ts',
    may: `${ground} outside errors client signing faults`,
    packages: 'node:net zod',
  },
  database: {
    may: `${ground} outside files memory live config`,
    packages: 'better-sqlite3 node',
  },
  clock: { may: `${ground} outside database` },
  api: { may: `${ground} memory json body http database`, packages: '@hono/node-server hono zod' },
  inputs: { may: `${kept} http` },
  subscriptions: { may: `${answering} events client signing faults`, packages: 'zod' },
  delivery: {
    may: `${answering} body live client signing verification faults findings subscriptions`,
    packages: 'zod',
  },
  capture: {
    may: `${answering} json body events client signing verification inputs subscriptions delivery`,
    packages: 'zod node',
  },
  platform: {
    may: `${answering} json body events errors client inputs subscriptions delivery`,
    packages: '@hono/node-server hono zod node',
  },
  handlers: { may: `${answering} signing verification subscriptions capture`, packages: 'zod' },
  load: { may: `${answering} events signing subscriptions`, packages: 'zod' },
  session: { may: `${answering} body client inputs delivery capture`, packages: 'zod node' },
  reports: { may: ground, isPure: true },
  'check-reports': {
    files: 'check/reports/ check/score.ts',
    may: `${ground} facts reports`,
    isPure: true,
  },
  check: {
    may: `${answering} json events client signing verification faults findings subscriptions delivery check-reports`,
    packages: 'zod',
  },
  simulator: {
    may: `${answering} body events live errors signing faults subscriptions delivery capture platform`,
    packages: 'yaml zod node',
  },
  docs: { may: `${ground} outside memory http api events errors platform`, packages: 'hono zod' },
  control: {
    may: `${answering} body live signing verification inputs subscriptions delivery capture platform docs`,
    packages: 'zod node',
  },
  // The way to a sandbox, for the library, the commands and the tools.
  ask: { files: 'library/ask.ts library/follow.ts', may: 'notations outside schema wire', packages: 'zod' },
  mcp: {
    may: `${answering} findings ask`,
    packages: '@modelcontextprotocol/server @modelcontextprotocol/server/stdio',
  },
  // Routes, stores, app and the port: what puts the rooms together.
  composition: {
    files: 'app.ts furnish.ts listener.ts page.ts routes.ts sandbox.ts stores.ts',
    may: `${answering} facts events live signing inputs subscriptions delivery capture platform handlers load check session simulator docs control mcp`,
    packages: '@hono/node-server hono hono/streaming node',
  },
  library: {
    may: `${answering} facts events errors signing faults check session ask composition`,
    packages: 'zod node',
  },
  // The library for each test runner.
  runners: {
    files: 'library/runners/',
    may: `${ground} findings check-reports library`,
    packages: 'vitest @playwright/test node',
  },
  cli: {
    may: `${answering} facts files json body events live client faults findings delivery capture reports check-reports check session simulator control ask mcp composition library`,
    packages: 'commander ws zod node string-width @hono/node-server',
  },
  main: { files: 'main.ts', may: 'notations outside failures cli', packages: 'node' },
  'ui/kit': { files: 'ui/kit/ ui/styles/', may: 'notations wire words' },
  'ui/place': { may: 'notations wire words ui/kit' },
  'ui/live': { may: 'notations wire words ui/kit ui/place' },
  'ui/secrets': { may: page },
  'ui/commands': { may: `${page} ui/secrets` },
  'ui/json': { may: `${page} ui/secrets`, packages: `${preact} @codemirror @lezer` },
  'ui/form': { may: `${page} ui/secrets ui/json` },
  'ui/faults': { may: `${page} ui/secrets ui/commands ui/form` },
  'ui/message': { may: `${page} ui/secrets ui/commands ui/json` },
  'ui/verdict': { may: `${page} ui/secrets ui/commands ui/message` },
  'ui/stream': { may: parts },
  'ui/detail': { may: `${parts} ui/stream` },
  'ui/notify': { may: `${page} ui/verdict ui/stream` },
  'ui/errors': { may: slices },
  'ui/event': { may: slices },
  'ui/object': { may: `${slices} ui/notify` },
  'ui/subscription': { may: slices },
  'ui/check': { may: `${slices} ui/subscription` },
  'ui/call': { may: `${slices} ui/errors` },
  'ui/endpoint': { may: `${slices} ui/subscription` },
  'ui/filter': { may: `${slices} ui/errors` },
  'ui/first-minutes': { may: `${slices} ui/subscription` },
  'ui/simulator': { may: `${slices} ui/notify ui/subscription` },
  'ui/delivery': { may: `${slices} ui/subscription ui/simulator` },
  'ui/capture': { may: `${slices} ui/delivery` },
  'ui/acts': { may: `${slices} ui/errors ui/simulator ui/delivery ui/capture` },
  'ui/inspector': { may: `${slices} ui/event ui/call ui/filter ui/first-minutes ui/delivery ui/capture` },
  'ui/lanes': { may: `${slices} ui/filter ui/simulator ui/delivery ui/inspector` },
  'ui/shell': {
    may: `${slices} ui/notify ui/check ui/errors ui/subscription ui/simulator ui/delivery ui/acts ui/lanes`,
  },
  'ui/palette': {
    may: `${slices} ui/errors ui/object ui/filter ui/simulator ui/delivery ui/acts ui/lanes ui/shell`,
    packages: `${preact} @leeoniya/ufuzzy`,
  },
  'ui/settings': { may: `${slices} ui/notify ui/simulator ui/shell` },
  ui: {
    files: 'ui/',
    may: `${slices} ui/notify ui/check ui/errors ui/object ui/subscription ui/endpoint ui/simulator ui/inspector ui/lanes ui/shell ui/palette ui/settings`,
    packages: `${preact} node vite`,
  },
}

const places = Object.entries(house).flatMap(([name, { files = `${name}/` }]) =>
  files.split(' ').map((file) => ({ name, path: /^(?:server|ui)\//.test(file) ? file : `server/${file}` })),
)

/** The room of a file: that of the longest path in the table which leads to it. */
export function roomOf(path: string): string | undefined {
  const fitting = places.filter((one) =>
    one.path.endsWith('/') ? path.startsWith(one.path) : path === one.path,
  )
  return fitting.toSorted((a, b) => b.path.length - a.path.length)[0]?.name
}
