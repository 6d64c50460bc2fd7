import { equalInConstantTime, keyOf } from '../signing/digest.ts'
import { hmacOf } from '../signing/hmac.ts'
import type { Cause } from '../wire.ts'
import { ownerWords } from '../words/verdict.ts'
import type { VerifyInput } from './input.ts'
import { provedCause } from './verdicts.ts'

/** The item of a notification as far as it is signed. */
interface Item {
  additionalData?: { hmacSignature?: unknown }
  amount?: { value?: unknown; currency?: unknown }
  [name: string]: unknown
}

const place = 'additionalData.hmacSignature'
const largest = 100_000

/** So many secrets are tried: it is looked for before a capture is answered. */
const mostSecrets = 100

/** The first item of a notification of payments; undefined where the body is none. */
function itemIn(body: Buffer): Item | undefined {
  if (body.length > largest || !body.includes('"hmacSignature"')) return undefined
  try {
    return JSON.parse(body.toString('utf8'))?.notificationItems?.[0]?.NotificationRequestItem
  } catch {
    return undefined
  }
}

/** What Adyen signs of an item, by its documentation. */
function signedOf({ amount, ...item }: Item): string {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, eventCode, success } = item
  const values = [
    pspReference,
    originalReference,
    merchantAccountCode,
    merchantReference,
    amount?.value,
    amount?.currency,
    eventCode,
    success,
  ]
  return values.map((value) => String(value ?? '')).join(':')
}

/** What is told of a notification of payments by Adyen, which is signed within its body; undefined of all others. */
export function adyenInBody({ body, secrets, otherSecrets }: VerifyInput): Cause | undefined {
  const item = itemIn(body)
  const signature = item?.additionalData?.hmacSignature
  if (item === undefined || typeof signature !== 'string') return undefined
  const signed = [signedOf(item)]
  const all = [...secrets, ...otherSecrets]
  const known = all.slice(0, mostSecrets).find(({ secret }) => {
    const key = keyOf(secret, 'hex')
    return key && equalInConstantTime(hmacOf('sha256', key, signed, 'base64'), signature)
  })
  const ofNone =
    all.length > mostSecrets ? `none of the first ${mostSecrets} secrets known here` : 'no secret known here'
  return provedCause({
    cause: 'other_scheme',
    detail: `The body has its signature in ${place}, as Adyen's notifications of payments have it; it is that of ${known ? `the secret of ${ownerWords(known.of)}` : ofNone}.`,
    fix: 'The scheme adyen is that of webhooks with the header hmacsignature. Have this one verified in the receiver, by validateHMAC of the library of Adyen: it covers some fields of the body, not its bytes.',
  })
}
