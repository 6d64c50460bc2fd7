/** The commands below `endpoint`: list, show, set and remove endpoints. */
import { InvalidArgumentError } from 'commander'
import type { Endpoint, FixedReply, Reply } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { type CommandContext, type Making, rowsAsJson } from '../command.ts'
import { address, also, duration, names, whole } from '../values.ts'
import { settingsOf } from './settings.ts'

/** `5/1s` */
function rate(text: string): { limit: number; per: string } {
  const [, limit, per] = /^(\d{1,7})\/(\S+)$/.exec(text) ?? []
  if (limit === undefined || per === undefined)
    throw new InvalidArgumentError('Give a number of requests and a period, such as 5/1s.')
  return { limit: Number(limit), per }
}

const alsoAddress = (text: string, before: string[] | false | undefined) => also(address(text), before)

type One = { endpoint: Endpoint }
const all = '/sandbox/endpoints'
const pathOf = (name: string) => `${all}/${encodeURIComponent(name)}`

const tellOne = (answer: One, { tell }: CommandContext) =>
  tell(answer, () => [endpointLine(answer.endpoint), ...endpointDetails(answer.endpoint)])

export function addEndpointCommands({ speaking, group }: Making) {
  const endpoint = group(
    'endpoint',
    'show or change endpoints: how they respond, and where they forward requests',
  )
  const named = (name: string, description: string) =>
    speaking(name, description, endpoint).argument(
      '<name>',
      'name of the endpoint: the part of its address after /in/',
    )

  speaking('list', 'list the endpoints, oldest first', endpoint)
    .json(rowsAsJson)
    .action(async (_flags, { client, tellEach }) =>
      tellEach(await client.all<Endpoint>(all, 'endpoints'), endpointLine, [
        'There are no endpoints.',
        `Create an endpoint with: ${client.command('endpoint set NAME')}`,
      ]),
    )

  named('show', 'show an endpoint with its rules').action(async (name, _flags, context) =>
    tellOne(await context.client.get<One>(pathOf(name), 'endpoint'), context),
  )

  named('set', 'change the given settings of an endpoint, or create the endpoint')
    .option('--reply <what>', 'a status such as 503, reset (closes the connection) or hang (never responds)')
    .option('--steps <list>', 'responses in order; the last one repeats; such as 503,503,200', names)
    .option(
      '--reply-json <json>',
      `the whole reply as JSON, in the form of the HTTP API, such as '{"template":"{{event}}"}'`,
    )
    .option('--body <text>', 'body of the response, or of each step or rule')
    .option('--delay <duration>', 'how long to delay the response, such as 500ms', duration)
    .option('--no-reply', 'respond with 200 again')
    .option('--scheme <scheme>', 'the only accepted signing scheme, such as stripe')
    .option('--scheme-option <name=value>', 'option of the scheme; name:=value reads JSON; repeatable', also)
    .option('--no-scheme-option', 'remove the options of the scheme')
    .option('--no-scheme', 'accept any scheme; the headers decide which')
    .option('--secret <secret>', 'secret to verify signatures with')
    .option('--no-secret', "verify with the subscriptions' secrets")
    .option(
      '--forward <url>',
      'forward requests to this address, such as http://127.0.0.1:3000/hook; repeatable; the first address gives the response',
      alsoAddress,
    )
    .option('--no-forward', 'forward nothing')
    .option('--rate <limit>', 'the most requests in a period, such as 5/1s; more get status 429', rate)
    .option('--burst <number>', 'with --rate: the most requests at once', whole)
    .option('--no-rate', 'no rate limit')
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
    tell(answer, () => [`Endpoint ${answer.endpoint.name} is removed; its captures stay`])
  })
}

/** `503 after 500 ms` */
function sayAnswer({ status, outcome, delay_ms = 0 }: FixedReply): string {
  const answer = outcome ?? String(status)
  return delay_ms === 0 ? answer : `${answer} after ${delay_ms} ms`
}

const sayAnswers = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers].flat().map(sayAnswer).join(', then ')

/** The headers, body and other parts of a response; '' without any. */
function moreOf({ status: _, outcome: __, delay_ms: ___, ...more }: FixedReply): string {
  return Object.keys(more).length === 0 ? '' : ` with ${JSON.stringify(more)}`
}

/** As {@link sayAnswers}, with headers and bodies. */
const sayWhole = (answers: FixedReply | readonly FixedReply[]): string =>
  [answers]
    .flat()
    .map((answer) => `${sayAnswer(answer)}${moreOf(answer)}`)
    .join(', then ')

/** A line for responses with more parts than the line of the endpoint shows. */
const wholeLine = (says: string, answers: FixedReply | readonly FixedReply[]): string[] =>
  [answers].flat().some((answer) => moreOf(answer) !== '') ? [`  ${says} ${sayWhole(answers)}`] : []

function sayReply(reply: Reply | null): string {
  if (reply === null) return '200'
  if (!('rules' in reply)) return sayAnswers(reply)
  const { rules, otherwise } = reply
  return `by ${plural(rules.length, 'rule')}, otherwise ${otherwise ? sayAnswers(otherwise) : '200'}`
}

/** `forwards to http://…, else responds 503, then 200; at most 5 per 1s` */
function sayEndpoint({ reply, forward_to, rate_limit }: Endpoint): string {
  const passes = forward_to.length > 0
  // Without a receiver there is no response to invent: 502 tells the sender why.
  const answers = `responds ${passes && reply === null ? '502' : sayReply(reply)}`
  const does = passes ? `forwards to ${forward_to.join(' and ')}, else ${answers}` : answers
  if (rate_limit === null) return does
  const { limit, per, burst } = rate_limit
  return `${does}; at most ${limit} per ${per}${burst === undefined ? '' : `, ${burst} at once`}`
}

/** `http://127.0.0.1:4400/in/demo responds 200; 3 captures` */
const endpointLine = (endpoint: Endpoint): string =>
  `${endpoint.url} ${sayEndpoint(endpoint)}; ${plural(endpoint.captures, 'capture')}`

/** The parts of responses besides the status, each rule on a line, and what verifies signatures. */
function endpointDetails({ reply, scheme, scheme_options, secret }: Endpoint): string[] {
  const { rules = [], otherwise } = reply !== null && 'rules' in reply ? reply : {}
  return [
    ...(reply === null || 'rules' in reply ? [] : wholeLine('responds', reply)),
    ...rules.map(
      ({ name, when, reply: answers }, at) =>
        `  rule ${at + 1}${name === undefined ? '' : ` “${name}”`}: ${sayWhole(answers)} where ${JSON.stringify(when)}`,
    ),
    ...(otherwise === undefined ? [] : wholeLine('otherwise', otherwise)),
    ...(scheme === null ? [] : [`  only accepts signatures of ${scheme}`]),
    ...(Object.keys(scheme_options).length === 0
      ? []
      : [`  scheme options ${JSON.stringify(scheme_options)}`]),
    ...(secret === null ? [] : [`  secret ${secret}`]),
  ]
}
