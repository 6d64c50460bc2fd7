import { InvalidArgumentError } from 'commander'
import type { Endpoint } from '../../wire.ts'
import type { CommandContext, Making } from '../command.ts'
import { address, also, duration, names, whole } from '../values.ts'
import { settingsOf } from './settings.ts'
import { endpointDetails, endpointLine } from './words.ts'

/** `5/1s` */
function rate(text: string): { limit: number; per: string } {
  const [, limit, per] = /^(\d{1,7})\/(\S+)$/.exec(text) ?? []
  if (limit === undefined || per === undefined)
    throw new InvalidArgumentError('It must be a number and a period such as 5/1s.')
  return { limit: Number(limit), per }
}

const alsoAddress = (text: string, before: string[] | false | undefined) => also(address(text), before)

type One = { endpoint: Endpoint }
const all = '/sandbox/endpoints'
const pathOf = (name: string) => `${all}/${encodeURIComponent(name)}`

const tellOne = (answer: One, { tell }: CommandContext) =>
  tell(answer, () => [endpointLine(answer.endpoint), ...endpointDetails(answer.endpoint)])

/** The commands below `endpoint`. */
export function addEndpointCommands({ speaking, group }: Making) {
  const endpoint = group('endpoint', 'the addresses that receive: how they answer, and where they pass on to')
  const named = (name: string, description: string) =>
    speaking(name, description, endpoint).argument('<name>', 'what stands behind /in/')

  speaking('list', 'list the endpoints, oldest first', endpoint).action(
    async (_flags, { client, tellEach }) =>
      tellEach(await client.all<Endpoint>(all, 'endpoints'), endpointLine, [
        `there is none; ${client.command('endpoint set <name>')} makes one`,
      ]),
  )

  named('show', 'print one with its rules').action(async (name, _flags, context) =>
    tellOne(await context.client.get<One>(pathOf(name), 'endpoint'), context),
  )

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
    .action(async (name, flags, context) => {
      const { client } = context
      const known = (await client.all<Endpoint>(all, 'endpoints')).find((one) => one.name === name)
      const settings = settingsOf(flags, known?.reply)
      const answer = known
        ? await client.patch<One>(pathOf(name), 'endpoint', settings)
        : await client.post<One>(all, 'endpoint', { name, ...settings })
      tellOne(answer, context)
    })

  named('remove', 'remove an endpoint; its captures stay').action(async (name, _flags, { client, tell }) => {
    const answer = await client.delete<One>(pathOf(name), 'endpoint')
    tell(answer, () => [`${answer.endpoint.name} removed; its captures stay`])
  })
}
