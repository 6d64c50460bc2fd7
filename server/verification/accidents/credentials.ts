/** Mistakes in the credentials of HTTP Basic authentication. */
import { equalInConstantTime } from '../../signing/digest.ts'
import { unpadded } from '../../signing/padding.ts'
import { isBase64, isPaddingMissing } from '../../signing/templated.ts'
import type { Cause } from '../../wire.ts'
import { secretWords } from '../../words/verdict.ts'
import { type CauseWord, causes } from '../causes.ts'
import type { Facts } from '../facts.ts'
import { provedCause } from '../verdicts.ts'
import { placeholderIn } from './placeholders.ts'
import { mistakeWith } from './secrets.ts'

const longest = 100

/**
 * The mistakes in Basic credentials: encoding, user, or a password with a known mistake. Any other wrong password gives
 * no proof and is not reported.
 */
export function credentialCauses({ recipe, presented, input }: Facts): Cause[] {
  if (recipe.method !== 'password') return []
  const { user = '' } = recipe
  const value = presented.signatures[0]?.value ?? ''
  const rights =
    recipe.password === undefined
      ? input.secrets.map(({ secret, of }) => ({ password: secret, whose: secretWords(of) }))
      : [{ password: recipe.password, whose: 'the password that is set' }]
  if (isOneOf(rights, value.trim())) return [alone(user, 'after Basic, not in base64')]
  const writing = rights.flatMap(({ password }) => writtenOtherwise(`${user}:${password}`, value)).slice(0, 1)
  if (writing.length > 0) return writing

  const text = Buffer.from(value.trim(), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return withoutColon(user, value.trim(), { isSecret: isOneOf(rights, text.trim()) })
  const [came, password] = [text.slice(0, colon), text.slice(colon + 1)]
  const known = [
    ...rights,
    ...[...input.secrets, ...input.otherSecrets].map(({ secret }) => ({ password: secret })),
  ]
  const fits = isOneOf(rights, password)
  if (came !== user) {
    if (isOneOf(rights, came)) return [asUser(user)]
    return [otherUser(user, came, { isSecret: isOneOf(known, came), fits })]
  }
  if (fits) return []
  const [mistake] = rights
    .flatMap(({ password: right, whose }) => {
      const found = mistakeWith(recipe.scheme, right, password)
      return found ? [{ ...found, whose }] : []
    })
    .sort((a, b) => a.rank - b.rank)
  const word = mistake && mistake.rank < 2 ? undefined : placeholderIn(recipe.scheme, password)
  if (word) {
    const said = password === '' ? 'empty' : word.said
    return [proved('secret_missing', `The password is ${said}: the sender lacks the secret.`)]
  }
  return mistake ? [proved(mistake.cause, `The password is ${mistake.whose} ${mistake.said}.`)] : []
}

const proved = (cause: CauseWord, detail: string, fix: string = causes[cause].fix): Cause =>
  provedCause({ cause, detail, fix })

const isOneOf = (ones: readonly { password: string }[], text: string) =>
  ones.some(({ password }) => equalInConstantTime(password, text))

const whole = (user: string) => `Send the base64 of ${user}:<secret>, as curl -u ${user}:<secret> does.`

/** The correct password or credentials with another word than Basic, or with none. */
export function credentialsAsToken({
  recipe,
  presented,
  input,
}: Pick<Facts, 'recipe' | 'presented' | 'input'>): Cause | undefined {
  if (recipe.method !== 'password' || presented.signatures.length > 0) return undefined
  const { user = '', password } = recipe
  const [, word, text = ''] = /^(?:([a-z][\w-]{0,15}) +)?(.*)$/is.exec(presented.raw?.trim() ?? '') ?? []
  const behind = word === undefined ? 'without the word Basic' : `after ${word}`
  const passwords = password === undefined ? input.secrets.map(({ secret }) => secret) : [password]
  if (passwords.some((right) => equalInConstantTime(text, right))) return alone(user, behind)
  const isWhole = passwords.some((right) =>
    equalInConstantTime(text, Buffer.from(`${user}:${right}`, 'utf8').toString('base64')),
  )
  if (!isWhole) return undefined
  const detail = `User and password are correct, but sent ${behind}.`
  return proved('malformed_header', detail, 'Write "Basic " before them.')
}

const alone = (user: string, where: string): Cause =>
  proved('malformed_header', `The password is correct, but sent alone ${where}.`, whole(user))

/** A value that is not base64 is reported as such, not as lacking a colon. */
function withoutColon(user: string, value: string, { isSecret }: { isSecret: boolean }): Cause[] {
  if (value === '' || !(isBase64(value) || isPaddingMissing(value))) return []
  const detail = isSecret
    ? 'The password is correct, but the base64 lacks the user and the colon before it.'
    : 'The decoded base64 lacks the colon between user and password.'
  return [proved('malformed_header', detail, whole(user))]
}

const asUser = (user: string): Cause =>
  proved(
    'other_user',
    `The secret was sent as the user. Send ${JSON.stringify(user)} as the user and the secret as the password.`,
    whole(user),
  )

function otherUser(
  expected: string,
  came: string,
  { isSecret, fits }: { isSecret: boolean; fits: boolean },
): Cause {
  const received = isSecret ? '…' : came.length > longest ? `${came.slice(0, longest)}…` : came
  const rest = fits ? 'The password fits.' : 'The password is wrong too.'
  const detail = `The user is ${JSON.stringify(received)} instead of ${JSON.stringify(expected)}. ${rest}`
  return { ...proved('other_user', detail), expected, received }
}

/** Correct credentials in a wrong encoding. */
function writtenOtherwise(right: string, value: string): Cause[] {
  const base64 = Buffer.from(right, 'utf8').toString('base64')
  const writings: [cause: CauseWord, text: string, said: string][] = [
    ['padding_missing', unpadded(base64), 'their base64 lacks the = at the end'],
    ['base64url', Buffer.from(right, 'utf8').toString('base64url'), 'encoded as base64url'],
    ['base64url', base64.replaceAll('+', '-').replaceAll('/', '_'), 'encoded as base64url'],
    ['double_encoded', Buffer.from(base64).toString('base64'), 'base64-encoded twice'],
    ['malformed_header', right, 'sent as plain text, not as base64'],
    ['malformed_header', `"${base64}"`, 'sent in quotation marks'],
    ['malformed_header', ` ${base64}`, 'sent after two spaces'],
  ]
  if (equalInConstantTime(base64, value)) return []
  const found = writings.find(([, text]) => equalInConstantTime(text, value))
  return found ? [proved(found[0], `User and password are correct, but ${found[2]}.`)] : []
}
