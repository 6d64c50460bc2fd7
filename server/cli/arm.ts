import { isJson } from '../json/json-source.ts'
import type { ArmedError } from '../wire.ts'
import { duration as sayDuration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import type { Making } from './command.ts'
import { duration, fraction, whole } from './values.ts'
import { bothGiven } from './wrong-call.ts'

/** The commands that make calls to the platform fail, and take that back. */

const armedPath = '/sandbox/armed-errors'

export function addArmCommands({ speaking }: Making) {
  speaking('arm', 'make calls to the running sandbox fail')
    .argument('<what>', 'a code, a status such as 503, reset (cuts the connection) or hang (never answers)')
    .option('--method <method>', 'only calls with this method')
    .option('--path <pattern>', 'only calls to this path, without the prefix; * stands for any run')
    .option('--identity <identity>', 'only calls of this identity')
    .option('--times <number>', 'how often it fires; always without it', whole)
    .option('--after <number>', 'how many matching calls are let through first', whole)
    .option(
      '--probability <number>',
      'how likely it fires, above 0 and at most 1; drawn from the seed',
      fraction,
    )
    .option('--delay <duration>', 'how long the answer is held back, such as 500ms', duration)
    .option('--body <text>', 'what is answered with a status; JSON where it is JSON')
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
        () => [...(note === null ? [] : [note]), `disarm it: ${client.command(`disarm ${armed_error.id}`)}`],
      )
    })

  speaking('disarm', 'remove what is armed; without an id or --all, list it')
    .argument('[id]', 'what arm printed')
    .option('--all', 'everything that is armed')
    .action(async (id, { all }, { client, terminal, json, tell, tellEach }) => {
      if (id !== undefined && all) throw bothGiven('An id and --all')
      const armed = id === undefined ? await client.all<ArmedError>(armedPath, 'armed_errors') : []
      if (id === undefined && (!all || armed.length === 0)) {
        tellEach(armed, (one) => lineOf(one, 'armed'), [
          `nothing is armed; ${client.command('arm <code>')} arms an error`,
        ])
        if (json || armed.length === 0) return
        terminal.log(`\ndisarm one: ${client.command('disarm <id>')}`)
        return terminal.log(`disarm all: ${client.command('disarm --all')}`)
      }
      for (const one of id === undefined ? armed.map((one) => one.id) : [id]) {
        const path = `${armedPath}/${encodeURIComponent(one)}`
        const answer = await client.delete<{ armed_error: ArmedError }>(path, 'armed_error')
        tell(answer, () => [lineOf(answer.armed_error, 'disarmed')])
      }
    })
}

/** Digits are a status, `reset` and `hang` no answer at all, everything else a code of the catalogue. */
function answerOf(what: string): Record<string, unknown> {
  if (/^\d+$/.test(what)) return { status: Number(what) }
  return what === 'reset' || what === 'hang' ? { outcome: what } : { code: what }
}

/** The order as JSON; a body that is JSON stands in it as it is written, so that its numbers keep their digits. */
function withBody(order: object, body: string | undefined): string {
  const text = JSON.stringify(order)
  if (body === undefined) return text
  return `${text.slice(0, -1)},"body":${isJson(body) ? body : JSON.stringify(body)}}`
}

/** What is answered: a code, a status, or no answer at all. */
const nameOf = ({ code, status, outcome }: ArmedError): string => code ?? outcome ?? String(status)

/** At which calls an armed error fires, and how. */
function conditionsOf(armed: ArmedError): string {
  const { method, path, identity, times, after, probability, delay_ms } = armed
  const calls = [method, path].filter((one) => one !== null).join(' ') || 'every call'
  return [
    `at ${calls}`,
    identity !== null && `of ${identity}`,
    after > 0 && `after ${plural(after, 'call')} let through`,
    times !== null && plural(times, 'time'),
    probability !== null && `with probability ${probability}`,
    delay_ms > 0 && `${sayDuration(delay_ms)} late`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function lineOf(armed: ArmedError, stands: string): string {
  const { id, matched, fired, times } = armed
  const progress = `matched ${matched}, fired ${fired}${fired === times ? ', used up' : ''}`
  return `${id} ${stands}: ${nameOf(armed)} ${conditionsOf(armed)}; ${progress}`
}
