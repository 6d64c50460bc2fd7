/** Names the mistake of a receiver that refuses what is valid: sends it what only receivers with a known mistake accept. */
import { refusalFact } from '../findings/refusal.ts'
import type { Outside } from '../outside.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { Mistaken } from '../words/check-mistakes.ts'
import { turnedAround, withoutSignature, withSignatures } from './alter.ts'
import { answerIn } from './judge.ts'
import type { Post } from './post.ts'
import type { Exchange, Kit, Probe } from './probe.ts'
import { type Variant, variantsFor, variantsOfNewField } from './variants.ts'

/** How long wrong ways are tried for one refusal, and how many at once. */
const tryMs = 8000
const atOnce = 16
/** How often another refusal must come back, while the same with a wrong signature is refused as before. */
const repeats = 3

export interface ExplainNeeds {
  kit: Kit
  post: Post
  recipes: Recipes
  url: string
  outside: Outside
  signal: AbortSignal
}

/** Probes whose body is written otherwise: a receiver that parses before it verifies shows there. The others have one cause each. */
const withOtherBytes: ReadonlySet<string> = new Set(['accepts-raw-bytes', 'accepts-non-ascii'])

/** The mistake of a receiver, proved by a delivery that it accepts; likely by what it answers; null where nothing shows it. */
export async function explainRefusal(
  probe: Probe,
  refused: readonly Exchange[],
  needs: ExplainNeeds,
): Promise<Mistaken | null> {
  const { kit, recipes, url } = needs
  const exchange = refused.find(({ sent }) => !isAccepted(sent))
  if (!exchange || kit.scheme.signature.length === 0) return null
  const isPlain = probe.id === 'accepts-valid'
  const hasNewField = probe.id === 'accepts-unknown-field'
  if (!isPlain && !hasNewField && !withOtherBytes.has(probe.id)) return null
  const said = isPlain ? saidIn(exchange, needs) : null
  if (isPlain && (await answersForgeryOtherwise(exchange, needs)))
    return contentRefused(exchange, needs, said)
  const { body } = exchange.request
  const found = await firstAccepted(
    exchange,
    hasNewField ? variantsOfNewField(kit, url, body) : variantsFor(kit, { recipes, url, body, isPlain }),
    needs,
  )
  if (found)
    return {
      code: found.code,
      certainty: 'proved',
      detail: found.detail,
      ...(found.also && { also: found.also }),
    }
  if (!isPlain || said) return said
  const answer = answerIn(exchange)
  if (absent.test(answer)) {
    if (!ofHeader.test(answer)) return { code: 'fields', certainty: 'likely', detail: answer }
    if (await isAlikeUnsigned(exchange, needs))
      return { code: 'header_not_read', certainty: 'likely', detail: answer }
  }
  return { code: 'other_secret', certainty: 'likely', detail: null }
}

/** How a receiver says that something is not there. */
const absent =
  /\b(?:missing|required|absent|not (?:found|present|set|provided)|no (?:\w+ )?(?:signature|header))\b/i

/** How it says that this is the signature, one of the headers or a credential. */
const ofHeader = /signature|header|timestamp|auth|token|\bkey\b|credential|hmac|\b(?:webhook|svix|x)[-_]/i

/** Whether the receiver answers the same without the signature. */
async function isAlikeUnsigned(refused: Exchange, { kit, post }: ExplainNeeds): Promise<boolean> {
  const draft = kit.draft(refused.planned.draft.event)
  return isAlike(refused.sent, await post.attempt({ draft, alter: withoutSignature(kit.recipe) }))
}

/**
 * Whether the receiver answers a forgery otherwise than this valid delivery, twice alike: then its signature was accepted, and
 * something else is refused.
 */
async function answersForgeryOtherwise(refused: Exchange, { kit, post }: ExplainNeeds): Promise<boolean> {
  const again = () => ({ ...refused.planned, draft: kit.draft(refused.planned.draft.event) })
  const right = again()
  const forged = {
    ...again(),
    alter: withSignatures(kit.recipe, turnedAround),
  }
  const [answered, answeredForged] = [await post.attempt(right), await post.attempt(forged)]
  return isAlike(refused.sent, answered) && !isAlike(answered, answeredForged)
}

/**
 * Words with a digit: ids, times and numbers, which differ from answer to answer. A match begins only where a word does,
 * otherwise the time grows with the square of a long word.
 */
const varying = /(?<![\w-])[\w-]*\d[\w-]*/g

/** A text with 0 for each word that may differ from answer to answer. */
export const steadyText = (text: string): string => text.replace(varying, '0')

/** By body: the refusal is compared with each answer that follows. */
const texts = new WeakMap<Buffer, string>()

function steadyBody(body: Buffer): string {
  const text = texts.get(body) ?? steadyText(body.toString('utf8'))
  texts.set(body, text)
  return text
}

/** Whether two answers are the same apart from ids, times and numbers. */
const isAlike = (one: Exchange['sent'], other: Exchange['sent']): boolean => {
  const said = ({ outcome, response }: Exchange['sent']) =>
    outcome.kind === 'responded' ? `${outcome.status} ${response && steadyBody(response.body)}` : outcome.kind
  return said(one) === said(other)
}

/** The content is refused: which other event is accepted, if any. */
async function contentRefused(
  refused: Exchange,
  { kit, post, signal }: ExplainNeeds,
  said: Mistaken | null,
): Promise<Mistaken> {
  for (const event of kit.families()) {
    if (signal.aborted) break
    if (isAccepted(await post.attempt({ draft: kit.draft(event) })))
      return { code: 'event_refused', certainty: 'proved', detail: event }
  }
  return said ?? { code: 'content_refused', certainty: 'likely', detail: answerIn(refused) }
}

/** What the answer says of its reason, in its own words or by its status. */
function saidIn(exchange: Exchange, { kit, recipes, url }: ExplainNeeds): Mistaken | null {
  const { request, sent } = exchange
  const { outcome, response } = sent
  if (outcome.kind !== 'responded' || !response) return null
  const { headers, body } = request
  const fact = refusalFact({
    number: 1,
    status: outcome.status,
    scheme: kit.recipe.scheme,
    recipes,
    endpoint: null,
    isSpoilt: false,
    sent: { method: 'POST', url, headers, size: body.length },
    answer: response,
  })
  if (!fact) return null
  switch (fact.code) {
    case 'refused_by_status':
      // A refusal by its status alone is no matter of the signature.
      return {
        code: fact.evidence.cause,
        certainty: 'likely',
        detail: fact.evidence.to ?? fact.evidence.line,
      }
    case 'wants_other_scheme':
      return { code: 'other_scheme', certainty: 'likely', detail: fact.evidence.wanted }
    case 'lacks_secret':
    case 'secret_has_white_space':
      return { code: fact.code, certainty: 'likely', detail: fact.evidence.line }
    case 'failed_inside':
      return fact.evidence.cause === 'unknown'
        ? null
        : { code: fact.evidence.cause, certainty: 'likely', detail: fact.evidence.line }
    case 'verifies_parsed_body':
      return { code: 'parsed_body', certainty: 'likely', detail: fact.evidence.line }
    case 'misreads_signature':
      return fact.evidence.cause === 'time'
        ? { code: 'time_refused', certainty: 'likely', detail: fact.evidence.line }
        : null
    default:
      return null
  }
}

const isAccepted = ({ outcome }: Exchange['sent']): boolean =>
  outcome.kind === 'responded' && outcome.status >= 200 && outcome.status < 300

/**
 * The first variant whose signature the receiver accepts, while it refuses the same with a wrong signature. Its answer is a
 * success, or another refusal than before: what the receiver does with the body comes after.
 */
async function firstAccepted(
  refused: Exchange,
  variants: readonly Variant[],
  { kit, post, outside, signal }: ExplainNeeds,
): Promise<Variant | undefined> {
  const until = outside.elapsed() + tryMs
  /** Each try has an event of its own, in the form of the one that was refused. */
  const answerTo = async (variant: Variant, { id = kit.draft().id, isForged = false } = {}) => {
    const { planned } = refused
    const again = variant.make({ ...planned, draft: { ...planned.draft, id } }, isForged)
    return again && (await post.attempt(again))
  }
  /** The answer if it tells this variant from the refused delivery and from its own forgery. */
  async function tellingAnswer(variant: Variant): Promise<Exchange['sent'] | undefined> {
    const answered = await answerTo(variant)
    if (!answered || (!isAccepted(answered) && !isOtherRefusal(answered, refused.sent))) return undefined
    // A receiver that accepts this with any signature does not verify it.
    const forged = await answerTo(variant, { isForged: true })
    if (!forged || isAccepted(forged)) return undefined
    return isAccepted(answered) || isAlike(forged, refused.sent) ? answered : undefined
  }
  /** A refusal may depend on the time or the load, so it must stay what it is, as must that of the forgery. */
  async function comesBack(variant: Variant, answered: Exchange['sent']): Promise<boolean> {
    for (let time = 0; time < repeats; time++) {
      const { id } = kit.draft()
      const forged = await answerTo(variant, { id, isForged: true })
      if (!forged || !isAlike(forged, refused.sent)) return false
      const again = await answerTo(variant, { id })
      if (!again || !isAlike(again, answered)) return false
    }
    return true
  }
  const left = [...variants]
  while (left.length > 0 && !signal.aborted && outside.elapsed() < until) {
    const some = left.splice(0, atOnce)
    const answers = await Promise.all(some.map(tellingAnswer))
    const proved: Variant[] = []
    // One after another, so that the receiver is not busy.
    for (const [at, variant] of some.entries()) {
      const answered = answers[at]
      if (answered && (isAccepted(answered) || (await comesBack(variant, answered)))) proved.push(variant)
    }
    const [likeliest] = proved.toSorted((a, b) => a.rank - b.rank)
    if (likeliest) return likeliest
  }
  return undefined
}

/** Whether an answer gives another reason than the refusal before; a busy receiver has no reason. */
const isOtherRefusal = (answered: Exchange['sent'], before: Exchange['sent']): boolean =>
  answered.outcome.kind === 'responded' &&
  before.outcome.kind === 'responded' &&
  ![429, 502, 503, 504].includes(answered.outcome.status) &&
  !isAlike(answered, before)
