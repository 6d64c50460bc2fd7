import { type Change, type Fault, partOf, type Random } from './fault.ts'

/** What a receiver that holds to a scheme can tell. */
export interface SchemeFacts {
  /** How far a timestamp may be from now, in seconds; null sets no limit. */
  toleranceS: number | null
  /** Whether the limit is for old timestamps alone. */
  pastOnly: boolean
  /** Whether the id is part of what is signed. */
  coversId: boolean
  coversTimestamp: boolean
  coversBody: boolean
  /** Whether a time goes out, signed or not. */
  sendsTime: boolean
  /** The headers that show who sent it, by a signature or a password. */
  signature: readonly string[]
}

type Limits = Pick<SchemeFacts, 'toleranceS' | 'pastOnly'>
type Shown = Limits & Pick<SchemeFacts, 'sendsTime' | 'signature'>

/**
 * How an attempt is signed.
 * @returns `skewS` how far off the time is, in seconds; `secret` the wrong one, null for its own; `leaveOut` whether the
 * headers of the signature do not go out
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
  const said = `signed at a time ${Math.abs(skewS)} s ${skewS < 0 ? 'back' : 'ahead'}, ${toleranceSaid(skewS, scheme)}`
  // Of a replay, what comes again is told as well.
  if (timed && (skew || scheme.sendsTime)) tell(timed, scheme.sendsTime, said, 'the scheme sends no time')
  if (wrong) tell(wrong, showsSender, 'signed with a secret that nobody has', noSignature)
  if (unsigned) tell(unsigned, showsSender, 'the headers of the signature are left out', noSignature)
  return { skewS, secret: wrong ? nobodysSecret(random) : null, leaveOut: unsigned !== undefined, changes }
}

/** How far off the signed time is, in seconds; negative is back. */
export const skewOf = (fault: Fault): number =>
  partOf(fault, 'skew')?.args.seconds ?? -(partOf(fault, 'replay')?.args.seconds ?? 0)

/** Whether a time so far off is refused. */
export function isBeyond(skewS: number, { toleranceS, pastOnly }: Limits) {
  if (toleranceS === null || (pastOnly && skewS > 0)) return false
  return Math.abs(skewS) > toleranceS
}

function toleranceSaid(skewS: number, scheme: Limits): string {
  if (scheme.toleranceS === null) return 'which the scheme sets no limit to'
  if (scheme.pastOnly && skewS > 0) return 'which the scheme does not look at'
  const side = isBeyond(skewS, scheme) ? 'beyond' : 'within'
  return `${side} the ${scheme.toleranceS} s that the scheme tolerates`
}

/** A secret in the usual form that follows from the seed and is nobody's. */
export function nobodysSecret(random: Random): string {
  const bytes = Array.from({ length: 24 }, (_, at) => Math.floor(random(`wrong_secret:${at}`) * 256))
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}
