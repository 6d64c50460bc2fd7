import { InvalidArgumentError } from 'commander'
import type { Endpoint } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { commandLine, createClient, type TargetFlags } from '../client.ts'
import type { Making, ProgramNeeds } from '../making.ts'
import type { Shell } from '../terminal.ts'
import { address, also, duration, names, whole } from '../values.ts'
import { type SettingFlags, settingsOf } from './settings.ts'
import { endpointDetails, endpointLine } from './words.ts'

/** `5/1s` */
function rate(text: string): { limit: number; per: string } {
  const [, limit, per] = /^(\d{1,7})\/(\S+)$/.exec(text) ?? []
  if (limit === undefined || per === undefined)
    throw new InvalidArgumentError('It must be a number and a period such as 5/1s.')
  return { limit: Number(limit), per }
}

const alsoAddress = (text: string, before: string[] | false | undefined) => also(address(text), before)

/** The commands below `endpoint`. */
export function addEndpointCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  const endpoint = group('endpoint', 'the addresses that receive: how they answer, and where they pass on to')
  const named = (name: string, description: string) =>
    speaking(name, description, endpoint).argument('<name>', 'what stands behind /in/')

  speaking('list', 'list the endpoints, oldest first', endpoint)
    .option('--json', 'print each as one line of JSON')
    .action((flags: EndpointFlags) => endpointList(flags, needs))

  named('show', 'print one with its rules')
    .option('--json', 'print it as JSON')
    .action((name: string, flags: EndpointFlags) => endpointShow(name, flags, needs))

  named('set', 'change what is named of an endpoint, or make it')
    .option('--reply <what>', 'a status such as 503, reset (cuts the connection) or hang (never answers)')
    .option('--steps <list>', 'answers one after the other, the last for ever, such as 503,503,200', names)
    .option('--reply-json <json>', `a whole reply as the API takes it, such as '{"template":"{{event}}"}'`)
    .option('--body <text>', 'the body of the answer, or of each step or rule')
    .option('--delay <duration>', 'how long the answer is held back, such as 500ms', duration)
    .option('--no-reply', 'answer 200 again')
    .option('--scheme <scheme>', 'a signature of another scheme fails')
    .option('--scheme-option <name=value>', 'what the scheme is told, := before JSON; may be repeated', also)
    .option('--no-scheme-option', 'tell the scheme nothing')
    .option('--no-scheme', 'let the headers say the scheme')
    .option('--secret <secret>', 'what signatures are held against')
    .option('--no-secret', "use the subscriptions' secrets")
    .option('--forward <url>', 'pass on to this address, the first one answers; may be repeated', alsoAddress)
    .option('--no-forward', 'pass nothing on')
    .option('--rate <limit>', 'how many in a time are let through, such as 5/1s', rate)
    .option('--burst <number>', 'of them, how many at once', whole)
    .option('--no-rate', 'let all through')
    .option('--json', 'print it as JSON')
    .action((name: string, flags: EndpointSetFlags) => endpointSet(name, flags, needs))

  named('remove', 'remove an endpoint; its captures stay')
    .option('--json', 'print what it was as JSON')
    .action((name: string, flags: EndpointFlags) => endpointRemove(name, flags, needs))
}

interface EndpointFlags extends TargetFlags {
  json?: true
}
type EndpointSetFlags = EndpointFlags & SettingFlags

type One = { endpoint: Endpoint }
const all = '/sandbox/endpoints'
const pathOf = (name: string) => `${all}/${encodeURIComponent(name)}`

/** Lists the endpoints, oldest first. */
async function endpointList(flags: EndpointFlags, { terminal, environment }: Shell) {
  const endpoints = await createClient(flags, environment).all<Endpoint>(all, 'endpoints')
  if (endpoints.length === 0 && !flags.json)
    return terminal.log(`there is none; ${commandLine('endpoint set <name>', flags)} makes one`)
  for (const endpoint of endpoints)
    terminal.out(flags.json ? jsonLine(endpoint) : printable(endpointLine(endpoint)))
}

/** Prints one with its rules and what it holds signatures against. */
async function endpointShow(name: string, flags: EndpointFlags, { terminal, environment }: Shell) {
  const answer = await createClient(flags, environment).get<One>(pathOf(name), 'endpoint')
  tell(answer, flags, terminal)
}

/** Changes what is named, and nothing else; makes the endpoint where there is none. */
async function endpointSet(name: string, flags: EndpointSetFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const known = (await client.all<Endpoint>(all, 'endpoints')).find((one) => one.name === name)
  const settings = settingsOf(flags, known?.reply)
  const answer = known
    ? await client.patch<One>(pathOf(name), 'endpoint', settings)
    : await client.post<One>(all, 'endpoint', { name, ...settings })
  tell(answer, flags, terminal)
}

/** Removes one; what it has received stays. */
async function endpointRemove(name: string, flags: EndpointFlags, { terminal, environment }: Shell) {
  const answer = await createClient(flags, environment).delete<One>(pathOf(name), 'endpoint')
  if (flags.json) return terminal.out(jsonLine(answer))
  terminal.out(printable(`${answer.endpoint.name} removed; its captures stay`))
}

function tell(answer: One, flags: EndpointFlags, terminal: Shell['terminal']) {
  if (flags.json) return terminal.out(jsonLine(answer))
  for (const line of [endpointLine(answer.endpoint), ...endpointDetails(answer.endpoint)])
    terminal.out(printable(line))
}
