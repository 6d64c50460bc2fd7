import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { configKeys } from '../../server/config.ts'

const program = createProgram({ terminal: { out() {}, log() {} }, environment: {}, onServing() {} })
const readme = () => readFileSync('README.md', 'utf8')
const inBackticks = () => [...readme().matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const blocks = () => [...readme().matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)

const commands = program.commands.map((command) => ({
  name: command.name(),
  options: command.options.map(({ long }) => long ?? ''),
}))

test('the commands are those that are documented', () => {
  expect(commands.map(({ name }) => name)).toEqual(['serve', 'trigger'])
})

test.each(commands)('every option of `$name` stands in the README in backticks', ({ options }) => {
  const words = inBackticks().flatMap((code) => code.split(/[\s=,]+/))
  for (const option of options) expect(words, option).toContain(option)
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
  const keys = configKeys().map(({ key }) => key)
  const [serve] = commands
  for (const option of serve?.options.filter((one) => !['--config', '--json'].includes(one)) ?? [])
    expect(keys).toContain(option.slice(2))
})
