/** docs/capabilities.md, held against the API, the command line, the library and the page. */
import type { Command } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { createAsk } from '../../server/library/ask.ts'
import { createClient } from '../../server/library/client.ts'
import type { SandboxClient } from '../../server/library/types.ts'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { capabilities, formOf, offered, type Surface } from './capabilities.ts'
import { sourceFiles } from './sources.ts'

const all = (surface: Surface) => capabilities.flatMap((row) => offered(row, surface))
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

interface Document {
  paths: Record<string, Record<string, unknown>>
}

test('each route is in exactly one row', async () => {
  const sandbox = await startSandbox()
  const { paths } = await sandbox.get<Document>('/sandbox/openapi/sandbox.json')
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(all('http').toSorted()).toEqual(routes.toSorted())
})

/** Commands that are no capability of a sandbox: they start one. */
const starting = ['serve', 'run', 'mcp']

function leavesOf(command: Command, before = ''): string[] {
  const name = `${before}${command.name()}`
  return command.commands.length === 0 ? [name] : command.commands.flatMap((one) => leavesOf(one, `${name} `))
}

test('the rows name exactly the commands of the program', () => {
  const program = createProgram({
    terminal: { out() {}, log() {} },
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  })
  const commands = program.commands.filter((one) => one.name() !== 'help').flatMap((one) => leavesOf(one))
  expect(sorted([...all('command'), ...starting])).toEqual(sorted(commands))
})

describe('the library', () => {
  /** A client, and the requests of its verbs. */
  async function world() {
    const sandbox = await startSandbox()
    const asked: string[] = []
    const ask = createAsk({
      base: sandbox.url,
      fetch(request) {
        asked.push(`${request.method} ${new URL(request.url).pathname}`)
        return sandbox.fetch(request)
      },
    })
    const { closeReceivers, ...client } = createClient(ask, realOutside(), { since: 0 })
    onTestFinished(closeReceivers)
    return { client, asked }
  }

  const accept = () => new Response()

  /** A use of each method. */
  const uses: Record<string, (client: SandboxClient) => Promise<unknown>> = {
    receiver: (client) => client.receiver(accept),
    'Receiver.deliveries': async (client) => {
      const receiver = await client.receiver(accept)
      await client.trigger('card.created')
      await receiver.deliveries()
    },
    'Receiver.close': async (client) => (await client.receiver(accept)).close(),
    endpoint: (client) => client.endpoint(),
    'Endpoint.captures': async (client) => {
      const endpoint = await client.endpoint()
      await fetch(endpoint.url, { method: 'POST' })
      await endpoint.captures()
    },
    trigger: (client) => client.trigger('card.created'),
    call: (client) => client.call('GET', '/customers'),
    wait: (client) => client.wait('event', { none: true, timeout: 0 }),
    'clock.now': (client) => client.clock.now(),
    'clock.manual': (client) => client.clock.manual(),
    'clock.advance': (client) => client.clock.advance('1s'),
    'clock.set': (client) => client.clock.set('2030-01-01'),
    'clock.real': (client) => client.clock.real(),
    arm: (client) => client.arm('card_dne'),
    'faults.add': (client) => client.faults.add('drop'),
    'faults.clear': async (client) => {
      await client.faults.add('drop')
      await client.faults.clear()
    },
    scenario: async (client) => {
      await client.scenario('onboarding-passes')
      await client.scenario('title: Short\nsteps:\n  - event: card.created\n')
    },
    check: (client) => client.check(accept, { only: ['accepts-valid'] }),
    verify: (client) => client.verify({ headers: {}, body: '' }),
    reset: (client) => client.reset(),
    export: (client) => client.export(),
  }

  test('the rows name exactly the methods of the client', async () => {
    const { client } = await world()
    const methods = Object.entries(client).flatMap(([name, value]) =>
      typeof value === 'object'
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : typeof value === 'function'
          ? [name]
          : [],
    )
    const ofResults = Object.keys(uses).filter((name) => /^[A-Z]/.test(name))
    expect(sorted(all('library'))).toEqual(sorted([...methods, ...ofResults]))
  })

  const rowsOf = (method: string) => capabilities.filter((row) => offered(row, 'library').includes(method))
  test.each(Object.entries(uses))('%s sends a request of each of its rows', async (method, use) => {
    const { client, asked } = await world()
    await use(client)
    for (const row of rowsOf(method))
      expect(
        offered(row, 'http').some((route) => asked.some((one) => formOf(route).test(one))),
        `${method}: ${row.does}, but it asked ${asked.join(', ')}`,
      ).toBe(true)
  })
})

describe('the page', () => {
  const text = sourceFiles('ui')
    .map((file) => file.text)
    .join('\n')
  /** The path of a route in the sources. Any part may be put in by name, or its end be added to another path. */
  function pathIn(route: string) {
    const parts = (route.split(' ')[1] ?? '').split('/').filter((part) => part !== '')
    const literal = (part: string) => part.replaceAll('.', '\\.')
    const whole = parts.map(
      (part) => `/(?:${part.startsWith('{') ? '' : `${literal(part)}|`}\\$\\{[^}]*\\}+)`,
    )
    return new RegExp(`/sandbox${whole.join('')}(?![\\w/])|['\`]/${literal(parts.at(-1) ?? '')}[?'\`]`)
  }

  test.each(capabilities.filter((row) => offered(row, 'page').length > 0))(
    'the page sends the requests of: $does',
    (row) => {
      const missing = offered(row, 'http').filter((route) => !pathIn(route).test(text))
      expect(missing.length < offered(row, 'http').length, missing.join(', ')).toBe(true)
    },
  )

  test('the rows name exactly the views of the page', () => {
    const views = [
      'Stream',
      'Detail',
      'Simulate',
      'Objects',
      'Scenarios',
      'Traffic',
      'Clock',
      'Subscriptions',
      'Endpoints',
      'Check',
      'Errors',
      'Settings',
    ]
    expect(sorted(all('page'))).toEqual(views.toSorted())
  })
})
