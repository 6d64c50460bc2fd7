/** Turns the flags of `endpoint set` into the body of its request. */
import { StartError } from '../../failures.ts'
import type { FixedReply, Reply } from '../../wire.ts'
import { didYouMean } from '../../words/nearest.ts'
import { given, offAsNull, readJson, readSets } from '../sets.ts'

/** The flags of `endpoint set`. False removes a setting. */
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

/**
 * The body of the request.
 * @param before the current reply, in which `--body` and `--delay` alone only change these parts
 */
export function settingsOf(flags: SettingFlags, before: Reply | null = null): Record<string, unknown> {
  const { scheme, schemeOption, secret, forward, rate, burst } = flags
  if (burst !== undefined && !rate)
    throw new StartError('--burst needs --rate.', 'Give both, such as --rate 5/1s --burst 10.')
  return given({
    reply: replyOf(flags, before),
    scheme: offAsNull(scheme),
    scheme_options: schemeOption ? readSets(schemeOption, '--scheme-option') : offAsNull(schemeOption),
    secret: offAsNull(secret),
    forward_to: offAsNull(forward),
    rate_limit: rate ? { ...rate, ...(burst !== undefined && { burst }) } : offAsNull(rate),
  })
}

const replyForm = `Write for example '{"rules": [{"when": {"event": "card.*"}, "reply": {"status": 503}}]}'.`

function replyOf({ reply, replyJson, steps, body, delay }: SettingFlags, before: Reply | null): unknown {
  const ways = [reply, replyJson, steps].filter((one) => one !== undefined)
  if (ways.length > 1)
    throw new StartError('--reply, --reply-json and --steps were given together.', 'Keep one of them.')
  const more = { ...(body !== undefined && { body }), ...(delay !== undefined && { delay_ms: delay }) }
  if (Object.keys(more).length > 0 && (replyJson !== undefined || reply === false))
    throw new StartError(
      '--body and --delay need --reply or --steps.',
      'Write body and delay_ms into the JSON of --reply-json instead.',
    )
  if (reply === false) return null
  if (replyJson !== undefined) return readJson(replyJson, { source: '--reply-json', fix: replyForm })
  if (steps) return steps.map((step) => ({ ...answerIn(step), ...more }))
  if (reply !== undefined) return { ...answerIn(reply), ...more }
  return Object.keys(more).length > 0 ? replyWith(before, more) : undefined
}

type Answers = FixedReply | FixedReply[]

/** A reply with added parts in each response. A body replaces a template. */
function replyWith(reply: Reply | null, more: { body?: string; delay_ms?: number }) {
  const answerWith = ({ template, ...answer }: FixedReply) => ({
    ...answer,
    ...(template !== undefined && more.body === undefined && { template }),
    ...more,
  })
  const answersWith = (answers: Answers) =>
    Array.isArray(answers) ? answers.map(answerWith) : answerWith(answers)
  if (reply === null) return more
  if (!('rules' in reply)) return answersWith(reply)
  return {
    rules: reply.rules.map((rule) => ({ ...rule, reply: answersWith(rule.reply) })),
    otherwise: reply.otherwise ? answersWith(reply.otherwise) : more,
  }
}

const outcomes = ['reset', 'hang']

function answerIn(word: string) {
  if (/^\d+$/.test(word)) return { status: Number(word) }
  if (outcomes.includes(word)) return { outcome: word }
  throw new StartError(
    `${word} is not a response. ${didYouMean(word, outcomes)}`.trim(),
    'Give a status such as 503, or reset, or hang.',
  )
}
