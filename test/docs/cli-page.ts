import { type Command, Help, type Option } from 'commander'
import { shortForms } from '../../server/cli/program.ts'
import { otherFlags } from '../../server/cli/settings.ts'

/** docs/cli.md, made of the commands' own definitions. */
export function cliPage(program: Command): string {
  const leaves = program.commands.filter((one) => one.name() !== 'help').flatMap((one) => leavesOf(one))
  return [
    '# Commands',
    'Every command of `webhook-sandbox`. In this folder, type `npx webhook-sandbox …`. `npm start -- …` starts the sandbox with the options of `serve`.',
    'Every command that talks to a running sandbox also takes `--url <url>` or `--data <file>` to choose it. Without them the command uses `SANDBOX_URL`, or else the sandbox that runs in this folder.',
    shortForms,
    otherFlags
      .replace('Every key', 'For `serve`, every key')
      .replace('docs/configuration.md', '[configuration.md](configuration.md)'),
    'With `--json`, a command that lists prints each record as one line. Every other command prints the answer of the API as one line, also if the sandbox refuses the request or the command fails in the end. Several ids make one document with a list, such as `{"deliveries":[…]}`.',
    'Results go to stdout, everything else to stderr. Colours are used on a terminal unless `NO_COLOR` is set.',
    '| Exit code | Meaning |\n|---|---|\n| `0` | The command succeeded. |\n| `1` | The command failed, was refused, or did not end as it should. |\n| `2` | `wait`, `replay`, `check` or `run` could not do its work. |\n| `126`, `127` | `run` could not start the command, or did not find it. |\n| `130`, `143` | Ctrl-C or SIGTERM stopped the command. |',
    ...leaves.map(section),
  ]
    .join('\n\n')
    .concat('\n')
}

interface Leaf {
  name: string
  command: Command
}

/** A command, or those that it holds, by their whole names. */
function leavesOf(command: Command, before = ''): Leaf[] {
  const name = `${before}${command.name()}`
  if (command.commands.length === 0) return [{ name, command }]
  return command.commands.flatMap((one) => leavesOf(one, `${name} `))
}

function section({ name, command }: Leaf): string {
  const words = command.registeredArguments
    .map((one) => {
      const shown = `${one.name()}${one.variadic ? '...' : ''}`
      return one.required ? ` <${shown}>` : ` [${shown}]`
    })
    .join('')
  const rows = [
    ...command.registeredArguments
      .filter(({ description }) => description)
      .map((one) => row(one.name(), one.description)),
    ...optionsOf(command).map((one) => row(one.flags, said(one))),
  ]
  const table = rows.length === 0 ? '' : `\n\n| Option | Meaning |\n|---|---|\n${rows.join('\n')}`
  return `## ${name}\n\n\`webhook-sandbox ${name}${words}\`\n\n${sentence(command.description())}${table}`
}

/** Those of the command alone: one that finds a running sandbox has the two that find it. */
function optionsOf(command: Command): Option[] {
  const finds = command.options.some(({ long }) => long === '--url')
  return command.options.filter((one) => !one.hidden && !(finds && findingOptions.includes(one.long ?? '')))
}
const findingOptions = ['--url', '--data']

const row = (form: string, meaning: string) => `| \`${form}\` | ${meaning.replaceAll('|', '\\|')} |`
const said = (option: Option) =>
  Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option)
const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
