import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { configKeys } from '../../server/config.ts'
import { realOutside } from '../../server/outside.ts'

const program = createProgram({
  terminal: { out() {}, log() {} },
  environment: {},
  outside: realOutside(),
  onRunning() {},
})
const readme = () => readFileSync('README.md', 'utf8')
const inBackticks = () => [...readme().matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const blocks = () => [...readme().matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)

const commands = program.commands.map((command) => ({
  name: command.name(),
  options: command.options.map(({ long }) => long ?? ''),
}))

test('the commands are those that are documented', () => {
  expect(commands.map(({ name }) => name)).toEqual([
    'serve',
    'trigger',
    'errors',
    'arm',
    'disarm',
    'calls',
    'deliveries',
    'resend',
    'listen',
  ])
})

/** What the README says of a command: from the line that begins with it up to the next such line. */
const saidOf = (name: string) => {
  const [serving = '', ...parts] = (
    readme()
      .split(/^## /m)
      .find((part) => part.startsWith('Commands')) ?? ''
  )
    .split(/^(?=`webhook-sandbox|The other commands )/m)
    .slice(1)
  if (name === 'serve') return serving
  return [parts[0], parts.find((part) => part.startsWith(`\`webhook-sandbox ${name}`))].join('\n')
}
const optionsIn = (text: string) =>
  [...text.matchAll(/^\| `(--[a-z-]+)|with `(--[a-z-]+)`/gm)].map(([, inTable, inText]) => inTable ?? inText)

test.each(commands)('the README says of `$name` exactly the options it has', ({ name, options }) => {
  expect(optionsIn(saidOf(name)).toSorted()).toEqual(options.toSorted())
})

test('every option that the README names exists', () => {
  const known = new Set([...commands.flatMap(({ options }) => options), '--help', '--version'])
  const ours = [...inBackticks(), ...blocks().flatMap((block) => block.split('\n'))].filter((code) =>
    /^--|webhook-sandbox|npm start/.test(code),
  )
  const named = ours.flatMap((code) =>
    [...code.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option),
  )
  expect(named.filter((option) => !known.has(option))).toEqual([])
})

test('every option is explained in the help, and the options that set a key are named like it', () => {
  const help = program.commands.map((command) => command.helpInformation()).join('\n')
  for (const { options } of commands)
    for (const option of options) expect(help).toMatch(new RegExp(`${option}\\b.*\\w{3}`))
  // The keys of a group go without its name.
  const keys = configKeys().map(({ key }) => key.replace(/^delivery\./, '').replaceAll('_', '-'))
  const [serve] = commands
  for (const option of serve?.options.filter((one) => !['--config', '--json'].includes(one)) ?? [])
    expect(keys).toContain(option.slice(2))
})
