/** Probes of the signature: valid requests that must be accepted, and forgeries that must not. */

import { nobodysSecret } from '../../faults/signing.ts'
import { tamperedBody } from '../../faults/tampered-body.ts'
import { timeText } from '../../signing/content.ts'
import {
  hasVersion,
  inOtherCase,
  withOtherId,
  withOtherTime,
  withOtherVersion,
  withoutSignature,
  withSignatureHeader,
  withSignatures,
} from '../alter.ts'
import type { Kit, Planned, Probe } from '../probe.ts'

/** How far off a stale or a future request is signed: beyond any tolerance that a receiver may reasonably have. */
const farOffS = 24 * 3600

const signed = ({ scheme }: Kit) => (scheme.signature.length > 0 ? undefined : 'no_signature')
const one = (planned: Planned): Planned[][] => [[planned]]

/** A forgery: refused by every receiver that verifies. */
const forgery = (
  id: string,
  requests: Probe['requests'],
  skip: (kit: Kit) => ReturnType<NonNullable<Probe['skip']>> = () => undefined,
): Probe => ({
  id,
  group: 'signature',
  severity: 'must',
  expects: 'refuse',
  skip: (kit) => signed(kit) ?? skip(kit),
  requests,
})

const isPassword = ({ recipe }: Kit) => recipe.method === 'password'

export const signatureProbes: readonly Probe[] = [
  {
    id: 'accepts-valid',
    group: 'signature',
    severity: 'must',
    expects: 'accept',
    requests: (kit) => one({ draft: kit.draft(), isTelling: true }),
  },
  forgery('rejects-unsigned', (kit) => one({ draft: kit.draft(), alter: withoutSignature(kit.recipe) })),
  forgery('rejects-empty-signature', (kit) =>
    one({ draft: kit.draft(), alter: withSignatureHeader(kit.recipe, '') }),
  ),
  forgery('rejects-garbage-signature', (kit) => [
    [
      { label: 'a word', draft: kit.draft(), alter: withSignatureHeader(kit.recipe, 'garbage') },
      {
        label: 'other characters',
        draft: kit.draft(),
        alter: withSignatures(kit.recipe, (signature) => scrambled(signature, kit)),
      },
    ],
  ]),
  forgery('rejects-wrong-secret', (kit) => one({ draft: kit.draft(), secrets: [nobodysSecret(kit.random)] })),
  forgery(
    'rejects-tampered-body',
    (kit) => {
      const draft = kit.draft()
      const signedBody = Buffer.from(JSON.stringify(draft.payload))
      const body = tamperedBody(signedBody, 'utf-8', kit.random('tampered'), kit.random('into'))
      return one({ draft, body, signedBody })
    },
    ({ scheme }) => (scheme.coversBody ? undefined : 'body_not_signed'),
  ),
  forgery(
    'rejects-tampered-id',
    (kit) => one({ draft: kit.draft(), alter: withOtherId }),
    ({ scheme }) => (scheme.coversId ? undefined : 'id_not_signed'),
  ),
  forgery(
    'rejects-tampered-timestamp',
    (kit) =>
      one({
        draft: kit.draft(),
        alter: (headers, of) => withOtherTime(laterText(kit, of.timestamp))(headers, of),
      }),
    (kit) =>
      !kit.scheme.coversTimestamp
        ? 'time_not_signed'
        : kit.recipe.method === 'jwt'
          ? 'no_timestamp'
          : undefined,
  ),
  forgery('rejects-truncated-signature', (kit) => [
    [
      {
        label: 'the first half',
        draft: kit.draft(),
        alter: withSignatures(kit.recipe, (text) => text.slice(0, Math.floor(text.length / 2))),
      },
      {
        label: 'the first 4 characters',
        draft: kit.draft(),
        alter: withSignatures(kit.recipe, (text) => text.slice(0, 4)),
      },
      {
        label: 'the label alone',
        draft: kit.draft(),
        alter: withSignatures(kit.recipe, () => ''),
      },
    ],
  ]),
  forgery(
    'rejects-case-changed-signature',
    (kit) => one({ draft: kit.draft(), alter: withSignatures(kit.recipe, inOtherCase) }),
    // Upper and lower case hex are the same bytes, and a receiver may compare bytes.
    ({ recipe }) => (recipe.encoding === 'hex' ? 'one_letter_case' : undefined),
  ),
  forgery(
    'rejects-unknown-version',
    (kit) => one({ draft: kit.draft(), alter: withOtherVersion(kit.recipe) }),
    ({ recipe }) => (hasVersion(recipe) ? undefined : 'no_version'),
  ),
  forgery(
    'rejects-stale',
    (kit) => one({ draft: kit.draft(), skewS: -farOffS }),
    ({ scheme }) => timed(scheme),
  ),
  {
    ...forgery(
      'rejects-future',
      (kit) => one({ draft: kit.draft(), skewS: farOffS }),
      ({ scheme }) => timed(scheme) ?? (scheme.takesFuture ? 'future_accepted_by_vendor' : undefined),
    ),
    severity: 'should',
  },
  {
    id: 'accepts-several-signatures',
    group: 'signature',
    severity: 'must',
    expects: 'accept',
    skip: (kit) =>
      signed(kit) ?? (kit.recipe.carriesSeveral && !isPassword(kit) ? undefined : 'one_signature'),
    requests(kit) {
      const pair = [nobodysSecret(kit.random), kit.secret]
      return one({ draft: kit.draft(), secrets: kit.recipe.newestLast ? pair.toReversed() : pair })
    },
  },
  {
    id: 'accepts-second-secret',
    group: 'signature',
    severity: 'should',
    expects: 'accept',
    skip: (kit) => signed(kit) ?? (kit.secondSecret === undefined ? 'no_second_secret' : undefined),
    requests: (kit) => one({ draft: kit.draft(), secrets: [kit.secondSecret ?? ''] }),
  },
  {
    id: 'refuses-with-4xx',
    group: 'signature',
    severity: 'must',
    expects: 'refuse_4xx',
    skip: signed,
    // Verifiers that do not expect these break in different places.
    requests: (kit) => [
      [
        { label: 'another secret', draft: kit.draft(), secrets: [nobodysSecret(kit.random)] },
        { label: 'unsigned', draft: kit.draft(), alter: withoutSignature(kit.recipe) },
        { label: 'a word', draft: kit.draft(), alter: withSignatureHeader(kit.recipe, 'garbage') },
        ...(kit.scheme.sendsTime && kit.recipe.method !== 'jwt'
          ? [{ label: 'a word as the timestamp', draft: kit.draft(), alter: withOtherTime('yesterday') }]
          : []),
      ],
    ],
  },
]

function timed({ toleranceS, sendsTime }: Kit['scheme']) {
  if (!sendsTime) return 'no_timestamp'
  return toleranceS === null ? 'no_tolerance' : undefined
}

/** A signature of the same length and alphabet. */
function scrambled(signature: string, kit: Kit): string {
  const letters =
    kit.recipe.encoding === 'hex' ? '0123456789abcdef' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm'
  return signature.replace(
    /[0-9a-z]/gi,
    (_, at: number) => letters[Math.floor(kit.random(`scrambled:${at}`) * letters.length)] ?? 'a',
  )
}

/** A time a few seconds later, in the writing of the scheme, so that it stays within the tolerance. */
function laterText({ recipe }: Kit, timestamp: string): string {
  const seconds =
    recipe.time === 'iso'
      ? Math.floor(Date.parse(timestamp) / 1000)
      : Number(timestamp) / (recipe.time === 'milliseconds' ? 1000 : 1)
  return timeText(recipe, String(Math.floor(seconds) - 2))
}
