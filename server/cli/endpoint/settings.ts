import { StartError } from '../../start-error.ts'
import { readSets } from '../sets.ts'

/** What `endpoint set` is told; false takes a setting off. */
export interface SettingFlags {
  reply?: string | false
  replyJson?: string
  steps?: string[]
  body?: string
  delay?: number
  scheme?: string | false
  schemeOption?: string[] | false
  secret?: string | false
  forward?: string[] | false
  rate?: { limit: number; per: string } | false
  burst?: number
}

/** The body of the request that sets it. */
export function settingsOf(flags: SettingFlags): Record<string, unknown> {
  const { scheme, schemeOption, secret, forward, rate, burst } = flags
  if (burst !== undefined && !rate)
    throw new StartError('--burst says nothing without --rate.', 'Give both: --rate 5/1s --burst 10.')
  const given = {
    reply: replyOf(flags),
    scheme: offAsNull(scheme),
    scheme_options: schemeOption ? readSets(schemeOption, '--scheme-option') : offAsNull(schemeOption),
    secret: offAsNull(secret),
    forward_to: offAsNull(forward),
    rate_limit: rate ? { ...rate, ...(burst !== undefined && { burst }) } : offAsNull(rate),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const offAsNull = <T>(value: T | false | undefined): T | null | undefined => (value === false ? null : value)

function replyOf({ reply, replyJson, steps, body, delay }: SettingFlags): unknown {
  const ways = [reply, replyJson, steps].filter((one) => one !== undefined)
  if (ways.length > 1)
    throw new StartError('--reply, --reply-json and --steps were given together.', 'Keep one of them.')
  const more = { ...(body !== undefined && { body }), ...(delay !== undefined && { delay_ms: delay }) }
  if (Object.keys(more).length > 0 && (replyJson !== undefined || reply === false))
    throw new StartError(
      '--body and --delay go with --reply or --steps.',
      'Write them into the JSON instead.',
    )
  if (reply === false) return null
  if (replyJson !== undefined) return jsonIn(replyJson)
  if (steps) return steps.map((step) => ({ ...answerIn(step), ...more }))
  if (reply !== undefined) return { ...answerIn(reply), ...more }
  return Object.keys(more).length > 0 ? more : undefined
}

const answerIn = (word: string) => (/^\d+$/.test(word) ? { status: Number(word) } : { outcome: word })

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `--reply-json is no JSON: ${why}.`,
      `Write it such as '{"rules": [{"when": {"event": "card.*"}, "reply": {"status": 503}}]}'.`,
    )
  }
}
