/** Finds what a request carries instead of a signature of its scheme. */
import type { Cause, Verdict } from '../wire.ts'
import { credentialsAsToken } from './accidents/credentials.ts'
import { sentSecret } from './accidents/sent-secret.ts'
import { adyenInBody } from './adyen-body.ts'
import type { Facts } from './facts.ts'
import { foreignSignature, isForeignTo } from './foreign.ts'
import type { VerifyInput } from './input.ts'
import { reasonBy } from './verdicts.ts'

/** Adds to a verdict without a signature what the request carries instead, if recognizable. */
export function withInstead(verdict: Verdict, input: VerifyInput): Verdict {
  const cause = sentSecret(input.headers, input) ?? foreignSignature(input.headers) ?? adyenInBody(input)
  return cause ? { ...verdict, ...reasonBy([cause], cause), causes: [cause] } : verdict
}

/** What the signature header holds, if recognizable and not a signature of the scheme. */
export function insteadIn({
  recipe,
  presented,
  input,
}: Pick<Facts, 'recipe' | 'presented' | 'input'>): Cause[] {
  const { signatureHeader } = presented
  const own = input.headers.filter(([name]) => name.toLowerCase() === signatureHeader.toLowerCase())
  // In a Basic header, the password is expected.
  const sent =
    recipe.method === 'password' ? credentialsAsToken({ recipe, presented, input }) : sentSecret(own, input)
  const foreign = own.filter(([, value]) => isForeignTo(recipe, value))
  return [sent ?? foreignSignature(foreign)].filter((cause) => cause !== undefined)
}
