import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { frameworkOf } from '../../server/check/framework.ts'
import type { Check } from '../../server/wire.ts'
import { type Framework, frameworks } from '../../server/words/check-fixes.ts'
import { test as long, quick } from '../helpers/long.ts'
import { startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { answer, bare, json, plain, recognised } from './framework-answers.ts'

describe('from recorded answers', () => {
  test.each(recognised.map(([framework, one]) => [one.of, framework, one] as const))(
    '%s is %s',
    (_of, framework, one) => {
      expect(frameworkOf([one])).toBe(framework)
      expect(frameworkOf([], [one])).toBe(framework)
    },
  )

  test('each framework has a recorded answer', () => {
    const recorded = new Set(recognised.map(([framework]) => framework))
    expect(frameworks.filter((framework) => !recorded.has(framework))).toEqual([])
  })

  test.each(bare.map((one) => [one.of, one] as const))('%s is no framework', (_of, one) => {
    expect(frameworkOf([one])).toBeNull()
  })

  test('answers of two frameworks contradict each other', () => {
    const of = (wanted: Framework) =>
      recognised.flatMap(([framework, one]) => (framework === wanted ? one : []))
    const both = [of('Express'), of('Flask')].flatMap(([first]) => first ?? [])
    expect(both).toHaveLength(2)
    expect(frameworkOf(both)).toBeNull()
  })

  test('a framework is not mistaken for the one below it', () => {
    const nest = '{"message":"Cannot GET /x","error":"Not Found","statusCode":404}'
    const powered = (by: string) => answer(by, 401, json, 'no', [['X-Powered-By', by]])
    expect(frameworkOf([powered('Express')], [answer('NestJS', 404, json, nest)])).toBe('NestJS')
    expect(frameworkOf([powered('Express'), powered('Next.js')])).toBe('Next.js')
    const laravel = '{"message":"The route x could not be found."}'
    expect(frameworkOf([powered('PHP/8.2.36')], [answer('Laravel', 404, json, laravel)])).toBe('Laravel')
  })

  test('the page of a proxy says nothing about the receiver behind it', () => {
    const page = (server: string) =>
      answer('Go', 404, plain, '404 page not found\n', [
        ['X-Content-Type-Options', 'nosniff'],
        ['Server', server],
      ])
    const own = answer('a receiver', 200, plain, 'ok', [['server', 'gunicorn']])
    expect(frameworkOf([own], [page('')])).toBeNull()
    expect(frameworkOf([own], [page('proxy')])).toBeNull()
    expect(frameworkOf([own], [page('gunicorn')])).toBe('Go net/http')
  })
})

/** Starts a server for the time of a test. */
const listening = (server: Server) =>
  new Promise<number>((resolve) => {
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** A command that serves at a port which it prints. */
async function served(command: string, args: string[]): Promise<number> {
  const { process, stdout, stderr, ended } = startProcess(command, args)
  return new Promise((resolve, reject) => {
    const look = () => {
      const [, port] =
        /PORT (\d+)|127\.0\.0\.1:(\d+)\) started/.exec(stdout() + stderr())?.filter(Boolean) ?? []
      if (port !== undefined) resolve(Number(port))
    }
    process.stdout.on('data', look)
    process.stderr.on('data', look)
    process.on('error', reject)
    void ended.then((code) => reject(new Error(`${command} ended with ${code}: ${stderr()}`)))
  })
}

/** A package that only receivers of tests need. */
const here = (name: string) =>
  fileURLToPath(new URL(`../code/frameworks/node_modules/${name}`, import.meta.url))
const installed = (name: string) => existsSync(here(name))

/** Receivers with one route, `POST /hook`. */
const servers: Record<string, { is: Framework | null; start(): Promise<number> }> = {
  'Node without a framework': {
    is: null,
    start: () =>
      listening(
        createServer((request, response) => {
          response.statusCode = request.url === '/hook' ? 401 : 404
          response.setHeader('Content-Type', 'text/plain; charset=utf-8')
          response.end(request.url === '/hook' ? 'Unauthorized' : 'Not Found')
        }),
      ),
  },
  Hono: {
    is: 'Hono',
    start: () =>
      new Promise((resolve) => {
        const app = new Hono().post('/hook', (c) => c.text('no', 401))
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
          resolve(port),
        )
        onTestFinished(() => void server.close())
      }),
  },
  Express: {
    is: 'Express',
    async start() {
      const { default: express } = await import(pathToFileURL(here('express/index.js')).href)
      const app = express()
      app.disable('x-powered-by')
      app.post('/hook', (_request: unknown, response: { sendStatus(status: number): void }) =>
        response.sendStatus(401),
      )
      return listening(createServer(app))
    },
  },
  Fastify: {
    is: 'Fastify',
    async start() {
      const { default: fastify } = await import(pathToFileURL(here('fastify/fastify.js')).href)
      const app = fastify()
      app.post('/hook', async () => 'ok')
      await app.listen({ port: 0, host: '127.0.0.1' })
      onTestFinished(() => app.close())
      return (app.server.address() as AddressInfo).port
    },
  },
}
const commands: Record<string, { is: Framework | null; command: string; args: string[] }> = {
  'Python http.server': {
    is: null,
    command: 'python3',
    args: [
      '-c',
      'import http.server as h\ns=h.HTTPServer(("127.0.0.1",0),h.SimpleHTTPRequestHandler)\nprint("PORT",s.server_port,flush=True)\ns.serve_forever()',
    ],
  },
  Flask: {
    is: 'Flask',
    command: 'python3',
    args: [
      '-c',
      'from flask import Flask\nfrom werkzeug.serving import make_server\na=Flask("a")\na.post("/hook")(lambda: ("no",401))\ns=make_server("127.0.0.1",0,a)\nprint("PORT",s.server_port,flush=True)\ns.serve_forever()',
    ],
  },
  PHP: { is: 'PHP', command: 'php', args: ['-S', '127.0.0.1:0', '-t', import.meta.dirname] },
}

/** Asks as the check does: the route with what it refuses, and a path below it. */
async function recognisedAt(port: number) {
  const asked = async (path: string, method: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return { status: response.status, headers: [...response.headers], body: await response.text() }
  }
  return frameworkOf([await asked('/hook', 'POST')], [await asked('/hook/k3f9a', 'GET')])
}

describe('from a running server', () => {
  const judge = async (name: string) => {
    const { is, start } = servers[name] ?? expect.fail()
    expect(await recognisedAt(await start())).toBe(is)
  }
  quick.each(['Node without a framework', 'Hono'])('%s', judge)
  long.each(['Express', 'Fastify'].filter((name) => installed(name.toLowerCase())))('%s', judge)
  long.each(Object.entries(commands))('%s', async (_name, { is, command, args }) => {
    expect(await recognisedAt(await served(command, args))).toBe(is)
  })
})

test('a check asks at a path below the receiver, and shows the framework', async () => {
  const notFound = '{"message":"Route GET:/x not found","error":"Not Found","statusCode":404}'
  const { url, requests } = await startReceiver([
    200,
    (response) => response.writeHead(404, { 'content-type': json }).end(notFound),
    200,
  ])
  const sandbox = await startSandbox()
  const { body } = await sandbox.request<{ check: Check }>('POST', '/sandbox/checks', {
    url: `${url}/`,
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
    only: ['accepts-valid'],
  })
  let { check } = body
  while (check.state === 'running')
    check = (await sandbox.get<{ check: Check }>(`/sandbox/checks/${check.id}`)).check
  expect(check.framework).toBe('Fastify')
  expect(requests[1]).toMatchObject({ method: 'GET', url: expect.stringMatching(/^\/hook\/\w+$/) })
})
