/** The commands `arm` and `disarm`: make calls to the emulated API fail, and stop that. */
import { isJson } from '../json/json-source.ts'
import type { ArmedError } from '../wire.ts'
import { duration as sayDuration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { type Making, rowsAsJsonUnless } from './command.ts'
import { actOnEach } from './one-by-one.ts'
import { printLines } from './print-lines.ts'
import { duration, fraction, whole } from './values.ts'
import { bothGiven } from './wrong-call.ts'

const armedPath = '/sandbox/armed-errors'

export function addArmCommands({ speaking }: Making) {
  speaking('arm', 'make calls to the emulated API fail')
    .argument(
      '<what>',
      'an error code such as card_dne; or a status such as 503, reset (closes the connection) or hang (never responds)',
    )
    .option('--method <method>', 'only calls with this method, such as POST')
    .option(
      '--path <pattern>',
      'only calls to this path, without the API prefix, such as /customers/*; * matches any characters',
    )
    .option('--identity <identity>', 'only calls of this identity, such as demo')
    .option('--times <number>', 'how many matching calls fail; all by default', whole)
    .option('--after <number>', 'how many matching calls succeed first; 0 by default', whole)
    .option(
      '--probability <number>',
      'chance that a matching call fails, above 0 and at most 1, such as 0.5; the seed decides which calls',
      fraction,
    )
    .option('--delay <duration>', 'how long to delay the response, such as 500ms', duration)
    .option('--body <text>', 'response body for a status; sent as JSON if it is valid JSON')
    .action(async (what, { delay, body, ...conditions }, { client, tell }) => {
      const order = withBody({ ...answerOf(what), ...conditions, delay_ms: delay }, body)
      const answer = await client.post<{ armed_error: ArmedError; note: string | null }>(
        armedPath,
        'armed_error',
        order,
      )
      const { armed_error, note } = answer
      tell(
        answer,
        () => [`${armed_error.id} armed: ${nameOf(armed_error)} ${conditionsOf(armed_error)}`],
        () => [
          ...(note === null ? [] : [note]),
          `Disarm it with: ${client.command(`disarm ${armed_error.id}`)}`,
        ],
      )
    })

  speaking('disarm', 'remove armed errors; without an id or --all, list them')
    .argument('[id]', 'id of the armed error, as arm prints it')
    .option('--all', 'remove every armed error')
    .json(rowsAsJsonUnless('an id or --all'))
    .action(async (id, { all }, context) => {
      const { client, terminal, json, tellEach } = context
      if (id !== undefined && all) throw bothGiven('An id and --all')
      const armed = id === undefined ? await client.all<ArmedError>(armedPath, 'armed_errors') : []
      const none = `No error is armed. Arm one with: ${client.command('arm CODE')}`
      if (id === undefined && !all) {
        tellEach(armed, (one) => lineOf(one, 'armed'), [none])
        if (json || armed.length === 0) return
        terminal.log(`\nDisarm one with: ${client.command('disarm ID')}`)
        return terminal.log(`Disarm all with: ${client.command('disarm --all')}`)
      }
      if (all && armed.length === 0) terminal.log(none)
      await actOnEach(
        id === undefined ? armed.map((one) => one.id) : [id],
        async (one) => {
          const path = `${armedPath}/${encodeURIComponent(one)}`
          const { armed_error } = await client.delete<{ armed_error: ArmedError }>(path, 'armed_error')
          printLines(terminal, [lineOf(armed_error, 'disarmed')])
          return armed_error
        },
        { ...context, one: 'armed_error', all: 'armed_errors', isAll: id === undefined },
      )
    })
}

/** Digits are a status, `reset` and `hang` are outcomes without a response, and any other word is an error code. */
function answerOf(what: string): Record<string, unknown> {
  if (/^\d+$/.test(what)) return { status: Number(what) }
  return what === 'reset' || what === 'hang' ? { outcome: what } : { code: what }
}

/** The request as JSON. A JSON body is inserted as written: parsing and printing would change some numbers. */
function withBody(order: object, body: string | undefined): string {
  const text = JSON.stringify(order)
  if (body === undefined) return text
  return `${text.slice(0, -1)},"body":${isJson(body) ? body : JSON.stringify(body)}}`
}

/** The error code, the status or the outcome. */
const nameOf = ({ code, status, outcome }: ArmedError): string => code ?? outcome ?? String(status)

/** Which calls fail, and how. */
function conditionsOf(armed: ArmedError): string {
  const { method, path, identity, times, after, probability, delay_ms } = armed
  const calls = [method, path].filter((one) => one !== null).join(' ') || 'every call'
  return [
    `on ${calls}`,
    identity !== null && `identity ${identity}`,
    after > 0 && `after ${plural(after, 'matching call')}`,
    times !== null && plural(times, 'time'),
    probability !== null && `with probability ${probability}`,
    delay_ms > 0 && `delayed by ${sayDuration(delay_ms)}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function lineOf(armed: ArmedError, state: string): string {
  const { id, matched, fired, times } = armed
  const progress = `matched ${matched}, fired ${fired}${fired === times ? ', used up' : ''}`
  return `${id} ${state}: ${nameOf(armed)} ${conditionsOf(armed)}; ${progress}`
}
