/** The HTTP client of the commands: sends requests to a running sandbox, and turns refusals into errors. */
import { z } from 'zod'
import { sessionHeader } from '../api/route.ts'
import { codeOf } from '../client/outcome.ts'
import { StartError } from '../failures.ts'
import { askAgain, causeOf, createAsk, type Query, SandboxError } from '../library/ask.ts'
import { version } from '../version.ts'
import type { Health } from '../wire.ts'
import { type Said, say } from '../words/act.ts'
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

/** The commands for the calls that refusals of the API recommend, with the arguments that are no options. */
const commands: Record<string, string> = {
  changeSubscription: 'subscription set {id}',
  getCapture: 'capture show {id}',
  getCaptureBody: 'capture body {id}',
  getDelivery: 'deliveries {id}',
  getRun: 'scenario runs {id}',
  listArmedErrors: 'disarm',
  listCalls: 'calls',
  listCaptures: 'captures',
  listDeliveries: 'deliveries',
  listEndpoints: 'endpoint list',
  listErrors: 'errors',
  listEventKinds: 'trigger --help',
  listFaultRules: 'fault-rule list',
  listLanguages: 'code',
  listObjects: 'objects',
  listRuns: 'scenario runs',
  listScenarios: 'scenario list',
  listSubscriptions: 'subscriptions',
  makeEndpoint: 'endpoint set {name}',
  pauseRun: 'scenario pause {id}',
  runScenario: 'scenario run {name}',
}

/** A fix of the API with commands, or with whole addresses for what no command does. */
export const inCommands = (fix: Said, flags: CommandForm, base: string): string =>
  say(fix, ({ operation, given, request }) => {
    const command = operation === null ? '' : commands[operation]
    if (command === undefined) return request.replace(' ', ` ${base}`)
    const filled = command.replace(/\{(\w+)\}/g, (_, name: string) =>
      given[name] === undefined ? name.toUpperCase() : word(String(given[name])),
    )
    const options = Object.entries(given).flatMap(([name, value]) =>
      command.includes(`{${name}}`) ? [] : optionOf(name, value),
    )
    return operation === null ? options.join(' ') : commandLine([filled, ...options].join(' '), flags)
  })

const optionOf = (name: string, value: string | true): string =>
  value === true ? `--${name}` : value === 'enabled' ? '--enable' : `--${name} ${word(value)}`

/** A refusal by the platform, whose code the command `errors` explains. */
const ofPlatform = z.object({ Code: z.string() })

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

/**
 * The HTTP API of a running sandbox. Each request names a member of its response, which other servers lack. Throws refusals
 * of the sandbox as {@link Refusal}.
 */
export function createClient(given: TargetFlags, { environment, calledAs, session }: Surroundings) {
  const flags = { ...given, calledAs }
  const target = targetOf(flags, environment)
  const { base } = target
  let isMeant: Promise<void> | undefined
  let named: string | undefined
  const ask = createAsk({ base, fetch: send })

  async function send(request: Request): Promise<Response> {
    isMeant ??= refuseAnother(target)
    await isMeant
    named ??= session?.()
    if (named !== undefined) request.headers.set(sessionHeader, named)
    try {
      return await fetchUnlessSilent(request)
    } catch (error) {
      if (error instanceof StartError) throw error
      const { cause, message } = causeOf(error)
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
        `No sandbox responds at ${base}: ${message}.`,
        `Start one with ${target.left?.starts ?? calledAs}, or choose another with --url URL.`,
      )
    }
  }

  /** Puts what the sandbox refuses into the words of commands. */
  async function told<Answer>(asking: Promise<Answer>, asked: string): Promise<Answer> {
    try {
      return await asking
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      const { code, reason, fix, said, answer } = error
      if (code === 'not_a_sandbox')
        throw new StartError(reason, 'Give the address of a sandbox with --url URL.')
      if (code === 'unreachable') throw new StartError(reason, fix)
      if (code === 'route_unknown') throw await otherVersion(asked)
      const platformCode = ofPlatform.safeParse(answer).data?.Code
      throw new Refusal(
        reason,
        platformCode === undefined
          ? inCommands(said, flags, base)
          : `Explain the error with: ${commandLine(`errors ${platformCode}`, flags)}`,
        answer,
      )
    }
  }

  async function otherVersion(asked: string): Promise<StartError> {
    const theirs = await json<Health>('GET', '/sandbox/health', { member: 'platform' })
    return new StartError(
      `The sandbox at ${base} is version ${theirs.version} and lacks ${asked}, which this command of version ${version} needs.`,
      'Restart the sandbox with the version of this command.',
    )
  }

  const json = <Answer>(method: string, path: string, asked: { member: string; body?: unknown }) =>
    told(ask.json<Answer>(method, path, asked), `${method} ${path}`)

  /** A response that is not JSON, after checking that the server is a sandbox. */
  async function fetched(path: string): Promise<Response> {
    await json<Health>('GET', '/sandbox/health', { member: 'platform' })
    return told(ask.answered('GET', path), `GET ${path}`)
  }

  return {
    base,
    /** The file with the sandbox's address, unless the address was given. */
    left: target.left,
    /** A command to the same sandbox, for pasting. */
    command: (words: string) => commandLine(words, flags),
    get: <Answer>(path: string, member: keyof Answer & string) => json<Answer>('GET', path, { member }),
    /** A body of type string is JSON already. */
    post: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      json<Answer>('POST', path, { member, body }),
    patch: <Answer>(path: string, member: keyof Answer & string, body: unknown) =>
      json<Answer>('PATCH', path, { member, body }),
    delete: <Answer>(path: string, member: keyof Answer & string) => json<Answer>('DELETE', path, { member }),
    /** The lines of a response that may be too large for memory. */
    async *lines(path: string): AsyncGenerator<string> {
      const { body } = await fetched(path)
      if (!body) return
      const lines = splitLines(body)
      try {
        for (;;) {
          const { done, value } = await told(ask.whole(lines.next()), `GET ${path}`)
          if (done) return
          yield value
        }
      } finally {
        // The rest of a response that nobody reads would keep the process alive.
        await lines.return(undefined)
      }
    },
    /** The bytes of a whole response. */
    bytes: async (path: string): Promise<Buffer> => {
      const response = await fetched(path)
      return Buffer.from(await told(ask.whole(response.arrayBuffer()), `GET ${path}`))
    },
    /**
     * All rows of a list, oldest first.
     * @param enough whether this row and all older rows are unwanted
     */
    all: <Row>(
      path: string,
      plural: string,
      { query, enough }: { query?: Query; enough?(row: Row): boolean } = {},
    ): Promise<Row[]> => told(ask.all<Row>(path, plural, query, enough), `GET ${path}`),
  }
}
export type Client = ReturnType<typeof createClient>
