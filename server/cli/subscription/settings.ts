/** The options that set how a subscription signs and delivers: of subscribe, subscription set, and serve --to. */
import { type Command, Option } from 'commander'
import { type HandshakeKind, handshakeKinds } from '../../wire.ts'
import { given, offAsNull, readSets } from '../sets.ts'
import { also, delays, duration, whole } from '../values.ts'

export interface SettingFlags {
  scheme?: string
  schemeOption?: string[] | false
  secret?: string
  fault?: string | false
  ordered?: boolean
  concurrency?: number | false
  timeout?: number | false
  retryDelays?: string[] | false
  handshake?: HandshakeKind | false
}

export const addSettingOptions = (command: Command, heading: (text: string) => string = (text) => text) =>
  command
    .option('--scheme <scheme>', heading('signing scheme, such as stripe; standard-webhooks by default'))
    .option(
      '--scheme-option <name=value>',
      heading('option of the scheme; name:=value reads JSON; repeatable'),
      also,
    )
    .option('--secret <secret>', heading('your own signing secret; a new one by default'))
    .option('--fault <faults>', heading("faults in each delivery, such as 'duplicate(2)'"))
    .option('--ordered', heading('deliver one event at a time, in event order'))
    .option('--concurrency <number>', heading('most attempts at a time, such as 5'), whole)
    .option('--timeout <duration>', heading('time limit of an attempt, such as 2s; 0 for none'), duration)
    .option(
      '--retry-delays <list>',
      heading('waits between attempts, such as 1m,5m,1h; none for no retries'),
      delays,
    )
    .addOption(
      new Option(
        '--handshake <kind>',
        heading('handshake that the receiver must pass first, as that sender makes it; sent at once'),
      ).choices(handshakeKinds),
    )

/** What the flags set, as the API takes the settings. */
export const settingsIn = (flags: SettingFlags) =>
  given({
    scheme: flags.scheme,
    scheme_options:
      flags.schemeOption === false
        ? {}
        : flags.schemeOption && readSets(flags.schemeOption, '--scheme-option'),
    secret: flags.secret,
    fault: offAsNull(flags.fault),
    ordered: flags.ordered,
    concurrency: offAsNull(flags.concurrency),
    timeout_ms: offAsNull(flags.timeout),
    retry_delays: offAsNull(flags.retryDelays),
    handshake: offAsNull(flags.handshake),
  })
export type Settings = ReturnType<typeof settingsIn>
