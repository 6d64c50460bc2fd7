import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { all, type Element, parse } from '../helpers/junit.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere } from './here.ts'

interface Outcome {
  code: number
  /** The cases of the JUnit report: name, what is in it, and the message. */
  cases: [string | undefined, string, string | undefined][]
  /** The text of all cases that failed. */
  text: string
  annotations: string[]
  summary: string
  out: string[]
}

/** Runs a command with both reports, as a job of GitHub Actions does. */
async function reported(args: string[], url: string[] = []): Promise<Outcome> {
  const folder = ownFolder()
  const [junit, summaryFile] = [join(folder, 'junit.xml'), join(folder, 'summary.md')]
  const { code, out, log } = await runHere([...args, '--junit', junit, '--github', ...url], {
    environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summaryFile },
  })
  const cases = all(parse(readFileSync(junit, 'utf8')), 'testcase')
  const inside = ({ children: [child] }: Element) => child
  return {
    code,
    out,
    cases: cases.map((one) => [
      one.attributes.name,
      inside(one)?.name ?? 'passed',
      inside(one)?.attributes.message,
    ]),
    text: cases.map((one) => inside(one)?.text ?? '').join('\n'),
    annotations: [...out, ...log].filter((line) => line.startsWith('::')),
    summary: readFileSync(summaryFile, 'utf8'),
  }
}

test('wait is one case, which carries what came closest and what arrived instead', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const at = ['--url', sandbox.url]
  const met = await reported(['wait', 'event', '--event', 'card.*', '--timeout', '0'], at)
  expect([met.code, met.cases, met.annotations]).toEqual([
    0,
    [['event event:card.* timeout:0', 'passed', undefined]],
    [],
  ])
  const unmet = await reported(['wait', 'event', '--event', 'kyc.*', '--timeout', '0'], at)
  const plain = await runAt(sandbox, 'wait', 'event', '--event', 'kyc.*', '--timeout', '0')
  const [name, kind, message = ''] = unmet.cases[0] ?? []
  expect([unmet.code, unmet.cases.length, name, kind]).toEqual([
    1,
    1,
    'event event:kyc.* timeout:0',
    'failure',
  ])
  expect(plain.log.at(-1)).toContain(message)
  expect(plain.log.at(-1)?.replace(`${message} `, '')).toBe(unmet.text.split('\n')[0])
  expect(unmet.text).toContain('card.created')
  expect(unmet.annotations).toEqual([expect.stringMatching(/^::error title=wait%3A event event%3Akyc/)])
  expect(unmet.summary).toContain(message)
})

test('a sandbox that does not answer is an error, with the exit code as without a report', async () => {
  const { code, cases } = await reported(['wait', 'event'], ['--url', 'http://127.0.0.1:1'])
  expect([code, cases.length, cases[0]?.[1]]).toEqual([2, 1, 'error'])
})

test('trigger --wait is one case a delivery, and a failed one carries the cause and the fix', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  const [good, bad] = [await startReceiver(), await startReceiver([500])]
  await sandbox.subscribe(good.url)
  await sandbox.subscribe(bad.url)
  const { code, cases, text, annotations, summary } = await reported(
    ['trigger', 'card.created', '--wait'],
    ['--url', sandbox.url],
  )
  expect(code).toBe(1)
  expect(cases.map(([name, kind]) => [name, kind]).toSorted()).toEqual(
    [
      [`card.created to ${bad.url}`, 'failure'],
      [`card.created to ${good.url}`, 'passed'],
    ].toSorted(),
  )
  const failed = (await sandbox.deliveries()).find(({ url }) => url === bad.url)
  const printed = await runAt(sandbox, 'deliveries', failed?.id ?? '')
  const lines = printed.out.filter((line) => /^(?:Cause|Fix) /.test(line))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(text).toContain(line)
  expect(annotations).toHaveLength(1)
  expect(summary).toContain('1 of 2')
})

test('a receiver that a finding calls wrong fails its case, although every delivery ended well', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([200])).url)
  const { code, cases } = await reported(
    ['trigger', 'card.created', '--fault', 'tamper(signature)', '--wait'],
    ['--url', sandbox.url],
  )
  expect([code, cases.map(([, kind]) => kind)]).toEqual([1, ['failure']])
})

test('reports need --wait, as every option about the end does', async () => {
  const sandbox = await startSandbox()
  const junit = join(ownFolder(), 'junit.xml')
  expect((await runAt(sandbox, 'trigger', 'card.created', '--junit', junit)).code).toBe(1)
  expect(existsSync(junit)).toBe(false)
})

test('scenario run is one case a step', async () => {
  const folder = ownFolder()
  const scenario = (title: string, status: number) =>
    [
      `title: ${title}`,
      'description: Sends three requests.',
      'steps:',
      ...[200, status, 200].map(
        (one, at) => `  - name: ask-${at}\n    call: GET /customers\n    status: ${one}`,
      ),
    ].join('\n')
  writeFileSync(join(folder, 'good.yaml'), scenario('Good', 200))
  writeFileSync(join(folder, 'bad.yaml'), scenario('Bad', 418))
  const sandbox = await startSandbox({ scenarios: folder })
  const at = ['--url', sandbox.url]
  const good = await reported(['scenario', 'run', 'good'], at)
  expect([good.code, good.cases.map(([, kind]) => kind)]).toEqual([0, ['passed', 'passed', 'passed']])
  const bad = await reported(['scenario', 'run', 'bad'], at)
  expect([bad.code, bad.cases.map(([name, kind]) => [name, kind])]).toEqual([
    1,
    [
      ['1 ask-0', 'passed'],
      ['2 ask-1', 'failure'],
      ['3 ask-2', 'skipped'],
    ],
  ])
  expect(bad.text).toContain('scenario runs run_')
})

test('replay is one case an input, and one for each other record that differs', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [file, changed] = [join(ownFolder(), 'session.jsonl'), join(ownFolder(), 'changed.jsonl')]
  await runAt(sandbox, 'export', file)
  const same = await reported(['replay', file])
  expect(same.code).toBe(0)
  expect(same.cases.every(([, kind]) => kind === 'passed')).toBe(true)
  expect(same.cases.length).toBeGreaterThan(0)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    changed,
    text.replaceAll('"event":"card.created","occurred', '"event":"card.creaded","occurred'),
  )
  const other = await reported(['replay', changed])
  expect([other.code, other.cases.some(([, kind]) => kind === 'failure')]).toEqual([1, true])
  writeFileSync(changed, 'no session')
  const broken = await reported(['replay', changed])
  expect([broken.code, broken.cases.map(([, kind]) => kind)]).toEqual([2, ['error']])
})

test('with --json stdout holds the document alone', async () => {
  const sandbox = await startSandbox()
  const { code, out, annotations } = await reported(
    ['wait', 'event', '--timeout', '0', '--json'],
    ['--url', sandbox.url],
  )
  expect([code, out.map((line) => JSON.parse(line).met), annotations.length]).toEqual([1, [false], 1])
})

test('a report that cannot be written ends with exit code 2', async () => {
  const sandbox = await startSandbox()
  const nowhere = join(ownFolder(), 'no/such/folder.xml')
  expect((await runAt(sandbox, 'wait', 'event', '--none', '--timeout', '0', '--junit', nowhere)).code).toBe(2)
})

test.skipIf(process.platform === 'win32')(
  'a report is for its user alone, also where others could read it',
  async () => {
    const sandbox = await startSandbox()
    const junit = join(ownFolder(), 'junit.xml')
    writeFileSync(junit, 'old', { mode: 0o644 })
    await runAt(sandbox, 'wait', 'event', '--none', '--timeout', '0', '--junit', junit)
    expect(statSync(junit).mode & 0o777).toBe(0o600)
    expect(all(parse(readFileSync(junit, 'utf8')), 'testcase')).toHaveLength(1)
  },
)
