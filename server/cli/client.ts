/** The HTTP client of the commands: sends requests to a running sandbox, and turns refusals into errors. */
import { z } from 'zod'
import { sessionHeader } from '../api/route.ts'
import { codeOf } from '../client/outcome.ts'
import { StartError } from '../failures.ts'
import { version } from '../version.ts'
import type { Health } from '../wire.ts'
import { word } from '../words/shell-words.ts'
import { fetchUnlessSilent } from './silence.ts'
import { splitLines } from './split-lines.ts'
import { refuseAnother, type TargetFlags, targetOf } from './target.ts'
import type { Shell } from './terminal.ts'

/** How further commands begin, and which sandbox they are for. */
interface CommandForm extends TargetFlags {
  calledAs: string
}

/** What a client takes from its surroundings. */
interface Surroundings extends Pick<Shell, 'environment' | 'calledAs'> {
  /** The value of the header `Sandbox-Session`. */
  session?: (() => string) | undefined
}

/** A command to the same sandbox, for pasting. */
function commandLine(words: string, flags: CommandForm): string {
  const target = flags.url
    ? ` --url ${word(flags.url)}`
    : flags.data === undefined
      ? ''
      : ` --data ${word(flags.data)}`
  return `${flags.calledAs} ${words}${target}`
}

/** The commands for requests that refusals of the API recommend. */
const commands: Record<string, string> = {
  'GET captures': 'captures',
  'GET subscriptions': 'subscriptions',
  'GET deliveries': 'deliveries',
  'GET deliveries?state=sending': 'deliveries --state sending',
  'GET calls': 'calls',
  'GET endpoints': 'endpoint list',
  'POST endpoints': 'endpoint set NAME',
  'GET scenarios': 'scenario list',
  'GET runs': 'scenario runs',
  'GET fault-rules': 'fault-rule list',
  'GET armed-errors': 'disarm',
  'GET catalogue/errors': 'errors',
  'GET catalogue/events': 'trigger --help',
  'GET catalogue/languages': 'code',
}

/** The commands for requests with an id or a name, which replaces the `*`. */
const commandsAbout: [RegExp, string][] = [
  [/\bPOST \/sandbox\/scenarios\/([\w-]+)\/run\b/g, 'scenario run *'],
  [/\bPOST \/sandbox\/runs\/(\w+)\/pause\b/g, 'scenario pause *'],
  [/\bGET \/sandbox\/captures\/(\w+)\/body\b/g, 'capture body *'],
  [/\bGET \/sandbox\/captures\/(cap_\w+)(?!\w|\/)/g, 'capture show *'],
  [/\bGET \/sandbox\/deliveries\/(dlv_\w+)(?!\w|\/)/g, 'deliveries *'],
  [/\bGET \/sandbox\/runs\/(run_\w+)(?!\w|\/)/g, 'scenario runs *'],
  [/\bPATCH \/api\/v0\.1\/webhooks\/([\w-]+)/g, 'subscription set * --enable'],
]

/** Replaces requests in a fix of the API by commands, or by whole addresses if no command does the same. */
export const inCommands = (fix: string, flags: CommandForm, base: string): string =>
  commandsAbout
    .reduce(
      (text, [request, words]) =>
        text.replace(request, (_request, about: string) => commandLine(words.replace('*', about), flags)),
      fix,
    )
    .replaceAll('"force": true', '--force')
    .replaceAll('"overlap": "0s"', '--overlap 0s')
    .replace(
      /\b(GET|POST) \/sandbox\/([a-z/-]+(?:\w{3}_\w+|\?[\w=]+)?)(?![\w{?/-])/g,
      (request, method: string, path: string) => {
        const [list, sought] = path.split('?q=')
        const words = commands[`${method} ${list}`]
        if (words === undefined) return request.replace(' ', ` ${base}`)
        return commandLine(sought === undefined ? words : `${words} --q ${sought}`, flags)
      },
    )

/** The message of an error. An AggregateError, for a host with several addresses, has no message of its own. */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}

/** Parses JSON. The response of another server need not be JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal by the API of the sandbox. */
const refusalForm = z.object({ error: z.object({ message: z.string(), fix: z.string() }) })
const unknownRoute = z.object({ error: z.object({ code: z.literal('route_unknown') }) })
const platformRefusal = z.object({ Message: z.string(), Code: z.string() })
/** A refusal outside of the error dictionary, such as for a full disk: one sentence, then the fix. */
const otherRefusal = z.object({ message: z.string() }).transform(({ message }) => {
  const [said = '', ...fix] = message.split(/(?<=\.) /)
  return { message: said, fix: fix.join(' ') }
})

/** The message and fix of a refusal, with commands in place of requests. Undefined if the response is not from a sandbox. */
function refusalIn(answer: unknown, flags: CommandForm, base: string): Refusal | undefined {
  const own = refusalForm.safeParse(answer).data?.error
  if (own) return new Refusal(inCommands(own.message, flags, base), inCommands(own.fix, flags, base), answer)
  const ofPlatform = platformRefusal.safeParse(answer).data
  if (ofPlatform) {
    const fix = `Explain the error with: ${commandLine(`errors ${ofPlatform.Code}`, flags)}`
    return new Refusal(`${ofPlatform.Message}.`, fix, answer)
  }
  const other = otherRefusal.safeParse(answer).data
  return other && new Refusal(other.message, other.fix, answer)
}

const askAgain = 'Check whether the sandbox still runs, then try again.'

/** A refusal by the sandbox. Other requests may still succeed. */
export class Refusal extends StartError {
  constructor(
    message: string,
    fix: string,
    /** The answer as the sandbox gave it. */
    readonly answer: unknown,
    exitCode?: number,
  ) {
    super(message, fix, exitCode)
  }
}

/** The query of a list. Undefined values are left out. */
export type Query = Record<string, string | number | undefined>
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`
}

/**
 * The HTTP API of a running sandbox. Each request names a member of its response, which other servers lack. Throws refusals
 * of the sandbox as {@link Refusal}.
 */
export function createClient(given: TargetFlags, { environment, calledAs, session }: Surroundings) {
  const flags = { ...given, calledAs }
  const target = targetOf(flags, environment)
  const { base } = target
  let isMeant: Promise<void> | undefined
  let named: HeadersInit | undefined

  async function send(path: string, request: RequestInit): Promise<Response> {
    isMeant ??= refuseAnother(target)
    await isMeant
    try {
      named ??= session && { [sessionHeader]: session() }
      return await fetchUnlessSilent(base, path, { ...request, headers: { ...request.headers, ...named } })
    } catch (error) {
      if (error instanceof StartError) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      // OpenSSL's own message is not helpful.
      if (codeOf(cause) === 'ERR_SSL_WRONG_VERSION_NUMBER')
        throw new StartError(
          `No sandbox responds at ${base}: the server does not use TLS.`,
          `Use http instead: --url ${word(base.replace(/^https/i, 'http'))}`,
        )
      // The sandbox accepted the request and may have carried it out, so starting another sandbox would be wrong advice.
      if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(cause)))
        throw new StartError(
          `The sandbox at ${base} closed the connection before it responded.${request.method === 'GET' ? '' : ' The request may have taken effect.'}`,
          askAgain,
        )
      throw new StartError(
        `No sandbox responds at ${base}: ${messageOf(cause)}.`,
        `Start one with ${target.left?.starts ?? calledAs}, or choose another with --url URL.`,
      )
    }
  }

  const cutShort = () =>
    new StartError(`The sandbox at ${base} closed the connection in the middle of its response.`, askAgain)
  /** Reads a response to its end. */
  const whole = <Read>(reading: Promise<Read>): Promise<Read> =>
    reading.catch(() => {
      throw cutShort()
    })
  const jsonOf = async (response: Response): Promise<unknown> => jsonIn(await whole(response.text()))

  async function answered(path: string, request: RequestInit): Promise<Response> {
    const response = await send(path, request)
    if (response.ok) return response
    const answer = await jsonOf(response)
    if (unknownRoute.safeParse(answer).success) throw await otherVersion(`${request.method} ${path}`)
    const refusal = refusalIn(answer, flags, base)
    if (refusal !== undefined) throw refusal
    throw new StartError(
      `${base} responded with status ${response.status}, but not as a sandbox.`,
      'Give the address of a sandbox with --url URL.',
    )
  }

  async function otherVersion(asked: string): Promise<StartError> {
    const theirs = await ask<Health>('/sandbox/health', 'platform', { method: 'GET' })
    return new StartError(
      `The sandbox at ${base} is version ${theirs.version} and lacks ${asked}, which this command of version ${version} needs.`,
      'Restart the sandbox with the version of this command.',
    )
  }

  const ask = async <Answer>(path: string, member: keyof Answer & string, request: RequestInit) =>
    answerIn<Answer>(await answered(path, request), member)

  async function answerIn<Answer>(response: Response, member: keyof Answer & string): Promise<Answer> {
    const answer = await jsonOf(response)
    if (typeof answer === 'object' && answer !== null && member in answer) return answer as Answer
    throw new StartError(`${base} is not a sandbox.`, 'Give the address of a sandbox with --url URL.')
  }

  /** A response that is not JSON, after checking that the server is a sandbox. */
  async function fetched(path: string): Promise<Response> {
    await ask<Health>('/sandbox/health', 'platform', { method: 'GET' })
    return answered(path, { method: 'GET' })
  }

  const json = (method: 'POST' | 'PATCH', body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  return {
    base,
    /** The file with the sandbox's address, unless the address was given. */
    left: target.left,
    /** A command to the same sandbox, for pasting. */
    command: (words: string) => commandLine(words, flags),
    /** Replaces requests in a fix of the API by commands. */
    inCommands: (fix: string) => inCommands(fix, flags, base),
    get: <Answer>(path: string, member: keyof Answer & string) =>
      ask<Answer>(path, member, { method: 'GET' }),
    /** A body of type string is JSON already. */
    post: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      ask<Answer>(path, member, json('POST', body)),
    patch: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      ask<Answer>(path, member, json('PATCH', body)),
    /** The lines of a response that may be too large for memory. */
    async *lines(path: string): AsyncGenerator<string> {
      const { body } = await fetched(path)
      try {
        if (body) yield* splitLines(body)
      } catch {
        throw cutShort()
      }
    },
    /** The bytes of a whole response. */
    bytes: async (path: string): Promise<Buffer> => {
      const response = await fetched(path)
      return Buffer.from(await whole(response.arrayBuffer()))
    },
    delete: <Answer>(path: string, member: keyof Answer & string) =>
      ask<Answer>(path, member, { method: 'DELETE' }),
    /**
     * All rows of a list, oldest first.
     * @param enough whether this row and all older rows are unwanted
     */
    async all<Row>(
      path: string,
      plural: string,
      { query = {}, enough = () => false }: { query?: Query; enough?(row: Row): boolean } = {},
    ): Promise<Row[]> {
      type Page = Record<string, Row[]> & { next: string | null }
      const rows: Row[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const asked = withQuery(path, { ...query, limit: 500, ...(cursor && { cursor }) })
        const page: Page = await ask<Page>(asked, 'next', { method: 'GET' })
        const all = page[plural] ?? []
        const end = all.findIndex(enough)
        rows.push(...(end < 0 ? all : all.slice(0, end)))
        cursor = end < 0 ? page.next : null
      }
      return rows.reverse()
    },
  }
}
export type Client = ReturnType<typeof createClient>
