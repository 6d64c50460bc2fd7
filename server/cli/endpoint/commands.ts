import { InvalidArgumentError } from 'commander'
import type { Endpoint, FixedReply, Reply } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import type { CommandContext, Making } from '../command.ts'
import { address, also, duration, names, whole } from '../values.ts'
import { settingsOf } from './settings.ts'

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

/** `503 after 500 ms` */
function sayAnswer({ status, outcome, delay_ms = 0 }: FixedReply): string {
  const answer = outcome ?? String(status)
  return delay_ms === 0 ? answer : `${answer} after ${delay_ms} ms`
}

const sayAnswers = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers].flat().map(sayAnswer).join(', then ')

/** Headers, body and the like, as the API takes them; '' where there is none. */
function moreOf({ status: _, outcome: __, delay_ms: ___, ...more }: FixedReply): string {
  return Object.keys(more).length === 0 ? '' : ` with ${JSON.stringify(more)}`
}

/** As {@link sayAnswers}, with all that is answered. */
const sayWhole = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers]
    .flat()
    .map((answer) => `${sayAnswer(answer)}${moreOf(answer)}`)
    .join(', then ')

/** A line of answers that hold more than what the line of the endpoint says. */
const wholeLine = (says: string, answers: FixedReply | readonly FixedReply[]): string[] =>
  [answers].flat().some((answer) => moreOf(answer) !== '') ? [`  ${says} ${sayWhole(answers)}`] : []

function sayReply(reply: Reply | null): string {
  if (reply === null) return '200'
  if (!('rules' in reply)) return sayAnswers(reply)
  const { rules, otherwise } = reply
  return `by ${plural(rules.length, 'rule')}, otherwise ${otherwise ? sayAnswers(otherwise) : '200'}`
}

/** What an endpoint does with what it gets: `passes on to http://…, else answers 503, then 200; at most 5 per 1s` */
function sayEndpoint({ reply, forward_to, rate_limit }: Endpoint): string {
  const passes = forward_to.length > 0
  // Nothing is made up for who is not there: 502 tells the sender why.
  const answers = `answers ${passes && reply === null ? '502' : sayReply(reply)}`
  const does = passes ? `passes on to ${forward_to.join(' and ')}, else ${answers}` : answers
  if (rate_limit === null) return does
  const { limit, per, burst } = rate_limit
  return `${does}; at most ${limit} per ${per}${burst === undefined ? '' : `, ${burst} at once`}`
}

/** `http://127.0.0.1:4400/in/demo answers 200; 3 captures` */
const endpointLine = (endpoint: Endpoint): string =>
  `${endpoint.url} ${sayEndpoint(endpoint)}; ${plural(endpoint.captures, 'capture')}`

/** What is answered beside the status, the rules of a reply one a line, and what signatures are held against. */
function endpointDetails({ reply, scheme, scheme_options, secret }: Endpoint): string[] {
  const { rules = [], otherwise } = reply !== null && 'rules' in reply ? reply : {}
  return [
    ...(reply === null || 'rules' in reply ? [] : wholeLine('answers', reply)),
    ...rules.map(
      ({ name, when, reply: answers }, at) =>
        `  rule ${at + 1}${name === undefined ? '' : ` “${name}”`}: ${sayWhole(answers)} where ${JSON.stringify(when)}`,
    ),
    ...(otherwise === undefined ? [] : wholeLine('otherwise', otherwise)),
    ...(scheme === null ? [] : [`  signed by ${scheme}, and by nothing else`]),
    ...(Object.keys(scheme_options).length === 0 ? [] : [`  its options ${JSON.stringify(scheme_options)}`]),
    ...(secret === null ? [] : [`  secret ${secret}`]),
  ]
}
