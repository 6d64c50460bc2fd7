/** Starts a sandbox from its settings, and prints its banner and its troubles. */

import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { drainMs } from '../drain.ts'
import { Shortage, StartError, toFailure } from '../failures.ts'
import { isLoopback } from '../http/loopback.ts'
import { hostOf } from '../http/origins.ts'
import type { Outside } from '../outside.ts'
import type { Sandbox, SandboxOptions } from '../sandbox.ts'
import { version } from '../version.ts'
import type { Subscription } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { type Loosened, loosenedWarning } from '../words/loosened.ts'
import { plural } from '../words/plural.ts'
import { printable } from '../words/printable.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import { createClient, Refusal } from './client.ts'
import type { ProgramNeeds } from './command.ts'
import { createLog } from './log.ts'
import { configFor } from './settings.ts'
import { type SettingFlags, type Settings, settingsIn } from './subscription/settings.ts'
import { subscribeOnce } from './subscription/subscribe.ts'
import type { Terminal } from './terminal.ts'

/** The flags of `serve` beside those of the settings. */
export interface ServeFlags extends SettingFlags {
  data?: string
  to?: string
  json?: true
  detach?: true
}

interface Starting extends Pick<SandboxOptions, 'origins' | 'playback' | 'onRefused' | 'onStop'> {
  terminal: Terminal
  outside: Outside
  /** The version that the sandbox reports; by default the version of this program. */
  version?: string
}

/** Starts a sandbox that only logs its troubles. */
export async function start(config: Config, { terminal, ...options }: Starting): Promise<Sandbox> {
  // Loaded late: this is two thirds of the program, and most commands do not need it. The
  // adapter comes along, so that the first request need not load it.
  const [{ startSandbox }] = await Promise.all([import('../sandbox.ts'), import('@hono/node-server')])
  return startSandbox(config, {
    version,
    ownsProcess: true,
    ...options,
    pageFolder: fileURLToPath(new URL('../ui', import.meta.url)),
    onTrouble: createTroubleLog({ write: terminal.log, elapsed: options.outside.elapsed }),
  })
}

/** A running sandbox, and the receiver of `--to`. */
interface Served {
  sandbox: Sandbox
  receiver: Subscription | undefined
}

/** The settings that loosen security. */
export function loosenedBy({
  host,
  allowed_hosts,
  allowed_origins,
  public_url,
  delivery,
}: Config): Loosened[] {
  const isOpen = (name: string) => name !== 'localhost' && !(isIP(name) > 0 && isLoopback(name))
  const reached = public_url === null ? [] : [hostOf(public_url)]
  return [
    ...(isOpen(host) ? [{ kind: 'host', host } as const] : []),
    ...allowed_hosts.map((one) => ({ kind: 'allowed_host', host: one }) as const),
    ...reached.filter(isOpen).map((one) => ({ kind: 'public_url', host: one }) as const),
    ...allowed_origins.map((origin) => ({ kind: 'allowed_origin', origin }) as const),
    ...(['allow_public', 'insecure_tls'] as const).filter((kind) => delivery[kind]).map((kind) => ({ kind })),
  ]
}

/** Starts a sandbox with a log, and subscribes the receiver of `--to`. */
export async function serve(flags: ServeFlags, needs: ProgramNeeds): Promise<Served> {
  const served = await startServed(flags, needs)
  const { sandbox } = served
  sandbox.listen(
    createLog({
      write: needs.terminal.log,
      colour: needs.terminal.logColour ?? false,
      now: sandbox.now,
      elapsed: needs.outside.elapsed,
    }),
  )
  return served
}

/**
 * The same without a log of what happens.
 * @param fixed the settings that the command itself decides, by key
 */
export async function startServed(
  flags: ServeFlags,
  needs: ProgramNeeds,
  fixed: Readonly<Record<string, unknown>> = {},
): Promise<Served> {
  const { terminal, outside, end } = needs
  const settings = settingsIn(flags)
  if (flags.to === undefined && Object.keys(settings).length > 0)
    throw new StartError(
      `${Object.keys(settings).join(', ')}: only a subscription has these settings, and --to is missing.`,
      'Add --to with the URL of your receiver.',
    )
  const { config, origins, warnings } = configFor({ flags, environment: needs.environment, fixed })
  for (const warning of [...warnings, ...loosenedBy(config).map(loosenedWarning)])
    terminal.log(printable(warning))
  const sandbox = await start(config, {
    terminal,
    outside,
    origins,
    onRefused: (line) => terminal.log(printable(line)),
    ...(end && { onStop: end }),
  })
  const receiver = flags.to === undefined ? undefined : await receiverAt(flags.to, settings, sandbox, needs)
  return { sandbox, receiver }
}

/** Subscribes the receiver for every event; closes the sandbox if the receiver is refused. */
async function receiverAt(
  url: string,
  settings: Settings,
  sandbox: Sandbox,
  { terminal, calledAs }: ProgramNeeds,
) {
  try {
    const client = createClient({ url: sandbox.url }, { environment: {}, calledAs })
    const { subscription, warnings } = await subscribeOnce(client, { url, events: ['*'], settings })
    for (const warning of warnings) terminal.log(printable(warning))
    return subscription
  } catch (error) {
    await sandbox.close()
    if (!(error instanceof Refusal)) throw error
    throw new StartError(error.message, error.fix)
  }
}

/** Closes a sandbox, and prints what the end waits for. */
export function closing(sandbox: Sandbox, terminal: Terminal): Promise<void> {
  const count = sandbox.underWay()
  if (count > 0)
    terminal.log(
      `Waiting up to ${duration(drainMs)} for the responses to ${plural(count, 'delivery', 'deliveries')}. Press Ctrl-C again to stop at once. Open deliveries continue at the next start.`,
    )
  return sandbox.close()
}

/** Prints that a sandbox is ready, as text or as one line of JSON. */
export function announce(
  { sandbox, receiver }: Served,
  flags: ServeFlags,
  { terminal, calledAs }: Pick<ProgramNeeds, 'terminal' | 'calledAs'>,
) {
  const { url } = sandbox
  const ready = { ready: true, url, ...(receiver && { secret: receiverSecret(receiver) }) }
  terminal.out(flags.json ? JSON.stringify(ready) : banner(sandbox, receiver ?? sandbox.demo(), calledAs))
}

function banner(
  sandbox: Sandbox,
  receiver: Pick<Subscription, 'url' | 'secret' | 'public_key'> | undefined,
  calledAs: string,
): string {
  const { platform } = sandbox
  return [
    `Webhook Sandbox ${version}`,
    '',
    `  Page      ${sandbox.publicUrl}/`,
    `  API       ${platform.url}   (Authorization: ${platform.authorization}, Identity: ${platform.identity})`,
    receiver && `  Receiver  ${printable(receiver.url)}`,
    receiver && `  Secret    ${receiverSecret(receiver)}`,
    `  Seed      ${sandbox.seed}`,
    sandbox.clockStands() &&
      `  Clock     stopped at ${sandbox.now()}; start it with: ${calledAs} clock real --url ${sandbox.url}`,
    '',
    '  Fire an event:',
    '',
    `  curl -s ${sandbox.url}/sandbox/events -H 'content-type: application/json' -d '{"event":"card.created"}'`,
    '',
    '  Stop the sandbox with Ctrl-C.',
    '',
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
}

/** How long a trouble of the same kind is not logged again, in ms: it occurs in many places until somebody mends it. */
const againMs = 5000

/**
 * Logs troubles: a defect with its stack, anything else as one line with a fix. Examples are a full disk, a lack of file
 * handles, and a setting that the start had to change.
 * @param needs.elapsed a monotonic time, in ms
 */
export function createTroubleLog(needs: { write(line: string): void; elapsed(): number }) {
  const toldAt = new Map<string, number>()

  function tellAtTimes(kind: string, { message, fix }: { message: string; fix: string }) {
    const now = needs.elapsed()
    if (now - (toldAt.get(kind) ?? Number.NEGATIVE_INFINITY) < againMs) return
    toldAt.set(kind, now)
    needs.write(`${message} ${fix}`)
  }

  return (error: unknown) => {
    if (error instanceof Shortage) return tellAtTimes('shortage', error)
    if (error instanceof StartError) return needs.write(`${error.message} ${error.fix}`)
    const failure = toFailure(error)
    if (failure.code === 'storage') return tellAtTimes('storage', failure)
    needs.write(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}
