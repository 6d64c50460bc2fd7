/** All probes, in the order in which they are run and reported. */
import type { Probe } from '../probe.ts'
import { bytesProbes } from './bytes.ts'
import { deliveryProbes } from './delivery.ts'
import { effectProbes } from './effects.ts'
import { signatureProbes } from './signature.ts'
import { toleranceProbes } from './tolerance.ts'

export const probes: readonly Probe[] = [
  ...signatureProbes,
  ...bytesProbes,
  ...toleranceProbes,
  ...deliveryProbes,
  ...effectProbes,
]

/** Those that judge the answer to the valid delivery, however it was answered. */
export const ofValid: ReadonlySet<string> = new Set([
  'accepts-valid',
  'answers-with-success-status',
  'answers-without-redirect',
  'answers-in-time',
])
/** Those that judge the answers to all other probes, at the end. */
export const ofAll: ReadonlySet<string> = new Set(['stays-alive', 'leaks-nothing'])
