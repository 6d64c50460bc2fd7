import type { Attempt } from '../../server/wire.ts'
import { duration } from '../../server/words/duration.ts'
import { Measured } from '../kit/measured.tsx'
import { phasesOf, phaseWords } from '../kit/phases.ts'

/** Where an attempt's time went, as a bar to scale and in words. */
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
