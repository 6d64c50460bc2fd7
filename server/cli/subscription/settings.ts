import { StartError } from '../../start-error.ts'
import { given, offAsNull, readSets } from '../sets.ts'

/** What `subscription set` is told; false takes a setting off. */
export interface SettingFlags {
  to?: string
  event: string[]
  description?: string
  enable?: true
  disable?: true
  scheme?: string
  schemeOption?: string[] | false
  fault?: string | false
  ordered?: boolean
  concurrency?: number | false
  /** In ms. */
  timeout?: number | false
  retryDelays?: string[] | false
}

/** What of a subscription is changed: the platform's own fields by its API, what it lacks by the sandbox's. */
export function changesOf(flags: SettingFlags): { fields: object; settings: object } {
  const { to, event, description, enable, disable, scheme, schemeOption, fault, ordered } = flags
  if (enable && disable)
    throw new StartError('--enable and --disable were both given.', 'Give the one or the other.')
  const changes = {
    fields: given({
      url: to,
      events: event.length > 0 ? event : undefined,
      description,
      status: enable ? 'STATUS_ENABLED' : disable ? 'STATUS_DISABLED' : undefined,
    }),
    settings: given({
      scheme,
      scheme_options: schemeOption === false ? {} : schemeOption && readSets(schemeOption, '--scheme-option'),
      fault: offAsNull(fault),
      ordered,
      concurrency: offAsNull(flags.concurrency),
      timeout_ms: offAsNull(flags.timeout),
      retry_delays: offAsNull(flags.retryDelays),
    }),
  }
  if (Object.keys({ ...changes.fields, ...changes.settings }).length === 0)
    throw new StartError(
      'Nothing says what to change.',
      'Give an option, such as --event, --to or --disable.',
    )
  return changes
}
