/** Shows the phases of an attempt as a bar to scale and in words. */
import type { Attempt } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { Measured } from '../kit/measured.tsx'

type Phases = NonNullable<Attempt['phases']>

/** In order of time, each with how dark it is drawn. */
const known = [
  ['dns_ms', 'DNS', '30%'],
  ['connect_ms', 'connect', '45%'],
  ['tls_ms', 'TLS', '60%'],
  ['send_ms', 'send', '85%'],
  ['wait_ms', 'wait', '25%'],
  ['read_ms', 'read', '70%'],
] as const satisfies [keyof Phases, name: string, shade: string][]

/** A phase of an attempt. */
interface Phase {
  name: string
  shade: string
  ms: number
}

/** The phases that took place, in order. */
export const phasesOf = (phases: Phases): Phase[] =>
  known.flatMap(([key, name, shade]) => {
    const ms = phases[key]
    return ms === null ? [] : [{ name, shade, ms }]
  })

/** `connect 0.4 ms · wait 38 ms`. */
export const phaseWords = (phases: readonly Phase[]): string =>
  phases.map(({ name, ms }) => `${name} ${duration(ms)}`).join(' · ')

export function PhaseBar({ phases }: { phases: Phases }) {
  const parts = phasesOf(phases)
  if (parts.length === 0) return null
  return (
    <div class="phases">
      <div class="phase-bar" aria-hidden="true">
        {parts.map(({ name, shade, ms }) => (
          <span
            key={name}
            class="phase"
            style={{ flexGrow: ms, '--shade': shade }}
            title={`${name} ${duration(ms)}`}
          />
        ))}
      </div>
      <p class="quiet">
        <Measured text={phaseWords(parts)} />
      </p>
    </div>
  )
}
