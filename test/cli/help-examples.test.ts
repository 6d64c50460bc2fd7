import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { realOutside } from '../../server/outside.ts'
import type { Run } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

const program = createProgram({
  terminal: { out() {}, log() {} },
  environment: {},
  calledAs: 'webhook-sandbox',
  outside: realOutside(),
  onRunning() {},
})

interface Example {
  command: string
  /** The option that takes it; undefined of an argument. */
  option?: string | undefined
  /** Which of the arguments it is. */
  place: number
  value: string
}

/** `such as 503, reset (cuts the connection) or 'a b'; …`: 503, reset and a b. */
function valuesIn(description: string): string[] {
  const told = [...description.matchAll(/such as ([^;]+)/g)].map(([, text = '']) =>
    text.replace(/, or a pattern, such as /, ' or ').replace(/ \([^)]*\)/g, ''),
  )
  return told.flatMap((text) =>
    [...text.matchAll(/(?:^|, | or )(?:'([^']+)'|([^']+?)(?=, | or |$))/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    ),
  )
}

/** Every value that a help text gives as an example. */
function examplesOf(command: Command, before = ''): Example[] {
  const name = `${before}${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((one) => examplesOf(one, `${name} `))
  const ofArguments = command.registeredArguments.flatMap(({ description }, place) =>
    valuesIn(description).map((value) => ({ command: name, place, value })),
  )
  const ofOptions = command.options.flatMap(({ long, description }) =>
    valuesIn(description).map((value) => ({ command: name, option: long ?? '', place: 0, value })),
  )
  return [...ofArguments, ...ofOptions]
}
/** Some commands start a sandbox instead of asking one; `subscribe` has the same examples. */
const examples = program.commands
  .filter((command) => !['serve', 'run', 'mcp'].includes(command.name()))
  .flatMap((command) => examplesOf(command))

/** A sandbox in which there is something of everything. */
async function world() {
  const sandbox = await startSandbox()
  const { id: subscription } = await sandbox.subscribe((await startReceiver()).url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const delivery = deliveries[0]?.id ?? ''
  async function capture() {
    await sandbox.request('POST', '/in/demo', '{}')
    return (await sandbox.newestCapture()).id
  }
  async function run(paused: boolean) {
    const path = '/sandbox/scenarios/retry-ladder/run'
    return (await sandbox.post<{ run: Run }>(path, { speed: 1, paused })).run.id
  }
  return { sandbox, subscription, delivery, capture, run }
}
type World = Awaited<ReturnType<typeof world>>

/** What an example stands for that names something of a sandbox. */
async function meantBy({ command, value }: Example, { delivery, capture, run }: World): Promise<string> {
  if (value === 'dlv_…') return delivery
  if (value === 'cap_…') return capture()
  return value === 'run_…' ? run(command !== 'scenario pause') : value
}

/** What a command is told beside its example. */
async function besides(
  { command, option, value }: Example,
  { subscription, delivery, capture }: World,
): Promise<string[]> {
  const ofArgument: Record<string, string[]> = {
    clock: [{ '3d': 'advance', '60': 'speed' }[value] ?? 'set'],
    'capture diff': command === 'capture diff' ? [await capture()] : [],
    'capture note': ['mine'],
  }
  if (option === undefined) return ofArgument[command] ?? []
  const waiting = option === '--timeout' ? ['--wait'] : []
  const ofOption: Record<string, string[]> = {
    trigger: ['card.created', ...waiting],
    traffic: ['--rate', '1', '--count', '1'],
    arm: ['503'],
    'fault-rule add': ['drop'],
    resend: ['--state', '--event', '--since'].includes(option) ? [] : [delivery, ...waiting],
    check: [subscription, '--only', 'accepts-valid'],
    clock: ['manual'],
    'scenario run': ['retry-ladder', '--no-wait'],
    'capture replay': option === '--q' || command !== 'capture replay' ? [] : [await capture()],
    subscribe: ['http://127.0.0.1:4400/in/one'],
    'subscription set': [subscription],
    rotate: [subscription],
    'endpoint set': ['other'],
    load: ['k6', '--subscription', subscription, '--out', join(ownFolder(), 'load')],
    export: [join(ownFolder(), 'export.json'), '--otlp'],
    wait: [
      { '--state': 'delivery', '--code': 'call' }[option] ?? 'capture',
      ...(option === '--timeout' ? ['--since', '0'] : ['--timeout', '0']),
    ],
  }
  return ofOption[command] ?? []
}

test('every example of every help is taken by a sandbox', async () => {
  const there = await world()
  await there.capture()
  const refused: string[] = []
  for (const example of examples) {
    const { command, option, place } = example
    const words = [await besides(example, there), await meantBy(example, there)].flat()
    const value = words.pop() ?? ''
    const isLast = option !== undefined || place > 0
    const given = option === undefined ? [value] : [option, value]
    const args = [...command.split(' '), ...(isLast ? [...words, ...given] : [...given, ...words])]
    const { code, log } = await runHere([...args, '--url', there.sandbox.url], { piped: true })
    // 1 is an answer of it.
    if (code !== 0 && !(command === 'wait' && code === 1)) refused.push([...args, ...log].join(' '))
    if (command === 'arm') await runHere(['disarm', '--all', '--url', there.sandbox.url])
  }
  expect(examples.length).toBeGreaterThan(60)
  expect(refused).toEqual([])
})
