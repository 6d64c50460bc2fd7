import { readdirSync, readFileSync } from 'node:fs'
import type { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { flagsOf, settings } from '../../server/cli/settings.ts'
import { realOutside } from '../../server/outside.ts'

const program = createProgram({
  terminal: { out() {}, log() {} },
  environment: {},
  calledAs: 'webhook-sandbox',
  outside: realOutside(),
  onRunning() {},
})
/** A command, or those that it holds. */
const leaves = (command: Command, before = ''): { name: string; options: string[]; help: string }[] => {
  const name = `${before}${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((one) => leaves(one, `${name} `))
  const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? '')
  return [{ name, options, help: command.helpInformation() }]
}
const commands = program.commands.flatMap((command) => leaves(command))
const optionsOf = (command: Command): readonly Option[] => [
  ...command.options,
  ...command.commands.flatMap(optionsOf),
]

test('the commands match their documentation', () => {
  expect(commands.map(({ name }) => name)).toEqual([
    'serve',
    'run',
    'mcp',
    'check',
    'trigger',
    'scenario list',
    'scenario show',
    'scenario run',
    'scenario runs',
    'scenario pause',
    'scenario step',
    'scenario resume',
    'scenario stop',
    'traffic',
    'load',
    'clock',
    'errors',
    'arm',
    'disarm',
    'calls',
    'objects',
    'captures',
    'deliveries',
    'resend',
    'attempt-now',
    'abort',
    'release',
    'cancel',
    'subscribe',
    'unsubscribe',
    'subscriptions',
    'subscription show',
    'subscription set',
    'subscription handshake',
    'rotate',
    'fault-rule list',
    'fault-rule add',
    'fault-rule remove',
    'endpoint list',
    'endpoint show',
    'endpoint set',
    'endpoint remove',
    'capture show',
    'capture body',
    'capture curl',
    'capture replay',
    'capture diff',
    'capture har',
    'capture export',
    'capture import',
    'capture pin',
    'capture unpin',
    'capture delete',
    'capture note',
    'export',
    'replay',
    'wait',
    'code',
    'config',
    'listen',
    'stop',
    'reset',
  ])
})

test('a one-letter option means the same everywhere', () => {
  const all = optionsOf(program)
  const short = new Map(all.filter((one) => one.short).map(({ long, short }) => [long, short]))
  expect(Object.fromEntries(short)).toMatchObject({ '--q': '-q' })
  expect(all.filter(({ long, short: own }) => own !== short.get(long)).map(({ flags }) => flags)).toEqual([])
})

/** Those for users; the others name options of Node. */
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !/^(benchmarks|discoveries)/.test(name))
    .map((name) => `docs/${name}`),
]

test.each(pages)('every option named by %s exists', (page) => {
  const text = readFileSync(page, 'utf8')
  const known = new Set([...optionsOf(program).map(({ long }) => long), '--help', '--version'])
  const code = [
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
    ...[...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.split('\n')),
  ]
  const ours = code.filter((one) => /^--[a-z]|webhook-sandbox|npm start/.test(one))
  const named = ours.flatMap((one) =>
    [...one.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option),
  )
  expect(named.filter((option) => !known.has(option))).toEqual([])
})

test('the default that the help names is a valid value', () => {
  const told = optionsOf(program).filter(({ defaultValue, parseArg }) => defaultValue && parseArg)
  const single = told.filter(({ defaultValue }) => !Array.isArray(defaultValue))
  expect(single.length).toBeGreaterThan(0)
  for (const { long, parseArg, defaultValue, defaultValueDescription } of single)
    expect(parseArg?.(defaultValueDescription ?? String(defaultValue), undefined), long).toBe(defaultValue)
})

test('no help names an empty list as a default', () => {
  expect(commands.filter(({ help }) => help.includes('[])')).map(({ name }) => name)).toEqual([])
})

test('the help explains every option, and serve has no option without a setting', () => {
  for (const { options, help } of commands)
    for (const option of options) expect(help).toMatch(new RegExp(`${option}\\b.*\\w{3}`))
  const ofKeys = settings.flatMap(flagsOf)
  const own = ['--config', '--json', '--to', '--detach']
  // What follows --to is set on its subscription.
  const subscribed = commands.find(({ name }) => name === 'subscribe')?.options ?? []
  const [serve] = commands
  for (const option of serve?.options ?? [])
    if (![...own, ...subscribed].includes(option)) expect(ofKeys).toContain(option)
})
