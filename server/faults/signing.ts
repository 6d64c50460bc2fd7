/** Applies the faults that change how an attempt is signed. */
import { type Change, type Fault, partOf, type Random } from './fault.ts'
import { isBeyond, type Limits, type SchemeFacts } from './scheme-facts.ts'

type Shown = Limits & Pick<SchemeFacts, 'sendsTime' | 'signature'>

/**
 * How to sign an attempt.
 * @returns `skewS` the offset of the timestamp in seconds; `secret` the wrong secret, or null for the right one;
 * `leaveOut` whether to omit the signature headers
 */
export function signingOf(
  fault: Fault,
  { random, ...scheme }: Shown & { random: Random },
): { skewS: number; secret: string | null; leaveOut: boolean; changes: Change[] } {
  const [skew, replay] = [partOf(fault, 'skew'), partOf(fault, 'replay')]
  const [wrong, unsigned] = [partOf(fault, 'wrong_secret'), partOf(fault, 'unsigned')]
  const skewS = skewOf(fault)
  const timed = skew ?? replay
  const changes: Change[] = []
  const tell = ({ text }: { text: string }, can: boolean, detail: string, why: string) =>
    changes.push({ fault: text, detail: can ? detail : `nothing changed: ${why}` })
  const [showsSender, noSignature] = [scheme.signature.length > 0, 'the scheme has no signature']
  const said = `signed with a time ${Math.abs(skewS)} s in the ${skewS < 0 ? 'past' : 'future'}, ${toleranceSaid(skewS, scheme)}`
  // A replay is described elsewhere too, so here it only needs a scheme with a timestamp.
  if (timed && (skew || scheme.sendsTime))
    tell(timed, scheme.sendsTime, said, 'the scheme sends no timestamp')
  if (wrong) tell(wrong, showsSender, 'signed with a secret that no receiver has', noSignature)
  if (unsigned) tell(unsigned, showsSender, 'sent without the signature headers', noSignature)
  return { skewS, secret: wrong ? nobodysSecret(random) : null, leaveOut: unsigned !== undefined, changes }
}

/** The offset of the signed timestamp in seconds. Negative is in the past. */
export const skewOf = (fault: Fault): number =>
  partOf(fault, 'skew')?.args.seconds ?? -(partOf(fault, 'replay')?.args.seconds ?? 0)

function toleranceSaid(skewS: number, scheme: Limits): string {
  if (scheme.toleranceS === null) return 'which the scheme does not limit'
  const limit = skewS > 0 ? scheme.leadS : scheme.toleranceS
  if (limit === null) return 'which the scheme does not check'
  const side = isBeyond(skewS, scheme) ? 'beyond' : 'within'
  return `${side} the scheme's tolerance of ${limit} s`
}

/** A secret in the usual form, derived from the seed, that no receiver has. */
export function nobodysSecret(random: Random): string {
  const bytes = Array.from({ length: 24 }, (_, at) => Math.floor(random(`wrong_secret:${at}`) * 256))
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}
