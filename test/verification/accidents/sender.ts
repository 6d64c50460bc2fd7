import { createHash, createHmac } from 'node:crypto'
import type { HeaderPair, Verdict } from '../../../server/wire.ts'
import { body, judge, secret, signedAt } from '../world.ts'

/** A sender who makes one mistake; everything is computed here, by node:crypto alone. */
export const id = 'evt_1'
export const key = Buffer.from(secret.slice(6), 'base64')
export type Bytes = string | Buffer

export const hmac = (content: Bytes, by: Bytes = key, digest = 'sha256') =>
  createHmac(digest, by).update(content)
export const hash = (...parts: Bytes[]) =>
  parts.reduce((sum: ReturnType<typeof createHash>, part) => sum.update(part), createHash('sha256'))

/** What Standard Webhooks signs. */
export const content = (signed: Bytes, start = `${id}.${signedAt}.`): Buffer =>
  Buffer.concat([Buffer.from(start), Buffer.from(signed as string)])

/** A delivery by Standard Webhooks with a signature of the test's making. */
export const standard = (value: string, over: Record<string, string> = {}): HeaderPair[] =>
  Object.entries({
    'webhook-id': id,
    'webhook-timestamp': String(signedAt),
    'webhook-signature': value,
    ...over,
  })

type Over = Omit<NonNullable<Parameters<typeof judge>[1]>, 'headers'> & {
  /** Of the delivery, in place of those that it has or beside them. */
  headers?: Record<string, string>
}

/** Judges a delivery by Standard Webhooks whose signature is this digest. */
export const judged = (value: string, { headers, ...over }: Over = {}): Verdict =>
  judge(standard(`v1,${value}`, headers), over)

/** Signs other bytes than those that come. */
export const signedOver = (signed: Bytes, came: Bytes = body): Verdict =>
  judged(hmac(content(signed)).digest('base64'), { body: came })

export const first = ({ causes }: Verdict): string | undefined => causes[0]?.cause
export const all = ({ causes }: Verdict): string[] => causes.map(({ cause }) => cause)
