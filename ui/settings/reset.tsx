/** Resets the sandbox after a confirmation. */

import { useState } from 'preact/hooks'
import type { Endpoint, Subscription } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { joined, sandboxCurl } from '../commands/curl.ts'
import { Check } from '../form/field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { many } from '../kit/format.ts'
import { health } from '../live/health.ts'
import { ProblemBox } from '../live/problem.tsx'
import { said } from '../live/refusal.ts'
import { type Keepable, keepable, postReset } from '../live/routes/data.ts'
import { endpoints, subscriptions } from '../live/settings.ts'
import { useSending } from '../live/use-loaded.ts'
import { Group } from './setting.tsx'

const resetCommand = (keep: readonly Keepable[]) =>
  joined(['reset', ...(keep.length === 0 ? [] : [`--keep ${keep.join(',')}`])])

export function Reset() {
  const [asks, setAsks] = useState(false)
  const [keep, setKeep] = useState<readonly Keepable[]>(keepable)
  const { problem, busy, send } = useSending()
  const close = () => setAsks(false)
  const empty = async () => {
    const done = await send(() => postReset(keep))
    if (!done?.ok) return
    said.value = 'Reset done'
    close()
  }
  const sizes = keptSizes(subscriptions.value ?? [], endpoints.value ?? [])
  return (
    <Group title="Reset">
      <p class="quiet">
        Deletes all records. Ids are not issued again, unless the sandbox was started with --seed.
      </p>
      <p>
        <button type="button" class="danger" onClick={() => setAsks(true)}>
          Reset…
        </button>
      </p>
      {asks && (
        <Dialog class="reset" label="Reset this sandbox?" onClose={close}>
          <h3>Reset this sandbox?</h3>
          <p>
            <strong>Deletes:</strong> {countWords()}, pinned captures included; all objects of the platform,
            such as cards and customers; armed errors and fault rules that the configuration does not name;
            runs with their subscriptions and endpoints; traffic
            {keep.length === 0 ? '; the recorded session' : ''}. You cannot undo a reset.
          </p>
          <p>
            <strong>Keeps:</strong> the configuration and the seed
            {keep.length > 0 && `; ${keep.join(' and ')}`}. A running clock returns to real time; a stopped
            clock keeps its time.
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
              Cancel
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
  if (counts === undefined) return 'all records'
  const { events, deliveries, captures, calls } = counts
  return `${many(events, 'event')}, ${many(deliveries, 'delivery', 'deliveries')}, ${many(captures, 'capture')} and ${many(calls, 'call')}`
}

/** Those of runs do not count: a reset deletes them with their runs. */
export function keptSizes(
  subscriptions: readonly Pick<Subscription, 'identity' | 'url'>[],
  endpoints: readonly Pick<Endpoint, 'url'>[],
) {
  const ofRuns = subscriptions.filter(({ identity }) => identity.startsWith('run_'))
  const gone = new Set(ofRuns.map(({ url }) => url))
  return {
    subscriptions: subscriptions.length - ofRuns.length,
    endpoints: endpoints.filter(({ url }) => !gone.has(url)).length,
  }
}
