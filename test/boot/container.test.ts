/** Does what the Dockerfile and the compose file do, without a container engine. */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { settings } from '../../server/cli/settings.ts'
import { ownFolder } from '../helpers/folder.ts'
import { quick, test } from '../helpers/long.ts'
import { rawExchange } from '../helpers/raw.ts'
import { downloadNode } from '../setup/node-download.mjs'

const text = readFileSync('Dockerfile', 'utf8')
const dockerfile = DockerfileParser.parse(text)
const argumentsOf = (keyword: string) =>
  dockerfile
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getRawArgumentsContent() ?? '')
const healthCheck = z
  .array(z.string())
  .parse(JSON.parse(argumentsOf('HEALTHCHECK')[0]?.split('CMD ')[1] ?? ''))
const nodeVersion = /^node:([\d.]+)-slim$/.exec(dockerfile.getFROMs().at(-1)?.getImage() ?? '')?.[1] ?? ''

const service = z.object({ environment: z.record(z.string(), z.string()), image: z.string().optional() })
const compose = z
  .object({
    services: z.object({ sandbox: service, receiver: service }),
    configs: z.object({ receiver: z.object({ content: z.string() }) }),
  })
  .parse(parse(readFileSync('examples/compose.yaml', 'utf8')))
const { sandbox, receiver } = compose.services

quick('the Dockerfile is valid, pins its base, and runs as an unprivileged user', () => {
  expect(validate(text)).toEqual([])
  for (const from of dockerfile.getFROMs()) expect(from.getImage()).toMatch(/^node:\d+\.\d+\.\d+-slim$/)
  expect(argumentsOf('USER')).toEqual(['node'])
  expect(argumentsOf('VOLUME')).toEqual(['/data'])
  expect(argumentsOf('EXPOSE')).toEqual(['4400'])
  expect(healthCheck[0]).toBe('node')
  expect(argumentsOf('ADD')).toEqual([])
  expect(argumentsOf('RUN').join()).toMatch(/better-sqlite3@13\.\d+\.\d+/)
})

quick('the build gets every file that the package contains', () => {
  const { files } = z
    .object({ files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const lines = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  expect(lines[0]).toBe('*')
  const letIn = lines.slice(1).map((line) => line.replace(/^!/, ''))
  const needed = [
    ...files.filter((file) => !/dist/.test(file)).map((file) => file.split('/')[0]),
    'package.json',
    'server',
    'ui',
  ]
  expect(letIn).toEqual(expect.arrayContaining(needed))
  for (const name of letIn) expect(readdirSync('.')).toContain(name)
})

quick('the compose file sets settings that exist, and uses the base of the Dockerfile', () => {
  const variables = settings.map(({ variable }) => variable)
  for (const name of Object.keys(sandbox.environment)) expect(variables).toContain(name)
  for (const name of argumentsOf('ENV')
    .join(' ')
    .match(/\bSANDBOX_\w+/g) ?? [])
    expect(variables).toContain(name)
  expect(receiver.image).toBe(dockerfile.getFROMs().at(-1)?.getImage())
})

/** An unprivileged user: `nobody` if this process may change the user, else the current one. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** An empty folder of that user. */
function folderOfUser(): string {
  const folder = ownFolder()
  chmodSync(folder, 0o755)
  if (user.uid) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Runs a command as that user, with nothing of this environment but what is given. */
function runAs(command: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env: { ...env, HOME: cwd }, ...user })
  let output = ''
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      for (const look of looks) look()
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    ended,
    output: () => output,
    stop: () => child.kill('SIGTERM'),
    until: (said: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(said) && resolve()
        looks.add(look)
        look()
        void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)))
      }),
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Packs the built package into a folder. Returns the name of the tarball. */
async function packInto(folder: string): Promise<string> {
  const packed = spawn('npm', ['pack', '--ignore-scripts', '--pack-destination', folder])
  expect(await new Promise((resolve) => packed.on('close', resolve))).toBe(0)
  return readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
}

/** Starts the installed package as the image does, and does with it what compose does. */
async function tryImage(app: string, bin: string) {
  const [port, receiverPort, data] = [await freePort(), await freePort(), folderOfUser()]
  const path = { PATH: [join(app, 'node_modules/.bin'), bin, '/usr/bin', '/bin'].join(delimiter) }
  const env = { ...path, SANDBOX_HOST: '0.0.0.0', ...sandbox.environment, SANDBOX_PORT: String(port) }
  const running = runAs(['webhook-sandbox'], data, env)
  await running.until('Stop the sandbox')
  expect(running.output()).toContain('http://sandbox:4400/api/v0.1')
  expect(readdirSync(data)).toContain('.sandbox')

  for (const [host, status] of [
    ['sandbox:4400', 200],
    ['elsewhere:4400', 421],
  ] as const) {
    const answer = await rawExchange(
      port,
      `GET /sandbox/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
  expect(await runAs(healthCheck, data, env).ended).toBe(0)

  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(data, 'receiver.mjs'), compose.configs.receiver.content)
  const receiving = runAs(['node', 'receiver.mjs'], data, {
    ...path,
    ...receiver.environment,
    PORT: String(receiverPort),
    RECEIVER_URL: `http://127.0.0.1:${receiverPort}/webhook`,
    SANDBOX_URL: url,
  })
  await receiving.until('subscribed 201')
  // The first request ends within its body. The receiver survives, and accepts the retry.
  const body = JSON.stringify({ event: 'card.created', fault: 'truncate(50%)' })
  await fetch(`${url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await receiving.until('200 {')

  running.stop()
  expect(await running.ended).toBe(0)
  expect(await runAs(healthCheck, data, env).ended).toBe(1)
}

test('the package runs as an unprivileged user by environment alone, with this Node', async () => {
  const app = folderOfUser()
  const tarball = await packInto(app)
  const home = join(app, 'node_modules/webhook-sandbox')
  mkdirSync(join(app, 'node_modules/.bin'), { recursive: true })
  mkdirSync(home)
  execFileSync('tar', ['xzf', join(app, tarball), '-C', home, '--strip-components=1', '--no-same-owner'])
  symlinkSync('../webhook-sandbox/dist/server/main.js', join(app, 'node_modules/.bin/webhook-sandbox'))
  chmodSync(join(home, 'dist/server/main.js'), 0o755)
  for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path'])
    cpSync(join('node_modules', name), join(app, 'node_modules', name), {
      recursive: true,
      dereference: true,
    })
  await tryImage(app, dirname(process.execPath))
})

test('the package installs and runs with the versions of the Dockerfile', async () => {
  const { folder, env } = await downloadNode(folderOfUser(), nodeVersion)
  const app = folderOfUser()
  const tarball = await packInto(app)
  const install = argumentsOf('RUN').find((one) => one.startsWith('npm install')) ?? ''
  const command = install.replace('./webhook-sandbox-*.tgz', `./${tarball}`).split(' ')
  const bin = join(folder, 'bin')
  // With the environment of this process: its proxy and its certificates lead to the registry.
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  const installing = runAs(command, app, { ...env, PATH, npm_config_cache: join(app, '.npm') })
  expect(await installing.ended, installing.output()).toBe(0)
  await tryImage(app, bin)
})
