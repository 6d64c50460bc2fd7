/** Shows the phases of an attempt as a bar to scale and in words. */
import type { Attempt } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { Measured } from '../kit/measured.tsx'

type Phases = NonNullable<Attempt['phases']>

/** In order of time. */
const names = {
  dns_ms: 'DNS',
  connect_ms: 'connect',
  tls_ms: 'TLS',
  send_ms: 'send',
  wait_ms: 'wait',
  read_ms: 'read',
} as const satisfies Record<keyof Phases, string>

/** A phase of an attempt. */
interface Phase {
  name: (typeof names)[keyof Phases]
  ms: number
}

/** The phases that took place, in order. */
export function phasesOf(phases: Phases): Phase[] {
  return (Object.keys(names) as (keyof Phases)[]).flatMap((key) => {
    const ms = phases[key]
    return ms === null ? [] : [{ name: names[key], ms }]
  })
}

/** `connect 0.4 ms · wait 38 ms`. */
export const phaseWords = (phases: readonly Phase[]): string =>
  phases.map(({ name, ms }) => `${name} ${duration(ms)}`).join(' · ')

export function PhaseBar({ phases }: { phases: NonNullable<Attempt['phases']> }) {
  const parts = phasesOf(phases)
  if (parts.length === 0) return null
  return (
    <div class="phases">
      <div class="phase-bar" aria-hidden="true">
        {parts.map(({ name, ms }) => (
          <span
            key={name}
            class={`phase ${name.toLowerCase()}`}
            style={{ flexGrow: ms }}
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
