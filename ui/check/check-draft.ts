/** Turns the form of a check into a request and a command. */
import type { Check, ProbeGroup } from '../../server/wire.ts'
import { addressOf } from '../../server/words/address.ts'
import { groupOrder } from '../../server/words/check-report.ts'
import { word } from '../../server/words/shell-words.ts'
import { joined } from '../commands/curl.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, textIn } from '../form/typed.ts'
import type { CheckOrder } from '../live/routes/checks.ts'

/** The form as typed. An empty field uses the default. */
export interface CheckDraft {
  /** The id of a subscription; empty for a URL. */
  subscription: string
  url: string
  scheme: string
  secret: string
  second: string
  event: string
  effects: 'none' | 'url' | 'beacon'
  effectsUrl: string
  thorough: boolean
  /** The groups that are checked. */
  groups: readonly ProbeGroup[]
}
export const emptyCheck: CheckDraft = {
  subscription: '',
  url: '',
  scheme: '',
  secret: '',
  second: '',
  event: '',
  effects: 'none',
  effectsUrl: '',
  thorough: false,
  groups: groupOrder,
}

/** Drafts by the subscription that the address names; empty if none. */
export const checkDrafts = createDrafts<CheckDraft>()

/** The form that repeats a check. The page never gets the secret of an earlier check. */
export const draftAgain = ({ url, scheme, subscription_id }: Check): CheckDraft =>
  subscription_id === null ? { ...emptyCheck, url, scheme } : { ...emptyCheck, subscription: subscription_id }

/** The schemes without a signature need no secret. */
const needsSecret = ({ scheme, secret }: CheckDraft) => scheme !== 'none' && textIn(secret) === undefined

/** The request of a form. Without a secret the check waits until the receiver has the generated one. */
export function orderOf(draft: CheckDraft): CheckOrder {
  const { subscription, url, scheme, groups } = draft
  const skip = groupOrder.filter((group) => !groups.includes(group))
  const receiver =
    subscription === ''
      ? {
          url: addressOf(url) ?? url.trim(),
          scheme: textIn(scheme),
          secret: textIn(draft.secret),
          await_accepted: needsSecret(draft) ? (true as const) : undefined,
        }
      : { subscription_id: subscription }
  return filled({
    ...receiver,
    second_secret: textIn(draft.second),
    event: textIn(draft.event),
    skip: skip.length > 0 ? skip : undefined,
    thorough: draft.thorough ? (true as const) : undefined,
    effects: effectsOf(draft),
  })
}

function effectsOf({ effects, effectsUrl }: CheckDraft): CheckOrder['effects'] {
  if (effects === 'none') return undefined
  return effects === 'beacon' ? { beacon: true } : { url: addressOf(effectsUrl) ?? effectsUrl.trim() }
}

/** The command that makes the same check. */
export function checkCommand(order: CheckOrder): string {
  const { url, subscription_id: subscription, scheme, secret, second_secret: second, event } = order
  const { skip, thorough, effects } = order
  const flag = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`--${name} ${word(value)}`]
  return joined([
    `check ${word(subscription ?? url ?? '')}`,
    ...flag('scheme', scheme),
    ...flag('secret', secret),
    ...flag('second-secret', second),
    ...flag('event', event),
    ...flag('skip', skip?.join(',')),
    ...(thorough ? ['--thorough'] : []),
    ...(effects === undefined ? [] : 'url' in effects ? flag('effects-url', effects.url) : ['--effects']),
  ])
}
