/**
 * The zoo in Python, Ruby, PHP and Go: receivers with one defect each, which the check must expose and name, and right ones,
 * which it must pass. A language or a library that is not installed is left out.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished } from 'vitest'
import type { LanguageName } from '../../server/handlers/languages.ts'
import { secret as codeSecret } from '../code/cases.ts'
import { writeReceivers } from '../code/receivers.ts'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { checkOf, exposedBy, isNamed, secret, startReceiver } from './check-of.ts'
import { type Defect, go, php, python, ruby } from './expected-others.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const works = (...[program = '', ...args]: string[]) => spawnSync(program, args).status === 0

/** The Python that has a library: the first in the path, or that of the system. */
const pythonWith = (library: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => works(program, '-c', `import ${library}`))
const served = (library: string): string[] | undefined => {
  const program = pythonWith(library)
  return program === undefined ? undefined : [program, file('python/serve.py')]
}

interface Family {
  /** Starts a receiver by name; undefined where the language or a library is not installed. */
  command: string[] | undefined
  defects: Record<string, Defect>
  rights: Record<string, string>
}

const family = (
  command: string[] | undefined,
  all: Record<string, Defect>,
  start: string,
  rights: string[],
): Family => ({
  command,
  defects: Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(start))),
  rights: Object.fromEntries(rights.map((name) => [name, 'standard-webhooks'])),
})

const goProgram = works('go', 'version') ? [join(tmpdir(), `zoo-${process.pid}`)] : undefined
const rubyWith = (library: string) =>
  works('ruby', '-e', `require "${library}"`) ? ['ruby', file('ruby/serve.rb')] : undefined

const families: Record<string, Family> = {
  'Python http.server': family(served('sys'), python, 'http-', ['http-right']),
  Flask: family(served('flask'), python, 'flask-', ['flask-right']),
  FastAPI: family(served('fastapi, uvicorn'), python, 'fastapi-', [
    'fastapi-right',
    'fastapi-right-in-background',
  ]),
  Django: family(served('django, uvicorn'), python, 'django-', ['django-right']),
  'stripe in Python': { command: served('stripe'), defects: {}, rights: { 'library-stripe': 'stripe' } },
  WEBrick: family(rubyWith('webrick'), ruby, 'webrick-', ['webrick-right']),
  Sinatra: family(rubyWith('sinatra/base'), ruby, 'sinatra-', ['sinatra-right']),
  PHP: family(works('php', '--version') ? ['php', file('php/serve.php')] : undefined, php, '', ['right']),
  Go: family(goProgram, go, '', ['right']),
}

/** Judges each receiver of a family; two are checked at a time. */
async function judged({ command = [], defects, rights }: Family): Promise<string[]> {
  const sandbox = await startSandbox()
  const wrong: string[] = []
  const left = [
    ...Object.keys(defects).map((name) => ({ name, scheme: 'standard-webhooks', defect: defects[name] })),
    ...Object.entries(rights).map(([name, scheme]) => ({ name, scheme, defect: undefined })),
  ]
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const { name, scheme, defect } = one
      const port = await startReceiver([...command, name], { WEBHOOK_SECRET: secret })
      const base = `http://127.0.0.1:${port}`
      const check = await checkOf(sandbox, {
        url: `${base}/webhooks`,
        secret,
        scheme,
        effects: { url: `${base}/effects` },
      })
      const exposed = exposedBy(check)
      if (!defect) wrong.push(...exposed.map((id) => `${name}: false alarm of ${id}`))
      else {
        wrong.push(
          ...defect.exposed.filter((id) => !exposed.includes(id)).map((id) => `${name}: ${id} passed`),
        )
        if (defect.named !== undefined && !isNamed(check, defect.named))
          wrong.push(`${name}: ${JSON.stringify(defect.named)} is not named, but ${check.diagnosis?.code}`)
      }
    }
  }
  await Promise.all([work(), work()])
  return wrong
}

describe('a receiver', () => {
  for (const [name, one] of Object.entries(families))
    test.skipIf(one.command === undefined)(
      `of ${name} with a defect is exposed and named, a right one passes`,
      async () => {
        if (one.command === goProgram && goProgram) {
          const [program = ''] = goProgram
          onTestFinished(() => rmSync(program, { force: true }))
          const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: file('go'), encoding: 'utf8' })
          expect(built.stderr).toBe('')
        }
        expect(await judged(one)).toEqual([])
      },
    )
})

/** How a receiver that `webhook-sandbox code` prints is run; it listens at PORT. */
const printed: Partial<Record<LanguageName, (file: string, port: number) => string[] | undefined>> = {
  'python-flask': (path) => pythonRun('flask', path),
  'python-fastapi': (path) => pythonRun('fastapi, uvicorn', path),
  'python-django': (path) => pythonRun('django', path),
  ruby: (path, port) =>
    works('puma', '--version') ? ['puma', '--quiet', '--bind', `tcp://127.0.0.1:${port}`, path] : undefined,
  php: (path, port) => (works('php', '--version') ? ['php', '-S', `127.0.0.1:${port}`, path] : undefined),
  go: (path) => (works('go', 'version') ? [builtOf(path)] : undefined),
}

function pythonRun(library: string, path: string): string[] | undefined {
  const program = pythonWith(library)
  return program === undefined ? undefined : [program, path]
}

function builtOf(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'zoo-go-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const built = spawnSync('go', ['build', '-o', join(folder, 'receiver'), path], {
    cwd: dirname(path),
    encoding: 'utf8',
  })
  expect(built.stderr).toBe('')
  return join(folder, 'receiver')
}

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a program that listens at a port, and waits until it does. */
async function startAt(port: number, [program = '', ...args]: string[], env: Record<string, string>) {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env, PORT: String(port) } })
  onTestFinished(() => void child.kill('SIGKILL'))
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isThere) return
    expect(child.exitCode, `${program} ended`).toBeNull()
    await wait(50)
  }
}

/**
 * What a printed receiver does not do: it leaves the parsing of the event to its user, and Django reads no body in chunks over
 * WSGI, which it answers with 411.
 */
const leftOut: Partial<Record<LanguageName, string[]>> = { 'python-django': ['accepts-chunked'] }
const unparsed = ['rejects-malformed-json', 'rejects-empty-body']

describe.each(Object.keys(printed) as LanguageName[])('the printed receiver in %s', (language) => {
  test('passes, apart from what it leaves to its user', async () => {
    const sandbox = await startSandbox()
    for (const { scheme, file: path, env } of writeReceivers(language).receivers) {
      if (!['standard-webhooks', 'stripe', 'github'].includes(scheme)) continue
      const port = await freePort()
      const command = printed[language]?.(path, port)
      if (command === undefined) continue
      await startAt(port, command, env)
      const check = await checkOf(sandbox, {
        url: `http://127.0.0.1:${port}/webhooks`,
        secret: codeSecret,
        scheme,
      })
      const known = [...unparsed, ...(leftOut[language] ?? [])]
      expect(
        exposedBy(check).filter((id) => !known.includes(id)),
        scheme,
      ).toEqual([])
    }
  })
})
