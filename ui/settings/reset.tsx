import { useState } from 'preact/hooks'
import { Terminal } from '../commands/commands.tsx'
import { joined, sandboxCurl } from '../commands/curl.ts'
import { Check } from '../form/field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { many } from '../kit/format.ts'
import { ProblemBox } from '../kit/problem.tsx'
import { health } from '../live/health.ts'
import { said } from '../live/refusal.ts'
import { type Keepable, keepable, postReset } from '../live/routes.ts'
import { endpoints, subscriptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { keptSizes } from './kept.ts'
import { Group } from './setting.tsx'

const resetCommand = (keep: readonly Keepable[]) =>
  joined(['reset', ...(keep.length === 0 ? [] : [`--keep ${keep.join(',')}`])])

/** Empties the sandbox, once a dialog has said what goes and what stays. */
export function Reset() {
  const [asks, setAsks] = useState(false)
  const [keep, setKeep] = useState<readonly Keepable[]>(keepable)
  const { problem, busy, send } = useSending()
  const close = () => setAsks(false)
  const empty = async () => {
    const done = await send(() => postReset(keep))
    if (!done?.ok) return
    said.value = 'Emptied'
    close()
  }
  const sizes = keptSizes(subscriptions.value ?? [], endpoints.value ?? [])
  return (
    <Group title="Reset">
      <p class="quiet">Empties the database and begins anew: ids count from the start again.</p>
      <p>
        <button type="button" class="danger" onClick={() => setAsks(true)}>
          Reset…
        </button>
      </p>
      {asks && (
        <Dialog class="reset" label="Reset this sandbox?" onClose={close}>
          <h3>Reset this sandbox?</h3>
          <p>
            <strong>Goes:</strong> {countWords()}, pinned captures included; everything the platform holds,
            such as cards and customers; armed errors and fault rules that the config does not name; runs,
            with the subscriptions and endpoints of their own, and traffic
            {keep.length === 0 ? '; the recorded session' : ''}. It cannot be undone.
          </p>
          <p>
            <strong>Stays:</strong> the configuration and the seed
            {keep.length > 0 && `; ${keep.join(' and ')}`}. A clock that runs comes back to the wall’s time;
            one that stands stays where it is.
          </p>
          {keepable.map((kind) => (
            <Check
              key={kind}
              label={`Keep ${kind} (${sizes[kind]})`}
              checked={keep.includes(kind)}
              onChange={(yes) => setKeep(keepable.filter((one) => (one === kind ? yes : keep.includes(one))))}
            />
          ))}
          {problem && <ProblemBox problem={problem} />}
          <Terminal
            commands={[
              { what: 'the reset', text: resetCommand(keep) },
              {
                what: 'the reset as curl',
                text: sandboxCurl('POST', '/sandbox/reset', { keep }),
              },
            ]}
          />
          <div class="form-acts">
            <button type="button" onClick={close}>
              Leave it as it is
            </button>
            <span class="spring" />
            <button type="button" class="danger" aria-busy={busy} onClick={() => void empty()}>
              Reset
            </button>
          </div>
        </Dialog>
      )}
    </Group>
  )
}

function countWords(): string {
  const counts = health.value?.counts
  if (counts === undefined) return 'what was recorded'
  const { events, deliveries, captures, calls } = counts
  return `${many(events, 'event')}, ${many(deliveries, 'delivery', 'deliveries')}, ${many(captures, 'capture')} and ${many(calls, 'call')}`
}
