import type { Cause, Verdict } from '../wire.ts'
import { credentialsAsToken } from './accidents/credentials.ts'
import { sentSecret } from './accidents/sent-secret.ts'
import { adyenInBody } from './adyen-body.ts'
import type { Facts } from './facts.ts'
import { foreignSignature, isForeignTo } from './foreign.ts'
import type { VerifyInput } from './input.ts'
import { reasonBy } from './verdicts.ts'

/** The verdict on a request without a signature, with what it has instead where that can be told. */
export function withInstead(verdict: Verdict, input: VerifyInput): Verdict {
  const cause = sentSecret(input.headers, input) ?? foreignSignature(input.headers) ?? adyenInBody(input)
  return cause ? { ...verdict, ...reasonBy([cause], cause), causes: [cause] } : verdict
}

/** What stands in the header of the signature and is none that the scheme has; none where that cannot be told. */
export function insteadIn({
  recipe,
  presented,
  input,
}: Pick<Facts, 'recipe' | 'presented' | 'input'>): Cause[] {
  const { signatureHeader } = presented
  const own = input.headers.filter(([name]) => name.toLowerCase() === signatureHeader.toLowerCase())
  // The password of a Basic header stands there as it should.
  const sent =
    recipe.method === 'password' ? credentialsAsToken({ recipe, presented, input }) : sentSecret(own, input)
  const foreign = own.filter(([, value]) => isForeignTo(recipe, value))
  return [sent ?? foreignSignature(foreign)].filter((cause) => cause !== undefined)
}
