import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventNames } from '../../server/events/builders.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProcess, startProgram } from '../helpers/program.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'
import { lines, run } from './run.ts'

test.each([
  [['trafic', '--url', 'http://127.0.0.1:1'], 'Unknown command: trafic. Did you mean traffic?'],
  [['help', 'trafic'], 'Unknown command: trafic. Did you mean traffic?'],
  [['trafic', '--help'], 'Unknown command: trafic. Did you mean traffic?'],
  [['scenario', 'rnu'], 'Unknown command: scenario rnu. Did you mean scenario run?'],
  [['endpoint', 'delete', 'x'], 'Unknown command: endpoint delete. Did you mean endpoint remove?'],
  [['endpoint', 'create', 'x'], 'Unknown command: endpoint create. Did you mean endpoint set?'],
  [['fault-rule', 'new'], 'Unknown command: fault-rule new. Did you mean fault-rule add?'],
  [['capture', 'rm', 'x'], 'Unknown command: capture rm. Did you mean capture delete?'],
  [['help', 'scenario', 'rnu'], 'Unknown command: scenario rnu. Did you mean scenario run?'],
  [
    ['endpoint', 'qwertz'],
    'Unknown command: endpoint qwertz. webhook-sandbox endpoint --help lists the commands',
  ],
  [['capture', 'list'], 'Unknown command: capture list. Did you mean captures?'],
  [['subscription', 'list'], 'Unknown command: subscription list. Did you mean subscriptions?'],
  [['qwertz'], 'Unknown command: qwertz. webhook-sandbox --help lists the commands.'],
])('a command that there is not is refused with the nearest: %j', async (args, says) => {
  const { code, out, log } = await runHere(args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})

test.each([
  ['logs', 'calls'],
  ['tail', 'listen'],
  ['events', 'deliveries'],
  ['send', 'trigger'],
  ['forward', 'subscribe'],
  ['version', '--version'],
])('%s, as in other tools, suggests %s', async (other, ours) => {
  const { code, log } = await runHere([other])
  expect([code, log.join()]).toEqual([
    1,
    expect.stringContaining(`Unknown command: ${other}. Did you mean ${ours}?`),
  ])
})

test.each([
  [['--prot', '5'], "unknown option '--prot'. Did you mean --port? webhook-sandbox serve --help"],
  [['trigger'], "missing required argument 'event'. webhook-sandbox trigger --help"],
  [['capture', 'show', 'a', 'b'], 'got 2. webhook-sandbox capture show --help'],
  [['deliveries', '--limit', 'x'], 'a whole number. webhook-sandbox deliveries --help'],
  [['scenario', 'run', '-x'], "unknown option '-x'. webhook-sandbox scenario run --help"],
  [
    ['captures', '-verdict:failed'],
    'write it after --: webhook-sandbox captures -- -verdict:failed. webhook-sandbox captures --help',
  ],
  [
    ['captures', '--verdict', 'failed'],
    "unknown option '--verdict'. Write the filter as a word: webhook-sandbox captures verdict:VALUE. webhook-sandbox captures --help",
  ],
  [
    ['captures', '--endpoint=orders'],
    'Write the filter as a word: webhook-sandbox captures endpoint:VALUE. webhook-sandbox captures --help',
  ],
  [
    ['listen', '--forward-to', 'http://127.0.0.1:3000'],
    'To have events sent there: webhook-sandbox subscribe URL. webhook-sandbox listen --help',
  ],
  [['captures', '--folow'], "option '--folow'. Did you mean --follow? webhook-sandbox captures --help"],
])(
  'a mistake in a call is reported in one line that names the command and its help: %j',
  async (args, says) => {
    const { code, out, log } = await runHere(args)
    expect([code, out, log]).toEqual([1, [], [expect.stringContaining(`${says} lists the options.`)]])
  },
)

test.each([
  [
    ['--url', 'http://127.0.0.1:1', 'capture', 'show', 'cap 1'],
    "webhook-sandbox capture show 'cap 1' --url http://127.0.0.1:1",
  ],
  [['--json', 'deliveries'], 'webhook-sandbox deliveries --json'],
  [['--data', 'x.db', 'deliveries', '--limit', '1'], 'webhook-sandbox deliveries --limit 1 --data x.db'],
])('options before a command are refused with their right place: %j', async (args, right) => {
  const { code, out, log } = await runHere(args)
  expect([code, out, log]).toEqual([
    1,
    [],
    [expect.stringMatching(/^(?:unknown option|too many arguments).*\. Put options after the command: /)],
  ])
  expect(log[0]?.endsWith(`: ${right}`)).toBe(true)
})

test.each([
  ['resend', ''],
  ['resend', 'dlv_1', ''],
  ['attempt-now', ''],
  ['abort', ''],
  ['release', ''],
  ['cancel', ''],
  ['deliveries', ''],
  ['disarm', ''],
  ['fault-rule', 'remove', ''],
  ['capture', 'show', ''],
  ['capture', 'body', ''],
  ['capture', 'curl', ''],
  ['capture', 'har', ''],
  ['capture', 'replay', ''],
  ['capture', 'delete', ''],
  ['capture', 'note', '', 'text'],
  ['scenario', 'runs', ''],
  ['scenario', 'stop', ''],
])('an empty id is refused before anything is asked: %s %s', async (...args) => {
  const { code, out, log } = await runHere([...args, '--url', 'http://127.0.0.1:1'])
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([
    'The argument <id> is empty. If a shell variable gives the value, check that the variable is set.',
  ])
})

test.each([
  [['rotate', ''], 'subscription'],
  [['endpoint', 'show', ''], 'name'],
  [['endpoint', 'set', ''], 'name'],
  [['scenario', 'run', 'good', ''], 'name'],
  [['capture', 'diff', '', 'cap_1'], 'before'],
  [['capture', 'diff', 'cap_1', ''], 'after'],
])('so is what else names one: %j', async (args, name) => {
  const { code, log } = await runHere([...args, '--url', 'http://127.0.0.1:1'])
  expect([code, log]).toEqual([
    1,
    [`The argument <${name}> is empty. If a shell variable gives the value, check that the variable is set.`],
  ])
})

test.each([
  [['deliveries', '--subscription', ''], '--subscription'],
  [['deliveries', '--event='], '--event'],
  [['trigger', 'card.created', '--fault', ''], '--fault'],
  [['captures', '--url', ''], '--url'],
  [['endpoint', 'set', 'demo', '--forward', 'http://127.0.0.1:1', '--forward', ''], '--forward'],
])('so is an option that chooses something: %j', async (args, name) => {
  const { code, out, log } = await runHere(args)
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([
    `The option ${name} is empty. If a shell variable gives the value, check that the variable is set.`,
  ])
})

test.each([
  [['wait', 'delivery', '--q', ''], '--q'],
  [['wait', 'capture', '--event='], '--event'],
])('where 1 says that it is not met, an option that is empty ends with 2: %j', async (args, name) => {
  const { code, out, log } = await runHere(args)
  expect([code, out]).toEqual([2, []])
  expect(log).toEqual([
    `The option ${name} is empty. If a shell variable gives the value, check that the variable is set.`,
  ])
})

test.each<{ words: string[] }>([{ words: [] }, { words: ['trigger'] }])(
  'no line of the help of $words is cut by a terminal of 80 columns',
  async ({ words }) => {
    const { stdout } = await run([...words, '--help'])
    expect(lines(stdout).filter((line) => line.length > 80)).toEqual([])
    const names = words.length > 0 ? eventNames : ['serve', '<command>']
    const said = stdout.split(/[\s,]+|\.\s/)
    expect(names.filter((name) => !said.includes(name))).toEqual([])
  },
)

test.each(sample([[['scenario', 'run']]], [[['scenario', 'run']], [['scenario']], [['trigger']], [[]]]))(
  'help %j is what --help behind it prints',
  async (words) => {
    const [before, behind] = await Promise.all([run(['help', ...words]), run([...words, '--help'])])
    expect([before.code, before.stdout]).toEqual([0, behind.stdout])
  },
)

test('a group without a command lists those that it holds, and options without a command start the sandbox', async () => {
  const group = await run(['scenario'])
  expect(group.code).toBe(1)
  expect(group.stderr).toMatch(/^ {2}run .*run scenarios one after the other/m)
  const serving = await runHere(['--port', '0', '--config', '/nowhere.json'])
  expect(serving.code).toBe(1)
  expect(serving.log.join()).toContain('/nowhere')
})

test.each([['ftp://127.0.0.1'], ['http://'], ['nobody']])(
  'an address that is not one of HTTP is refused with one that is: %s',
  async (url) => {
    const { code, log } = await runHere(['deliveries', '--url', url])
    expect([code, log]).toEqual([
      1,
      [
        `${url} is not the address of a sandbox. Write the port, such as --url 4400, or a URL, such as --url http://127.0.0.1:4400`,
      ],
    ])
  },
)

test('a database that is named goes before SANDBOX_URL, so that no other sandbox is reset', async () => {
  const folder = ownFolder()
  const data = join(folder, 'mine.db')
  const { url } = await startSandbox()
  writeFileSync(`${data}.running.json`, JSON.stringify({ url, pid: process.pid }))
  const env = { SANDBOX_URL: 'http://127.0.0.1:1' }
  const mine = await runHere(['config', 'seed', '--data', data], { environment: env })
  expect([mine.code, mine.log]).toEqual([0, []])
  const nobody = await runHere(['reset', '--data', join(folder, 'other.db')], { environment: env })
  expect([nobody.code, nobody.log]).toEqual([
    1,
    [expect.stringMatching(/other\.db\. Start one with webhook-sandbox --data \S+other\.db, or choose one/)],
  ])
  const told = await runHere(['config'], { environment: { SANDBOX_URL: 'nobody' } })
  expect(told.log.join()).toContain('SANDBOX_URL=http://127.0.0.1:4400')
})

test('a sandbox that has the port of one that was killed is not taken for it', async () => {
  const { url } = await startSandbox()
  const file = join(ownFolder(), 'killed.db')
  const left = (pid: number) => writeFileSync(`${file}.running.json`, JSON.stringify({ url, pid }))
  left(process.pid + 1)
  const { code, out, log } = await runHere(['reset', '--data', file])
  expect([code, out, log]).toEqual([
    1,
    [],
    [
      `The sandbox on ${file} is gone, and another sandbox runs at ${url} now. Start the first again with webhook-sandbox --data ${file}, or use the other with --url ${url}`,
    ],
  ])
  left(process.pid)
  expect((await runHere(['reset', '--data', file])).code).toBe(0)
})

test('the build keeps what is called only to see whether it throws: an address whose user cannot be read is refused', async () => {
  const data = join(ownFolder(), 'data')
  const file = join(ownFolder(), 'my.json')
  writeFileSync(file, JSON.stringify({ delivery: { proxy: 'http://50%:x@127.0.0.1:9' } }))
  const started = startProcess(process.execPath, [
    builtProgram,
    '--port',
    '0',
    '--data',
    data,
    '--config',
    file,
  ])
  expect(await started.ended).toBe(1)
  expect(started.stderr()).toContain('delivery.proxy: has a user or password that cannot be decoded')
  const sandbox = await startProgram(['--port', '0', '--data', data])
  const answer = await fetch(`${sandbox.url}/api/v0.1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'demo', identity: 'demo' },
    body: JSON.stringify({ url: 'http://50%:x@127.0.0.1:9/', events: ['*'] }),
  })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('cannot be decoded')])
})

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is reported in one line', async () => {
  const words = `"${process.execPath}" "${builtProgram}" code > /dev/full`
  const { url } = await startSandbox()
  const { ended, stderr } = startProcess('sh', ['-c', words], { env: { SANDBOX_URL: url } })
  expect(await ended).toBe(1)
  expect(stderr()).toMatch(/^The output cannot be written: ENOSPC[^\n]*\n$/)
})

test.each([
  ['subscribe'],
  ['resend', 'dlv_1', '--to'],
  ['subscription', 'set', 'x', '--to'],
  ['endpoint', 'set', 'demo', '--forward', 'http://127.0.0.1:1', '--forward'],
  ['capture', 'curl', 'cap_1', '--to'],
  ['capture', 'replay', 'cap_1', '--to'],
])(
  'an address may be a host with a port or a port alone, and a name alone is refused: %s',
  async (...args) => {
    const said = async (address: string) =>
      (await runHere([...args, address, '--url', 'http://127.0.0.1:1'])).log
    expect(await said('nobody')).toEqual([
      'nobody is not an address to send to. Write the URL, such as http://nobody',
    ])
    for (const other of [
      '3000',
      ':3000/hook',
      'localhost:3000/hook',
      '/in/demo',
      'http://',
      'http://localhost:3000',
    ])
      expect((await said(other)).join()).toMatch(/^No sandbox responds at /)
  },
)
