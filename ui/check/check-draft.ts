/** Turns the form of a check into a request and a command. */
import type { Check } from '../../server/wire.ts'
import { word } from '../../server/words/shell-words.ts'
import { joined } from '../commands/curl.ts'
import { createDrafts } from '../form/drafts.ts'
import { orderOf, type Typed, typedOf } from '../form/form.tsx'
import { filled } from '../form/typed.ts'
import type { CheckOrder } from '../live/routes/checks.ts'
import { type CheckFields, checkFields, effectsTyped } from './check-fields.tsx'
import { choiceOf, chosenIn, skipping } from './chosen-probes.ts'

export type CheckForm = Typed<CheckFields>

/** The form without any choice. */
export const emptyForm = (subscription = ''): CheckForm =>
  typedOf(checkFields, { subscription_id: subscription })

/** Drafts by the subscription that the address names; empty if none. */
export const checkDrafts = createDrafts<CheckForm>()

/** What a check was asked for. The page never gets its secrets. */
export function orderOfCheck({ subscription_id, url, scheme, seed, options }: Check): CheckOrder {
  const { event, only, skip, thorough, effects, timeout_ms } = options
  const isUsual = scheme === 'standard-webhooks'
  return filled({
    ...(subscription_id === null ? { url, scheme: isUsual ? undefined : scheme } : { subscription_id }),
    event: event ?? undefined,
    only: only ?? undefined,
    skip: skip ?? undefined,
    thorough: thorough || undefined,
    effects: effects ?? undefined,
    timeout_ms: timeout_ms ?? undefined,
    seed,
  })
}

/** The form with all options of a check. */
export function formOfCheck(check: Check): CheckForm {
  const { only, skip, effects, ...order } = orderOfCheck(check)
  return {
    ...typedOf(checkFields, order),
    effects: effectsTyped(effects),
    skip: skipping(chosenIn(skip ?? [], only)).join(', '),
  }
}

/** The request of a form. Without a secret the check waits until the receiver has the generated one. */
export function orderOfForm(form: CheckForm): CheckOrder {
  const { skip = [], ...order } = orderOf(checkFields, form)
  const needsSecret = order.url !== undefined && order.scheme !== 'none' && order.secret === undefined
  return { ...order, ...choiceOf(skip), ...(needsSecret && { await_accepted: true }) }
}

/** The command that makes the same check. */
export function checkCommand(order: CheckOrder): string {
  const { url, subscription_id: subscription, effects, timeout_ms: timeout, thorough } = order
  const flag = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name} ${word(`${value}`)}`]
  return joined([
    `check ${word(subscription ?? url ?? '')}`,
    ...flag('scheme', order.scheme),
    ...flag('secret', order.secret),
    ...flag('second-secret', order.second_secret),
    ...flag('event', order.event),
    ...flag('only', order.only?.join(',')),
    ...flag('skip', order.skip?.join(',')),
    ...(thorough ? ['--thorough'] : []),
    ...(effects === undefined ? [] : 'url' in effects ? flag('effects-url', effects.url) : ['--effects']),
    ...flag('timeout', timeout === undefined ? undefined : `${timeout}ms`),
    ...flag('seed', order.seed),
  ])
}
