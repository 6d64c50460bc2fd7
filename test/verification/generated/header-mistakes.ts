/** What goes wrong with a right signature: how it is written, and what becomes of its header. */
import type { HeaderPair } from '../../../server/wire.ts'
import { writtenBody } from './bodies.ts'
import { type Making, type Mistake, requestOf, tableOf } from './making.ts'
import type { Random } from './random.ts'
import { text } from './schemes.ts'

/** Another text for the digest. Undefined if the scheme's encoding has no such mistake. */
type Write = (digest: Buffer, right: string, of: Making) => string | undefined
const signatures = tableOf<Write>('signature', (write, of) => {
  const probe = Buffer.alloc(32)
  if (write(probe, of.encoded(probe), of) === undefined) return undefined
  return { encoded: (digest) => write(digest, of.encoded(digest), of) ?? '' }
})
/** Where each changes some characters. */
const copies = tableOf<(signature: string, random: Random) => string>('signature', (change, of, random) => {
  const { headers } = requestOf(of)
  return headers.length === 0 ? undefined : { encoded: (digest) => change(of.encoded(digest), random) }
})
const values = tableOf<(signature: string, of: Making) => string | undefined>('header', (change, of) =>
  change('', of) === undefined ? undefined : { headerValue: (signature) => change(signature, of) ?? '' },
)
const headers = tableOf<(headers: HeaderPair[], of: Making) => HeaderPair[]>('header', (change, of) => ({
  headersOf: (all) => change(all, of),
}))

const ofHex =
  (write: (digest: Buffer) => string): Write =>
  (digest, _right, { scheme }) =>
    scheme.encoding === 'hex' ? write(digest) : undefined
const ofBase64 =
  (write: (digest: Buffer, right: string) => string): Write =>
  (digest, right, { scheme }) =>
    scheme.encoding === 'base64' ? write(digest, right) : undefined
const isShared = ({ scheme }: Making) => scheme.key === 'base64'
const bytes = (digest: Buffer) => digest.toString('hex').match(/../g) ?? []
const onSignature =
  (change: (value: string) => string[]) =>
  (all: HeaderPair[], { scheme }: Making) =>
    all.flatMap(([name, value]): HeaderPair[] =>
      name === scheme.header ? change(value).map((one) => [name, one]) : [[name, value]],
    )

/** Another letter of the same kind at some places. */
function miscopied(signature: string, random: Random, count: number): string {
  const letters = signature.split('')
  for (let nth = 0; nth < count; nth++) {
    const at = random.below(letters.length - 2)
    letters[at] = letters[at] === '7' ? '4' : '7'
  }
  return letters.join('')
}

export const headerMistakes: readonly Mistake[] = [
  ...signatures(['hex_for_base64', 'base64_for_hex'], {
    'in the other encoding': (digest, _right, { scheme }) =>
      digest.toString(scheme.encoding === 'hex' ? 'base64' : 'hex'),
  }),
  ...signatures(['letter_case', 'hex_notation'], {
    'in upper case': ofHex((digest) => digest.toString('hex').toUpperCase()),
    'in lower case': ofBase64((_digest, right) => right.toLowerCase()),
  }),
  ...signatures(['base64url', 'padding_missing'], {
    'in base64url': ofBase64((digest) => digest.toString('base64url')),
    'without padding': ofBase64((_digest, right) => right.replace(/=+$/, '')),
  }),
  ...signatures(['truncated'], {
    'cut to its first half': (_digest, right) => right.slice(0, right.length / 2),
    'cut to its second half': (_digest, right) => right.slice(right.length / 2),
  }),
  ...signatures(['hex_notation'], {
    'with dashes': ofHex((digest) => bytes(digest).join('-')),
    'with colons': ofHex((digest) => bytes(digest).join(':')),
    'after 0x': ofHex((digest) => `0x${digest.toString('hex')}`),
  }),
  ...signatures(['double_encoded'], {
    'in base64 of its hex': (digest) => text(digest.toString('hex')).toString('base64'),
    'in hex of its base64': (digest) => text(digest.toString('base64')).toString('hex'),
  }),
  ...signatures(['other_encoding', 'header_changed'], {
    'as a list of numbers': (digest) => `[${[...digest].join(',')}]`,
    "as Python's bytes": (digest, right, { scheme }) =>
      scheme.encoding === 'hex' ? `b'${digest.toString('hex')}'` : `b'${right}'`,
  }),
  ...copies(['signature_miscopied'], {
    'with one other character': (signature, random) => miscopied(signature, random, 1),
    'with three other characters': (signature, random) => miscopied(signature, random, 3),
  }),
  // Without a 0, the first byte looks like one that was written without its leading zero.
  ...copies(['signature_miscopied', 'truncated', 'other_encoding'], {
    'without its first character': (signature) => signature.slice(1),
  }),

  ...values(['version_prefix_missing'], {
    'without its version': (signature, { scheme }) =>
      /^(?:v\d|sha)/.test(scheme.headerValue('', '')) ? signature : undefined,
  }),
  ...values(
    ['version_prefix_wrong'],
    Object.fromEntries(
      ['v0', 'v2', 'v1a', 'sha256'].map((version) => [
        `${version} for v1`,
        (signature, of) => (isShared(of) ? `${version},${signature}` : undefined),
      ]),
    ),
  ),
  ...values(['version_prefix_wrong', 'letter_case'], {
    'V1 for v1': (signature, of) => (isShared(of) ? `V1,${signature}` : undefined),
  }),
  ...values(['header_changed', 'version_prefix_wrong', 'malformed_header'], {
    'with = for its comma': (signature, of) => (isShared(of) ? `v1=${signature}` : undefined),
    'with a space after its comma': (signature, of) => (isShared(of) ? `v1, ${signature}` : undefined),
  }),
  ...headers(['header_changed'], {
    'in quotation marks': onSignature((value) => [`"${value}"`]),
    'percent-encoded': onSignature((value) => [encodeURIComponent(value)]),
  }),
  // Another scheme's items may have a space before them, as HTTP joins repeated headers.
  ...headers(['header_repeated', 'header_changed'], {
    'split at its comma': (all, of) =>
      isShared(of) || of.scheme.name === 'stripe' ? onSignature((value) => value.split(','))(all, of) : all,
  }),
  ...headers(['missing_header'], { 'not sent': onSignature(() => []) }),
  {
    name: 'header: with the signature of an earlier request',
    kind: 'header',
    causes: ['earlier_signature'],
    make(of, random) {
      const written = writtenBody(random)
      const body = text(written.text)
      const before = { ...of, written, sent: body, signed: { ...of.signed, body } }
      return {
        signed: before.signed,
        earlier: [{ captureId: 'cap_before', ...requestOf(before) }],
      }
    },
  },
]
