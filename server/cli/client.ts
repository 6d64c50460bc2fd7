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

/** A further command to the same sandbox, to be pasted. */
function commandLine(words: string, flags: CommandForm): string {
  const target = flags.url
    ? ` --url ${word(flags.url)}`
    : flags.data === undefined
      ? ''
      : ` --data ${word(flags.data)}`
  return `${flags.calledAs} ${words}${target}`
}

/** The commands that do the same as requests that refusals advise. */
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

/** The same of requests that name what they are about, which stands where the `*` is. */
const commandsAbout: [RegExp, string][] = [
  [/\bPOST \/sandbox\/scenarios\/([\w-]+)\/run\b/g, 'scenario run *'],
  [/\bPOST \/sandbox\/runs\/(\w+)\/pause\b/g, 'scenario pause *'],
  [/\bGET \/sandbox\/captures\/(\w+)\/body\b/g, 'capture body *'],
  [/\bGET \/sandbox\/captures\/(cap_\w+)(?!\w|\/)/g, 'capture show *'],
  [/\bGET \/sandbox\/deliveries\/(dlv_\w+)(?!\w|\/)/g, 'deliveries *'],
  [/\bGET \/sandbox\/runs\/(run_\w+)(?!\w|\/)/g, 'scenario runs *'],
  [/\bPATCH \/api\/v0\.1\/webhooks\/([\w-]+)/g, 'subscription set * --enable'],
]

/** An advice of the API as one for who types commands, where there is one that does it; else with its whole address. */
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

/** Of a name with several addresses the collection says nothing, its parts do. */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}

/** What another server answers need not be JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How the API refuses; another server refuses in other ways. */
const refusalForm = z.object({ error: z.object({ message: z.string(), fix: z.string() }) })
const unknownRoute = z.object({ error: z.object({ code: z.literal('route_unknown') }) })
const platformRefusal = z.object({ Message: z.string(), Code: z.string() })
/** Beside its dictionary, such as where nothing can be written: one sentence, and then the next move. */
const otherRefusal = z.object({ message: z.string() }).transform(({ message }) => {
  const [said = '', ...fix] = message.split(/(?<=\.) /)
  return { message: said, fix: fix.join(' ') }
})

/** What a refusal says and advises, for who types commands; undefined of what is none of a sandbox. */
function refusalIn(
  answer: unknown,
  flags: CommandForm,
  base: string,
): { message: string; fix: string } | undefined {
  const own = refusalForm.safeParse(answer).data?.error
  if (own) return { message: inCommands(own.message, flags, base), fix: inCommands(own.fix, flags, base) }
  const ofPlatform = platformRefusal.safeParse(answer).data
  if (ofPlatform)
    return {
      message: `${ofPlatform.Message}.`,
      fix: `${commandLine(`errors ${ofPlatform.Code}`, flags)} says what to do.`,
    }
  return otherRefusal.safeParse(answer).data
}

const askAgain = 'Look whether it still runs, and ask again.'

/** What a sandbox says no to; the next thing that it is asked for may be done all the same. */
export class Refusal extends StartError {}

/** What is asked of a list; without those that are undefined. */
export type Query = Record<string, string | number | undefined>
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`
}

/**
 * The HTTP API of a running sandbox. Each request names a member that its answer has, by which a sandbox is told from
 * another server; a refusal is thrown as a {@link Refusal} with its own words.
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
      // OpenSSL's own words are no words.
      if (codeOf(cause) === 'ERR_SSL_WRONG_VERSION_NUMBER')
        throw new StartError(
          `No sandbox answers at ${base}: no TLS is spoken there.`,
          `Write it as in --url ${word(base.replace(/^https/i, 'http'))}`,
        )
      // It took the request, so that to start another would be the wrong advice, and what was asked may have been done.
      if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(cause)))
        throw new StartError(
          `The sandbox at ${base} went away before it had answered${request.method === 'GET' ? '' : '; what was asked may have been done'}.`,
          askAgain,
        )
      throw new StartError(
        `No sandbox answers at ${base}: ${messageOf(cause)}.`,
        `Start one with ${target.left?.starts ?? calledAs}, or name another with --url URL.`,
      )
    }
  }

  const brokenOff = () =>
    new StartError(`The sandbox at ${base} went away in the middle of its answer.`, askAgain)
  /** Of an answer that is read to its end. */
  const whole = <Read>(reading: Promise<Read>): Promise<Read> =>
    reading.catch(() => {
      throw brokenOff()
    })
  const jsonOf = async (response: Response): Promise<unknown> => jsonIn(await whole(response.text()))

  async function answered(path: string, request: RequestInit): Promise<Response> {
    const response = await send(path, request)
    if (response.ok) return response
    const answer = await jsonOf(response)
    if (unknownRoute.safeParse(answer).success) throw await otherVersion(`${request.method} ${path}`)
    const refusal = refusalIn(answer, flags, base)
    if (refusal !== undefined) throw new Refusal(refusal.message, refusal.fix)
    throw new StartError(
      `${base} answered ${response.status}.`,
      'Is this address a sandbox? Name another with --url URL.',
    )
  }

  async function otherVersion(asked: string): Promise<StartError> {
    const theirs = await ask<Health>('/sandbox/health', 'platform', { method: 'GET' })
    return new StartError(
      `The sandbox at ${base} is version ${theirs.version} and has nothing at ${asked}, which this command of version ${version} asks for.`,
      'Restart it from the same version.',
    )
  }

  const ask = async <Answer>(path: string, member: keyof Answer & string, request: RequestInit) =>
    answerIn<Answer>(await answered(path, request), member)

  async function answerIn<Answer>(response: Response, member: keyof Answer & string): Promise<Answer> {
    const answer = await jsonOf(response)
    if (typeof answer === 'object' && answer !== null && member in answer) return answer as Answer
    throw new StartError(`${base} is no sandbox.`, 'Name another with --url URL.')
  }

  /** An answer without members by which a sandbox is told, once something else has told it. */
  async function told(path: string): Promise<Response> {
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
    /** Where a sandbox left word of its address, unless the address was named. */
    left: target.left,
    /** A further command to the same sandbox, to be pasted. */
    command: (words: string) => commandLine(words, flags),
    /** What the API advises, as the commands that do it. */
    inCommands: (fix: string) => inCommands(fix, flags, base),
    get: <Answer>(path: string, member: keyof Answer & string) =>
      ask<Answer>(path, member, { method: 'GET' }),
    /** A body that is text is JSON already. */
    post: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      ask<Answer>(path, member, json('POST', body)),
    patch: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      ask<Answer>(path, member, json('PATCH', body)),
    /** An answer as it comes, line by line, for what may be too large to hold. */
    async *lines(path: string): AsyncGenerator<string> {
      const { body } = await told(path)
      try {
        if (body) yield* splitLines(body)
      } catch {
        throw brokenOff()
      }
    },
    /** An answer as it is, whole. */
    bytes: async (path: string): Promise<Buffer> => {
      const response = await told(path)
      return Buffer.from(await whole(response.arrayBuffer()))
    },
    delete: <Answer>(path: string, member: keyof Answer & string) =>
      ask<Answer>(path, member, { method: 'DELETE' }),
    /**
     * All rows of a list, oldest first.
     * @param enough says of a row that neither it nor what is older is wanted
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
