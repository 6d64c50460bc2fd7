/**
 * What each command that talks to a sandbox prints with `--json`, compared with what the sandbox answered to the command.
 * Over 300 lines: a table of all commands.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { realOutside } from '../../server/outside.ts'
import type { DeliveryRow, Run, Subscription } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { capabilities, formOf, offered } from '../vocabulary/capabilities.ts'
import { runHere } from './here.ts'

interface Answered {
  /** `GET /sandbox/health` */
  asked: string
  status: number
  body: unknown
}

/** Keeps what the sandbox answers to commands of this process. */
function keepAnswers() {
  const answers: Answered[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await real(input, init)
    const text = await response.clone().text()
    const { method, url } = input instanceof Request ? input : new Request(input)
    const asked = `${method} ${new URL(url).pathname}`
    answers.push({ asked, status: response.status, body: text.startsWith('{') ? jsonOf(text) : text })
    return response
  })
  onTestFinished(() => spy.mockRestore())
  return answers
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The name of the command in its words: `scenario run` of `scenario run short --paused`. */
const nameOf = (words: string): string => {
  const all = capabilities.flatMap((row) => offered(row, 'command'))
  const parts = words.split(' ')
  return [parts.slice(0, 2).join(' '), parts[0] ?? ''].find((one) => all.includes(one)) ?? ''
}

const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>]
}

/** The objects that a sandbox answered, each alone: `delivery` of an answer, and the rows of its lists. */
const objectsOf = (answers: readonly Answered[]) =>
  answers.flatMap(({ body }) => objectsIn(body).flatMap((answer) => Object.values(answer).flatMap(objectsIn)))

/**
 * - answer: one document, which the sandbox answered
 * - rows: objects that the sandbox answered, one a line
 * - several: one document with a list of objects that the sandbox answered
 * - now: one document with records as the sandbox holds them now
 * - own: one document without an object of the API, with these members
 * - whole: the text of one document; lines: a document a line
 */
type Printed = 'answer' | 'rows' | 'several' | 'now' | 'whole' | 'lines' | { own: string[] }

/** Each command in an order that gives the next ones what they need. The exit code is 0 unless given. */
const commands: [words: string, printed: Printed, code?: number][] = [
  ['calls', 'rows'],
  ['objects', 'rows'],
  ['objects last', 'answer'],
  ['endpoint set fails --reply 503', 'answer'],
  ['endpoint set silent --reply hang', 'answer'],
  ['endpoint set own', 'answer'],
  ['endpoint show fails', 'answer'],
  ['endpoint list', 'rows'],
  ['clock', 'answer'],
  ['clock manual', 'answer'],
  ['subscribe ORIGIN/in/own', 'answer'],
  ['trigger card.created --subscription last', 'answer'],
  ['trigger card.created --subscription last --wait', 'now'],
  [
    'trigger card.created --with-history --count 60 --subscription last',
    { own: ['counts', 'events', 'deliveries'] },
  ],
  ['deliveries', 'rows'],
  ['deliveries last', 'answer'],
  ['wait delivery --state succeeded', 'answer'],
  ['wait event --event nothing --timeout 0', 'answer', 1],
  ['resend last', 'answer'],
  ['resend DELIVERY1 DELIVERY2', 'several'],
  ['resend last --wait', 'now'],
  ['resend --event card.created', 'answer'],
  ['captures', 'rows'],
  ['capture show last', 'answer'],
  ['capture body last', { own: ['body_base64'] }],
  ['capture body last --decoded', 'answer'],
  ['capture curl last', { own: ['command'] }],
  ['capture replay last --to ORIGIN/in/demo', 'answer'],
  ['capture replay last --to ORIGIN/in/fails', 'answer', 1],
  ['capture diff last last', 'answer'],
  ['capture har last', 'whole'],
  ['capture export', 'lines'],
  ['capture import CAPTURES', 'answer'],
  ['capture pin last', 'answer'],
  ['capture unpin last', 'answer'],
  ['capture note last hello', 'answer'],
  ['capture pin --q endpoint:own', 'answer'],
  ['capture delete last', 'answer'],
  ['subscribe ORIGIN/in/fails --retry-delays 1h,1h,1h,1h', 'answer'],
  ['trigger card.created --subscription last --wait', 'now', 1],
  ['trigger card.created --subscription last --wait', 'now', 1],
  ['attempt-now last', 'answer'],
  ['attempt-now --state retrying', 'answer'],
  ['cancel DELIVERY1 DELIVERY2', 'several'],
  ['cancel --state retrying,pending', 'answer'],
  ['subscribe ORIGIN/in/silent --retry-delays 1h', 'answer'],
  ['trigger card.created --subscription last', 'answer'],
  ['wait delivery --state sending --subscription last', 'answer'],
  ['release last', 'answer'],
  ['cancel last', 'answer'],
  ['trigger card.created --subscription last', 'answer'],
  ['wait delivery --state sending --subscription last', 'answer'],
  ['abort last', 'answer'],
  ['subscriptions', 'rows'],
  ['subscription show last', 'answer'],
  ['subscription set last --description ours', 'answer'],
  ['load k6 --subscription last --out LOADS', 'answer'],
  ['rotate last', 'answer'],
  ['unsubscribe SUBSCRIPTION1 SUBSCRIPTION2', 'several'],
  ['unsubscribe last', 'answer'],
  ['subscribe ORIGIN/in/echo --handshake slack', 'answer'],
  ['subscription handshake last', 'answer'],
  ['unsubscribe last', 'answer'],
  ['fault-rule add drop', 'answer'],
  ['fault-rule add unsigned', 'answer'],
  ['fault-rule list', 'rows'],
  ['fault-rule remove last', 'answer'],
  ['fault-rule remove --all', 'several'],
  ['arm 503 --path /none', 'answer'],
  ['arm 504 --path /none', 'answer'],
  ['disarm', 'rows'],
  ['disarm last', 'answer'],
  ['disarm --all', 'several'],
  ['errors', 'rows'],
  ['errors card_dne', 'rows'],
  ['code', 'rows'],
  ['code node-express', 'answer'],
  ['config', 'rows'],
  ['config delivery.timeout', 'rows'],
  ['scenario list', 'rows'],
  ['scenario show short', 'answer'],
  ['scenario run short', 'now'],
  ['scenario run fails', 'now', 1],
  ['scenario run short short', 'now'],
  ['scenario run short --paused --no-wait', 'answer'],
  ['scenario step last', 'answer'],
  ['scenario pause last', 'answer'],
  ['scenario resume last', 'answer'],
  ['scenario run short --paused --no-wait', 'answer'],
  ['scenario stop last', 'answer'],
  ['scenario runs', 'rows'],
  ['scenario runs last', 'answer'],
  ['traffic', 'answer'],
  ['traffic --rate 1 --count 1', 'answer'],
  ['traffic --stop', 'answer'],
  ['traffic --follow', 'answer'],
  ['export', 'whole'],
  ['export --otlp', 'whole'],
  ['export SESSION', { own: ['file', 'complete', 'notes', 'inputs', 'events', 'deliveries', 'attempts'] }],
  ['endpoint remove fails', 'answer'],
  ['reset', 'answer'],
  ['stop', 'answer', 1],
]

/** Each refused by the sandbox. */
const refused = [
  'trigger card.creatd',
  'trigger card.creatd --wait',
  'deliveries dlv_none',
  'calls --limit 501',
  'resend dlv_none',
  'resend dlv_none dlv_nobody',
  'resend --event none --since never',
  'attempt-now dlv_none',
  'cancel dlv_none',
  'capture show cap_none',
  'capture replay cap_none',
  'capture import BROKEN',
  'wait delivery --state none',
  'subscription show sub_none',
  'unsubscribe sub_none',
  'rotate sub_none',
  'fault-rule add none',
  'fault-rule remove flt_none',
  'arm none',
  'disarm arm_none',
  'endpoint show none',
  'code cobol',
  'load k6 --subscription sub_none',
  'scenario show none',
  'scenario run none',
  'scenario run broken',
  'scenario runs run_none',
  'traffic --rate 1 --fault none',
  'clock set never',
]

const customer = '{ names: [{ first_name: Ada, last_name: Quill }], dob: "1990-04-12" }'
const scenarios = {
  short: `title: Short\nsteps:\n  - call: POST /customers/\n    body: ${customer}\n  - wait: 1s\n`,
  fails: 'title: Fails\nsteps:\n  - call: GET /customers/none\n    status: 200\n',
  broken: 'title: Broken\nsteps:\n  - call: GET /cards\n    bodi: {}\n',
}

async function world() {
  const folder = ownFolder()
  for (const [name, text] of Object.entries(scenarios)) writeFileSync(join(folder, `${name}.yaml`), text)
  const sandbox = await startSandbox({ bare: false, scenarios: folder })
  await sandbox.call('GET', '/cards')
  await sandbox.call('POST', '/customers/', {
    dob: '1990-04-12',
    names: [{ first_name: 'Ada', last_name: 'Quill' }],
  })
  // Passes the handshake of Slack.
  await sandbox.post('/sandbox/endpoints', { name: 'echo', reply: { template: '{{json.challenge}}' } })
  const captures = join(folder, 'captures.jsonl')
  const broken = join(folder, 'broken.jsonl')
  writeFileSync(broken, '{}\n')
  const answers = keepAnswers()

  async function wordsOf(text: string): Promise<string[]> {
    const ids = async (list: string) => {
      const rows = (await sandbox.get<Record<string, { id: string }[]>>(`/sandbox/${list}`))[list] ?? []
      return rows.map(({ id }) => id)
    }
    const [deliveries, subscriptions] = [await ids('deliveries'), await ids('subscriptions')]
    return text
      .replace('DELIVERY1', deliveries[0] ?? '')
      .replace('DELIVERY2', deliveries[1] ?? '')
      .replace('SUBSCRIPTION1', subscriptions[0] ?? '')
      .replace('SUBSCRIPTION2', subscriptions[1] ?? '')
      .replace('ORIGIN', sandbox.url)
      .replace('CAPTURES', captures)
      .replace('LOADS', join(folder, 'loads'))
      .replace('BROKEN', broken)
      .replace('SESSION', join(folder, 'session.json'))
      .split(' ')
  }

  return {
    sandbox,
    captures,
    async run(text: string) {
      answers.length = 0
      let passed = 0
      // The sandbox of a test does not end itself, so waiting for its end is cut short.
      const outside = { ...realOutside(), ...(text === 'stop' && { elapsed: () => (passed += 60_000) }) }
      const words = [...(await wordsOf(text)), '--json', '--url', sandbox.url]
      const { code, out } = await runHere(words, { outside })
      return { code, out, answers: [...answers] }
    },
  }
}

/** A record of the document as the sandbox holds it now. */
async function held(sandbox: TestSandbox, record: unknown) {
  const { id } = record as DeliveryRow | Run
  if (id.startsWith('run_')) return (await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)).run
  return (await sandbox.deliveries()).find((row) => row.id === id)
}

async function check(
  printed: Printed,
  { out, answers }: { out: string[]; answers: Answered[] },
  sandbox: TestSandbox,
) {
  if (printed === 'whole') return expect(JSON.parse(out.join('\n'))).toBeTypeOf('object')
  const documents = out.map((line) => JSON.parse(line))
  if (printed === 'lines') return expect(documents).not.toEqual([])
  if (printed === 'rows') {
    expect(documents).not.toEqual([])
    const known = objectsOf(answers)
    for (const row of documents) expect(known).toContainEqual(row)
    return
  }
  expect(documents).toHaveLength(1)
  const [document] = documents
  if (printed === 'answer') return expect(answers.map(({ body }) => body)).toContainEqual(document)
  if (printed === 'several') {
    const [rows, ...others] = Object.values(document) as [unknown[]]
    expect([rows.length > 0, others]).toEqual([true, []])
    const known = objectsOf(answers)
    for (const row of rows) expect(known).toContainEqual(row)
    return
  }
  if (printed === 'now') {
    const { counts: _, events: __, ...members } = document
    for (const record of Object.values(members).flatMap(objectsIn))
      expect(record).toEqual(await held(sandbox, record))
    return
  }
  expect(Object.keys(document)).toEqual(printed.own)
}

test('with --json every command prints what the sandbox answered: a list a row a line, all else one document', async () => {
  const { sandbox, captures, run } = await world()
  const asked = new Map<string, Set<string>>()
  for (const [words, printed, code = 0] of commands) {
    if (words.startsWith('capture import'))
      writeFileSync(captures, await (await fetch(`${sandbox.url}/sandbox/captures.jsonl`)).text())
    const ran = await run(words)
    expect([words, ran.code, ran.out.length > 0]).toEqual([words, code, true])
    const name = nameOf(words)
    asked.set(name, new Set([...(asked.get(name) ?? []), ...ran.answers.map((one) => one.asked)]))
    await check(printed, ran, sandbox).catch((error: Error) => {
      throw new Error(`${words}: ${error.message}`)
    })
  }
  const makes = (name: string, route: string) =>
    [...(asked.get(name) ?? [])].some((one) => formOf(route).test(one))
  const wrong = capabilities.flatMap((row) =>
    offered(row, 'command')
      .filter((name) => asked.has(name) && !offered(row, 'http').some((route) => makes(name, route)))
      .map((name) => `${name} does not: ${row.does}`),
  )
  expect(wrong).toEqual([])
})

test('with --json, the refusal of the sandbox is printed as one document', async () => {
  const { run } = await world()
  for (const words of refused) {
    const { code, out, answers } = await run(words)
    expect(code, words).toBeGreaterThan(0)
    const refusals = answers.filter(({ status }) => status >= 400).map(({ body }) => body)
    expect(
      out.map((line) => JSON.parse(line)),
      words,
    ).toEqual(refusals.slice(0, 1))
  }
})

test('whole events are printed although they were fired in several requests', async () => {
  const { sandbox, run } = await world()
  const { out, answers } = await run('trigger card.created --with-history --count 60')
  const { events } = JSON.parse(out.join())
  expect(answers.filter(({ body }) => objectsIn(body)[0]?.events).length).toBeGreaterThan(1)
  for (const event of events) expect(event).toEqual(await sandbox.event(event.id))
})

test('of several ids, those that are not refused make one document', async () => {
  const { sandbox, run } = await world()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  const { code, out } = await run(`unsubscribe ${id} sub_none`)
  const [document] = out.map((line) => JSON.parse(line) as { subscriptions: Subscription[] })
  expect([code, out.length, document?.subscriptions.map((one) => one.id)]).toEqual([1, 1, [id]])
})

test('the table has every command that talks to a sandbox, except those with documents of their own', () => {
  const program = createProgram({
    terminal: { out() {}, log() {} },
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  })
  const leaves = (command: Command, before = ''): string[] => {
    const name = `${before}${command.name()}`
    if (command.commands.length > 0) return command.commands.flatMap((one) => leaves(one, `${name} `))
    return command.options.some(({ long }) => long === '--url') ? [name] : []
  }
  const all = program.commands.flatMap((command) => leaves(command))
  const missing = all.filter((name) => !commands.some(([words]) => `${words} `.startsWith(`${name} `)))
  // The protocol of mcp, the report of check, and the frames of listen.
  expect(missing).toEqual(['mcp', 'check', 'listen'])
})
