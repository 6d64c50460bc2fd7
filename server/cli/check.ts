/** The command that checks a webhook receiver and reports what is wrong with it. */

import type { Command } from 'commander'
import { introLines, toldProgress } from '../check/reports/text.ts'
import { failOns, withBaseline } from '../check/score.ts'
import { StartError } from '../failures.ts'
import { drawSecretBytes } from '../outside.ts'
import type { CatalogueScheme, Check, Health, Subscription } from '../wire.ts'
import { addressOf, isSameAddress } from '../words/address.ts'
import { word } from '../words/shell-words.ts'
import { breakable } from './breakable.ts'
import { judge, type ReportFlags, readBaseline, report } from './check-output.ts'
import { ciHelp } from './ci-reports.ts'
import { type Client, createClient } from './client.ts'
import type { ProgramNeeds } from './command.ts'
import { serveCount } from './effects-command.ts'
import { logLines, printLines } from './print-lines.ts'
import { start } from './serve.ts'
import { configFor } from './settings.ts'
import { targetOf } from './target.ts'
import { address, choice, duration, names, whole } from './values.ts'
import { endsWrongCalls, wrongCall } from './wrong-call.ts'

interface CheckFlags extends ReportFlags {
  /** Whether the sandbox ends after the check, and its records with it. */
  isGone?: true
  scheme?: string
  secret?: string
  secondSecret?: string
  event?: string
  effectsCmd?: string
  effectsUrl?: string
  effects?: true
  only?: string[]
  skip?: string[]
  thorough?: true
  seed?: number
  /** In ms. */
  timeout?: number
  baseline?: string
  port?: number
  url?: string
  data?: string
}

/** Where a check that counts reports of a receiver starts its sandbox: receivers must know the address. */
const usualPort = 4400
const everyMs = 100

/** Adds the command to the program. */
export function addCheckCommand(command: Command, needs: ProgramNeeds) {
  endsWrongCalls(command)
    .description(
      'check a webhook receiver: send it real signed events, right and wrong ones, and report what is wrong and how to fix it. Exit code 0: nothing failed, 1: something failed, 2: the check could not be made',
    )
    .argument('<receiver>', 'the URL of the receiver, or the id or URL of a subscription')
    .option('--scheme <name>', 'the signing scheme, such as stripe; standard-webhooks by default')
    .option('--secret <secret>', 'the secret that the receiver has; WEBHOOK_SECRET by default')
    .option('--second-secret <secret>', 'another secret that the receiver accepts, as during a rotation')
    .option('--event <name>', 'the event to send, such as transactions; card.created by default')
    .option(
      '--effects-cmd <command>',
      "a shell command that prints the number of effects, such as psql -tAc 'select count(*) from orders'",
    )
    .option(
      '--effects-url <url>',
      'a URL that answers the number of effects, or a JSON list of keys',
      address,
    )
    .option('--effects', 'count what the receiver reports to /sandbox/effects as {"key": "<event id>"}')
    .option(
      '--only <ids>',
      'only these probes or groups, with a comma between: rejects-unsigned,bytes',
      names,
    )
    .option('--skip <ids>', 'without these probes or groups', names)
    .option('--thorough', 'more and slower requests: every event, a larger burst')
    .option('--seed <number>', 'the seed of content and order; random by default', whole)
    .option('--timeout <duration>', 'how long each request may take; 5s by default', duration)
    .option(
      '--fail-on <severity>',
      'exit with 1 from this severity on: must, should or never',
      choice([...failOns]),
      'must',
    )
    .option(
      '--baseline <file>',
      'a report from --json: its failures are known and do not change the exit code',
    )
    .option('--junit <file>', ciHelp.junit)
    .option('--html <file>', 'write a report as one HTML page')
    .option(
      '--md <file>',
      'write a Markdown report; in GitHub Actions it is added to the job summary as well',
    )
    .option('--ctrf <file>', 'write a report in the Common Test Report Format')
    .option('--github', ciHelp.github)
    .option(
      '--port <number>',
      'the port of the sandbox that --effects starts where none is running; 4400 by default',
      whole,
    )
    .option('--url <url>', 'the sandbox to use; SANDBOX_URL or the running one by default')
    .option('--data <file>', 'the database file of the running sandbox')
    .option('--json', 'print the report as JSON; progress goes to stderr')
    .action((receiver: string, flags: CheckFlags) => checkReceiver(receiver, flags, needs))
}

/** Checks a receiver, by the running sandbox or by one of its own, and reports. */
const checkReceiver = (receiver: string, flags: CheckFlags, needs: ProgramNeeds) =>
  breakable(needs.onRunning, (signal) => checkOnce(receiver, flags, needs, signal), wrongCall)

/** Checks a receiver and reports. Throws an error with the exit code of the check, unless that is 0. */
export async function checkOnce(
  receiver: string,
  flags: CheckFlags,
  needs: ProgramNeeds,
  signal: AbortSignal,
): Promise<void> {
  const check = await reported(receiver, flags, needs, signal).catch((error: unknown) => {
    throw error instanceof StartError ? new StartError(error.message, error.fix, wrongCall) : error
  })
  judge(check, flags)
}

/** The check at its end. An error means that the receiver could not be checked, or not be reported on. */
async function reported(
  receiver: string,
  flags: CheckFlags,
  needs: ProgramNeeds,
  signal: AbortSignal,
): Promise<Check> {
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline)
  refuseTwoCounters(flags)
  const { client, isGone, close } = await sandboxFor(flags, needs)
  try {
    const counter = flags.effectsCmd === undefined ? undefined : await serveCount(flags.effectsCmd)
    try {
      const order = await orderOf(receiver, flags, needs, { client, countedAt: counter?.url })
      const check = await followed(client, order, flags, needs, signal)
      const judged = baseline ? withBaseline(check, baseline) : check
      await report(judged, { ...flags, isGone, counted: countedBy(flags) }, needs)
      return judged
    } finally {
      await counter?.close()
    }
  } finally {
    await close()
  }
}

/** The flags that count effects, to be repeated. */
const countedBy = ({ effects, effectsCmd, effectsUrl }: CheckFlags): string =>
  [
    effects && ' --effects',
    effectsCmd && ` --effects-cmd ${word(effectsCmd)}`,
    effectsUrl && ` --effects-url ${word(effectsUrl)}`,
  ]
    .filter((one) => one)
    .join('')

function refuseTwoCounters({ effects, effectsCmd, effectsUrl }: CheckFlags) {
  const given = [effects && '--effects', effectsCmd && '--effects-cmd', effectsUrl && '--effects-url'].filter(
    (one) => one,
  )
  if (given.length > 1)
    throw new StartError(`${given.join(' and ')} were both given.`, 'Count the effects in one way.')
}

/** The sandbox that is named or runs; else one in this process, in memory, which is gone after the check. */
async function sandboxFor(
  flags: CheckFlags,
  needs: ProgramNeeds,
): Promise<{ client: Client; isGone: boolean; close(): Promise<void> }> {
  const { environment, terminal, outside } = needs
  const named = flags.url !== undefined || flags.data !== undefined || environment.SANDBOX_URL
  try {
    targetOf({ ...flags, calledAs: needs.calledAs }, environment)
    return { client: createClient(flags, needs), isGone: flags.isGone === true, close: async () => {} }
  } catch (error) {
    if (!(error instanceof StartError) || named) throw error
  }
  const port = flags.effects ? (flags.port ?? usualPort) : 0
  const fixed = { bare: true, data: ':memory:', port }
  const { config, origins, warnings } = configFor({ environment, fixed })
  logLines(terminal, warnings)
  const own = await start(config, { terminal, outside, origins })
  return { client: createClient({ url: own.url }, needs), isGone: true, close: own.close }
}

/** The subscription with this URL, if any. */
async function subscriptionAt(url: string, client: Client): Promise<Subscription | undefined> {
  const all = await client.all<Subscription>('/sandbox/subscriptions', 'subscriptions', {})
  return all.find((one) => isSameAddress(one.url, url))
}

/** What the check is asked for. Without a secret for a URL, one is made and shown. */
async function orderOf(
  receiver: string,
  flags: CheckFlags,
  { environment, terminal, ...needs }: ProgramNeeds,
  { client, countedAt }: { client: Client; countedAt: string | undefined },
) {
  const { scheme, secondSecret, event, only, skip, thorough, seed, timeout } = flags
  const url = addressOf(receiver) === null ? undefined : address(receiver)
  const isBare = flags.secret === undefined && scheme === undefined
  const id = url === undefined ? receiver : isBare ? (await subscriptionAt(url, client))?.id : undefined
  const given = flags.secret ?? (id === undefined ? environment.WEBHOOK_SECRET : undefined)
  // Of an unknown scheme the sandbox says so, with or without a secret.
  const lacks = id === undefined && given === undefined && scheme !== 'none'
  const made = lacks && (scheme === undefined || (await knows(scheme, client))) ? generated(needs) : undefined
  if (made !== undefined) {
    if (environment.GITHUB_ACTIONS) terminal.log(`::add-mask::${made}`)
    logLines(terminal, [
      `Give your receiver this secret: ${made}`,
      'The check begins as soon as the receiver accepts a delivery. Ctrl-C stops it.',
    ])
  }
  if (flags.effects) {
    const { platform } = await client.get<Health>('/sandbox/health', 'platform')
    terminal.log(`Report effects to: SANDBOX_EFFECTS_URL=${new URL('/sandbox/effects', platform.base_url)}`)
  }
  const effects = countedAt ?? flags.effectsUrl
  return {
    ...(id === undefined ? { url } : { subscription_id: id }),
    ...(scheme !== undefined && { scheme }),
    ...((given ?? made) !== undefined && { secret: given ?? made }),
    ...(secondSecret !== undefined && { second_secret: secondSecret }),
    ...(event !== undefined && { event }),
    ...(only && { only }),
    ...(skip && { skip }),
    ...(thorough && { thorough }),
    ...(seed !== undefined && { seed }),
    ...(timeout !== undefined && { timeout_ms: timeout }),
    ...(effects !== undefined
      ? { effects: { url: effects } }
      : flags.effects && { effects: { beacon: true } }),
    ...(made !== undefined && { await_accepted: true }),
  }
}

async function knows(scheme: string, client: Client): Promise<boolean> {
  const path = '/sandbox/catalogue/schemes'
  const { schemes } = await client.get<{ schemes: CatalogueScheme[] }>(path, 'schemes')
  return schemes.some((one) => one.scheme === scheme)
}

function generated({ tty }: Pick<ProgramNeeds, 'tty'>): string {
  if (tty?.() === undefined)
    throw new StartError(
      'The check needs the secret that your receiver has.',
      'Give it with --secret or WEBHOOK_SECRET.',
    )
  return `whsec_${drawSecretBytes().toString('base64')}`
}

/** Starts the check and shows its progress to its end. A signal stops it. */
async function followed(
  client: Client,
  order: object,
  { json }: CheckFlags,
  { terminal, outside }: ProgramNeeds,
  signal: AbortSignal,
): Promise<Check> {
  let { check } = await client.post<{ check: Check }>('/sandbox/checks', 'check', order)
  const print = json ? logLines : printLines
  print(terminal, [...introLines(check), ''])
  const path = `/sandbox/checks/${check.id}`
  while (check.state === 'running') {
    terminal.live?.([toldProgress(check)])
    if (signal.aborted) check = (await client.post<{ check: Check }>(`${path}/stop`, 'check', {})).check
    else {
      await new Promise<void>((resolve) => outside.after(everyMs, resolve))
      check = (await client.get<{ check: Check }>(path, 'check')).check
    }
  }
  terminal.live?.([])
  return check
}
