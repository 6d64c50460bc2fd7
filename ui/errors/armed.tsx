/** Lists the armed errors with their counts, and disarms them. */
import type { ArmedError } from '../../server/wire.ts'
import { isErrorSpent } from '../live/spent.ts'
import { armedFor, armedHow, armedTally, armedWhat } from './armed-words.ts'
import { armAgain, disarm } from './arming.ts'
import { CodeLink } from './code-link.tsx'

export function ArmedList({ armed, label }: { armed: readonly ArmedError[]; label: string }) {
  return (
    <ul class="standing armed" aria-label={label}>
      {armed.map((one) => (
        <ArmedItem key={one.id} armed={one} />
      ))}
    </ul>
  )
}

function ArmedItem({ armed }: { armed: ArmedError }) {
  const spent = isErrorSpent(armed)
  const how = armedHow(armed)
  return (
    <li class={spent ? 'spent' : ''}>
      <span class="standing-text">
        <span class="wrapping">
          {armed.code === null ? <b>{armedWhat(armed)}</b> : <CodeLink code={armed.code} />}
          <span class={spent ? 'quiet' : 'fault'}>{spent ? 'spent' : 'armed'}</span>
          <span class="standing-tally">{armedTally(armed)}</span>
        </span>
        <span class="quiet">
          <code>{armedFor(armed)}</code>
          {how !== '' && ` · ${how}`}
        </span>
      </span>
      {spent && (
        <button
          type="button"
          class="small"
          aria-label={`Arm again: ${armedWhat(armed)} for ${armedFor(armed)}`}
          onClick={() => void armAgain(armed)}
        >
          Arm again
        </button>
      )}
      <button
        type="button"
        class="small"
        aria-label={`Disarm ${armedWhat(armed)} for ${armedFor(armed)}`}
        onClick={() => void disarm(armed)}
      >
        Disarm
      </button>
    </li>
  )
}
