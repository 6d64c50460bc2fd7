import type { ConfigEntry } from '../../server/wire.ts'
import { Commands } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { Check } from '../form/field.tsx'
import { ProblemBox } from '../kit/problem.tsx'
import { getConfig } from '../live/routes.ts'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { go, place, settleTyping } from '../place/navigation.ts'
import { Group } from './setting.tsx'

/** The word that finds what is not at its default. */
const changedWord = 'is:changed'
const searched = ({ key, meaning, changed }: ConfigEntry) =>
  `${key} ${meaning} ${changed ? changedWord : ''}`.toLowerCase()

/** What is in force of sandbox.config.json, key by key. */
export function Configuration() {
  const { value, problem } = useLoaded('config', touched.value, getConfig)
  if (problem !== null) return <ProblemBox problem={problem} />
  if (value === null) return <p class="quiet">Reading.</p>
  const words = place.value.q.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = value.config.filter((entry) => words.every((word) => searched(entry).includes(word)))
  const onlyChanged = words.includes(changedWord)
  const turn = (yes: boolean) =>
    go({ q: [...words.filter((word) => word !== changedWord), ...(yes ? [changedWord] : [])].join(' ') })
  return (
    <Group title="In force">
      <p class="quiet">
        From <code>sandbox.config.json</code> of the folder that the sandbox was started in, and from the
        options of the command line, which win. A change counts from the next start on.
      </p>
      <div class="config-tools wrapping">
        <input
          type="search"
          id="search"
          aria-label="Find a key"
          placeholder="Find a key"
          value={place.value.q}
          onInput={(event) => go({ q: event.currentTarget.value }, 'type')}
          onChange={settleTyping}
        />
        <Check label="Only what is not at its default" checked={onlyChanged} onChange={turn} />
      </div>
      {shown.length === 0 ? <p>No key fits.</p> : <Table entries={shown} />}
      <Commands commands={[{ what: 'this as curl', text: sandboxCurl('GET', '/sandbox/config') }]} />
    </Group>
  )
}

const Table = ({ entries }: { entries: readonly ConfigEntry[] }) => (
  <dl class="config">
    {entries.map(({ key, value, default: byDefault, changed, meaning }) => (
      <div key={key} class={changed ? 'changed' : ''}>
        <dt>
          <code>{key}</code>
        </dt>
        <dd>
          <code class="config-value">{JSON.stringify(value)}</code>
          {changed && (
            <span class="quiet">
              {' '}
              changed; by default <code>{JSON.stringify(byDefault)}</code>
            </span>
          )}
          <span class="quiet config-meaning">{meaning}</span>
        </dd>
      </div>
    ))}
  </dl>
)
