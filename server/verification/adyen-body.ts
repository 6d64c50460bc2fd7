/** Recognizes Adyen's payment notifications, whose signature is inside the body. */
import { equalInConstantTime, keyOf } from '../signing/digest.ts'
import { hmacOf } from '../signing/hmac.ts'
import type { Cause } from '../wire.ts'
import { ownerWords } from '../words/verdict.ts'
import type { VerifyInput } from './input.ts'
import { provedCause } from './verdicts.ts'

/** The signed fields of a notification item. */
interface Item {
  additionalData?: { hmacSignature?: unknown }
  amount?: { value?: unknown; currency?: unknown }
  [name: string]: unknown
}

const place = 'additionalData.hmacSignature'
const largest = 100_000

/** Limits the work, because the sandbox looks for this before it answers the request. */
const mostSecrets = 100

/** The first item of a payment notification; undefined for any other body. */
function itemIn(body: Buffer): Item | undefined {
  if (body.length > largest || !body.includes('"hmacSignature"')) return undefined
  try {
    return JSON.parse(body.toString('utf8'))?.notificationItems?.[0]?.NotificationRequestItem
  } catch {
    return undefined
  }
}

/** The text that Adyen signs, according to its documentation. */
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

/** The cause for an Adyen payment notification; undefined for any other request. */
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
    all.length > mostSecrets
      ? `none of the first ${mostSecrets} known secrets produced it`
      : 'no known secret produced it'
  return provedCause({
    cause: 'other_scheme',
    detail: `The signature is inside the body, in ${place}, as in Adyen's payment notifications: ${known ? `it fits the secret of ${ownerWords(known.of)}` : ofNone}.`,
    fix: "Verify this signature in your receiver, with validateHMAC of Adyen's library: it covers only some fields of the body. The scheme adyen verifies only webhooks with the header hmacsignature.",
  })
}
