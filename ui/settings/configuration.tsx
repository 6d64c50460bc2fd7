/** The settings section that shows the current configuration. */

import type { ConfigEntry } from '../../server/wire.ts'
import { configOrigin } from '../../server/words/config.ts'
import { Commands } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { Check } from '../form/field.tsx'
import { NotRead } from '../live/not-read.tsx'
import { getConfig } from '../live/routes/data.ts'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { go, place, settleTyping } from '../place/navigation.ts'
import { Group } from './setting.tsx'

/** The search word for keys that differ from their defaults. */
const changedWord = 'is:changed'
const searched = ({ key, meaning, changed }: ConfigEntry) =>
  `${key} ${meaning} ${changed ? changedWord : ''}`.toLowerCase()

export function Configuration() {
  const { value, problem } = useLoaded('config', touched.value, getConfig)
  if (problem !== null) return <NotRead problem={problem} />
  if (value === null) return <p class="quiet">Loading…</p>
  const words = place.value.q.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = value.config.filter((entry) => words.every((word) => searched(entry).includes(word)))
  const onlyChanged = words.includes(changedWord)
  const turn = (yes: boolean) =>
    go({ q: [...words.filter((word) => word !== changedWord), ...(yes ? [changedWord] : [])].join(' ') })
  return (
    <Group title="Current configuration">
      <p class="quiet">
        A flag overrides an environment variable, which overrides the configuration file. Changes apply at the
        next start.
      </p>
      <div class="config-tools wrapping">
        <input
          type="search"
          id="search"
          aria-label="Search keys"
          placeholder="Search keys"
          value={place.value.q}
          onInput={(event) => go({ q: event.currentTarget.value }, 'type')}
          onChange={settleTyping}
        />
        <Check label="Changed keys only" checked={onlyChanged} onChange={turn} />
      </div>
      {shown.length === 0 ? <p>No key matches.</p> : <Table entries={shown} />}
      <Commands
        commands={[{ what: 'the configuration as curl', text: sandboxCurl('GET', '/sandbox/config') }]}
      />
    </Group>
  )
}

const Table = ({ entries }: { entries: readonly ConfigEntry[] }) => (
  <dl class="config">
    {entries.map(({ key, value, default: byDefault, changed, meaning, ...from }) => (
      <div key={key} class={changed ? 'changed' : ''}>
        <dt>
          <code>{key}</code>
        </dt>
        <dd>
          <code class="config-value">{JSON.stringify(value)}</code>
          <span class="quiet"> {configOrigin(from)}</span>
          {changed && (
            <span class="quiet">
              ; default <code>{JSON.stringify(byDefault)}</code>
            </span>
          )}
          <span class="quiet config-meaning">{meaning}</span>
        </dd>
      </div>
    ))}
  </dl>
)
