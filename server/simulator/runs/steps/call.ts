/** The step that calls an API. */
import { valueAt } from '../../../events/overrides.ts'
import { platformPrefix, runHeader } from '../../../http/prefix.ts'
import { answerWords } from '../../../words/answer.ts'
import { keysIn } from '../../../words/json-path.ts'
import type { Read } from '../../scenarios/kinds.ts'
import type { Done, StepWorld } from '../context.ts'
import { StepFailure } from '../failure.ts'
import { mismatches, sayMismatch, saySiblings } from '../matching.ts'

/** Calls the emulated API as the run's identity, or the sandbox's own API. */
export async function call(given: Read<'call'>, world: StepWorld): Promise<Done> {
  const { needs, run, unlessOver } = world
  const { method, path } = given.call
  const isOwn = /^\/sandbox(?:\/|$)/.test(path)
  const url = `http://localhost${isOwn || path.startsWith(`${platformPrefix}/`) ? '' : platformPrefix}${path}`
  const { id, identity } = run()
  const pair = { identity, authorization: authorizationOf(identity, needs) }
  const headers = new Headers({ [runHeader]: id })
  if (!isOwn) {
    headers.set('identity', pair.identity)
    headers.set('authorization', pair.authorization)
  }
  if (given.body !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, String(value))
  }
  const body = bodyOf(given.body)
  const response = await unlessOver(needs.fetch(requestTo(url, { method, headers, body }), { id, pair }))
  const { status, text } = await unlessOver(answerOf(response))
  return checked(given, {
    status,
    answer: parsed(text),
    armed: () => armedOf(url, { method, status }, world),
  })
}

/** The armed error behind a response: a scenario that does not expect an error fails by it. */
function armedOf(
  url: string,
  { method, status }: { method: string; status: number },
  { needs, run }: StepWorld,
): string | undefined {
  const filters = { run_id: run().id, method, status: `${status}` }
  const { pathname, search } = new URL(url)
  const made = needs.calls.list
    .page({ filters, limit: 50 })
    .rows.find(({ path }) => path === `${pathname}${search}`)
  return made?.armed?.startsWith('arm_') ? made.armed : undefined
}

function requestTo(url: string, about: { method: string; headers: Headers; body: string | null }): Request {
  try {
    return new Request(url, about)
  } catch (error) {
    throw new StepFailure(
      `call: no request can be made of it: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

const bodyOf = (body: unknown) =>
  body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)

/** The credentials that the config lists for the identity, if it lists any. */
function authorizationOf(identity: string, { config, key }: StepWorld['needs']): string {
  return config.auth.keys.find((one) => one.identity === identity)?.authorization ?? key.authorization
}

/** Status 0 means no response: an armed reset or hang. */
async function answerOf(response: Response): Promise<{ status: number; text: string }> {
  if (response.headers.has('x-hono-already-sent')) return { status: 0, text: '' }
  return { status: response.status, text: await response.text() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Answered {
  status: number
  answer: unknown
  armed(): string | undefined
}

function checked(given: Read<'call'>, { status, answer, armed }: Answered): Done {
  const said = status === 0 ? 'no answer' : `${status}`
  const isRight = given.status === undefined ? status > 0 && status < 400 : status === given.status
  if (!isRight) {
    const wanted =
      given.status === undefined ? 'a status below 400' : given.status === 0 ? 'no answer' : given.status
    const by = armed()
    throw new StepFailure(
      `status: expected ${wanted}, and it was ${said}${sayReason(status, answer)}${by ? `; it was answered by the armed error ${by}` : ''}.`,
    )
  }
  const [first, ...others] = mismatches(answer, given.answer ?? {})
  if (!first) {
    const words = answerWords(answer)
    return {
      detail: status === 0 ? said : `${said}${sayId(answer)}`,
      result: { status, ...(words !== null && { answer: words }) },
      keeps: answer,
    }
  }
  const words = keysIn(first.path)
  const hint =
    first.actual === undefined
      ? `: ${saySiblings(valueAt(answer, words.slice(0, -1)), words.at(-1) ?? '')}`
      : ''
  const all = [`${sayMismatch(first)}${hint}`, ...others.map(sayMismatch)]
  throw new StepFailure(`answer: ${all.join('; ')}.`.replace(/\?\.$/, '?'))
}

/** The id of what was created. */
function sayId(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const [name, id] = Object.entries(answer).find(([key]) => /(?:^|_)id$/.test(key)) ?? []
  return typeof id === 'string' ? `, ${name} ${id}` : ''
}

/** The reason of a refusal, from either API. */
function sayReason(status: number, answer: unknown): string {
  const code = valueAt(answer, ['Code']) ?? valueAt(answer, ['error', 'code'])
  const message =
    valueAt(answer, ['Message']) ?? valueAt(answer, ['error', 'message']) ?? valueAt(answer, ['message'])
  const told = [code, message].filter((one) => typeof one === 'string')
  // Some platform errors only contain the invalid fields.
  const said = told.length === 0 && status >= 400 ? JSON.stringify(answer) : told.join(': ')
  return said === '' ? '' : ` (${said.slice(0, 300).replace(/\.$/, '')})`
}
