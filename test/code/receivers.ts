import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { generate, heldByReceiver } from '../../server/handlers/generate.ts'
import type { LanguageName } from '../../server/handlers/languages.ts'
import { type Case, casesOf, secret, url } from './cases.ts'
import { receiverRecipes } from './schemes.ts'

/** A receiver of a scheme as a file, and the environment that it reads. */
export interface Receiver {
  scheme: string
  file: string
  /** What brings its packages. */
  install: string | null
  env: Record<string, string>
}

/** Writes a receiver for each scheme into a folder of its own below one that is removed when the test ends. */
export function writeReceivers(language: LanguageName): { folder: string; receivers: Receiver[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const receivers = Object.entries(receiverRecipes).map(([scheme, recipe]) => {
    const code = generate(language, { recipe, secret, url }, { library: false })
    if (typeof code === 'string') throw new Error(code)
    const file = join(folder, scheme, code.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code.text)
    const { install } = code
    return {
      scheme,
      file,
      install,
      env: { WEBHOOK_SECRET: heldByReceiver(recipe, secret), WEBHOOK_URL: url },
    }
  })
  return { folder, receivers }
}

/** The schemes that each language with libraries has a library for. */
export const stubbedSchemes = ['standard-webhooks', 'svix', 'stripe'] as const

/** The file, in the folder of the receivers, in which the stubs of the libraries record their calls. */
const callsFile = 'calls.jsonl'

/** Writes a receiver with the official library for each scheme, and the stubs that take the place of the libraries. */
export function writeLibraryReceivers(
  language: LanguageName,
  stubs: Readonly<Record<string, string>>,
): { folder: string; receivers: Receiver[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  for (const [name, text] of Object.entries(stubs)) write(name, text)
  const receivers = stubbedSchemes.map((scheme) => {
    const recipe = receiverRecipes[scheme]
    const code = recipe ? generate(language, { recipe, secret, url }) : ''
    if (typeof code === 'string' || code.library === null) throw new Error(`no library for ${scheme}`)
    expect(code.install?.split(' ')).toContain(code.library)
    const { install } = code
    const env = { WEBHOOK_SECRET: secret, CALLS: join(folder, callsFile) }
    return { scheme, file: write(join(scheme, code.file), code.text), install, env }
  })
  return { folder, receivers }
}

/** Sends what a stub accepts and what it refuses. Compares the answers, and what the stub recorded of its calls. */
export async function judgeLibraryCalls(urls: ReadonlyMap<string, string>, folder: string) {
  const wanted: unknown[] = []
  for (const scheme of stubbedSchemes) {
    const right = casesOf(scheme, Math.floor(Date.now() / 1000)).find(({ status }) => status === 200)
    const to = urls.get(scheme)
    if (!right || !to) throw new Error(`no receiver for ${scheme}`)
    const prefix = { 'standard-webhooks': 'webhook-', svix: 'svix-', stripe: undefined }[scheme]
    const names = prefix
      ? ['id', 'timestamp', 'signature'].map((name) => prefix + name)
      : ['stripe-signature']
    const sent = new Map(right.headers.map(([name, value]) => [name.toLowerCase(), value]))
    for (const [body, status] of [
      ['{"ok":"é"}', 200],
      ['refuse', 401],
    ] as const) {
      const { status: answered, text } = await ask(to, { ...right, body: Buffer.from(body) })
      expect([scheme, answered]).toEqual([scheme, status])
      if (status === 401) expect(text).toContain('the stub says no')
      wanted.push({ scheme, secret, body, headers: names.map((name) => sent.get(name)) })
    }
    const unsigned = right.headers.filter(([name]) => name.toLowerCase() !== names.at(-1))
    expect((await ask(to, { ...right, headers: unsigned })).status, scheme).toBe(400)
  }
  const calls = readFileSync(join(folder, callsFile), 'utf8').trimEnd().split('\n')
  expect(calls.map((line) => JSON.parse(line))).toEqual(wanted)
}

/**
 * Starts a harness, which loads the receivers and prints a line of JSON `{ "scheme", "url" }` for each that listens.
 * Ended with the test.
 */
export async function startHarness(
  [command = '', ...args]: string[],
  receivers: readonly Receiver[],
  cwd?: string,
): Promise<Map<string, string>> {
  const child = spawn(command, [...args, JSON.stringify(receivers)], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' },
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const urls = new Map<string, string>()
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{"scheme"')) continue
    const ready: { scheme: string; url: string } = JSON.parse(line)
    urls.set(ready.scheme, ready.url)
    if (urls.size === receivers.length) break
  }
  expect(urls.size, said).toBe(receivers.length)
  child.stdout.resume()
  return urls
}

/** Sends exactly these headers, in this case, repeated ones too. */
function ask(to: string, { headers, query, body }: Case): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${to}${query}`, { method: 'POST', agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: text.trimEnd() }))
    })
    asked.on('error', reject)
    for (const [name, value] of headers) asked.appendHeader(name, Buffer.from(value).toString('latin1'))
    asked.setHeader('Content-Length', body.length)
    asked.end(body)
  })
}

/** Asks each receiver all that it must take and refuse. */
export async function judgeReceivers(
  urls: ReadonlyMap<string, string>,
  count = Object.keys(receiverRecipes).length,
) {
  const answered: string[] = []
  const wanted: string[] = []
  for (const [scheme, to] of urls) {
    // Anew for each: on a busy machine asking all of them takes longer than the strictest lets pass.
    const now = Math.floor(Date.now() / 1000)
    for (const one of casesOf(scheme, now)) {
      const { status, text } = await ask(to, one)
      answered.push(
        `${scheme}: ${one.name}: ${status}${status === one.status ? '' : ` ${text.slice(0, 300)}`}`,
      )
      wanted.push(`${scheme}: ${one.name}: ${one.status}`)
      if (status >= 400) expect(text, `${scheme}: ${one.name}`).toMatch(/^(The|No|User|It|WEBHOOK)\b.*\.$/)
    }
  }
  expect(answered).toEqual(wanted)
  expect(urls.size).toBe(count)
}
