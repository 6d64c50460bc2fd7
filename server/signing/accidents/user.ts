import type { Cause } from '../../wire.ts'
import { causes } from '../causes.ts'
import { equalInConstantTime } from '../digest.ts'
import type { Facts } from '../facts.ts'
import { provedCause } from '../verdicts.ts'

const longest = 100

/**
 * That the user of `basic` is another one, which is plain to see where nothing else was found. Of a password that does not fit
 * nothing can be proved, and none is told: one that stands where the user should is not either.
 */
export function otherUser({ recipe, presented, input }: Facts): Cause[] {
  const { user: expected = '' } = recipe
  if (recipe.method !== 'password') return []
  const text = Buffer.from(presented.signatures[0]?.value ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [came, password] = [text.slice(0, colon), text.slice(colon + 1)]
  if (colon < 0 || came === expected) return []
  const known = [...input.secrets, ...input.otherSecrets].map(({ secret }) => secret)
  const isSecret = [...known, recipe.password].some((one) => one === came)
  const shown = isSecret ? '…' : came.length > longest ? `${came.slice(0, longest)}…` : came
  const right = recipe.password === undefined ? input.secrets.map(({ secret }) => secret) : [recipe.password]
  const fits = right.filter((one) => equalInConstantTime(one, password)).length > 0
  const rest = fits ? 'The password fits.' : 'The password does not fit either.'
  return [
    provedCause({
      cause: 'other_user',
      detail: `The user is ${JSON.stringify(shown)}; ${JSON.stringify(expected)} is expected. ${rest}`,
      fix: causes.other_user.fix,
      expected,
      received: shown,
    }),
  ]
}
