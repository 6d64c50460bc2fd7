/** The list of results in the palette. */

import { maskedText } from '../secrets/mask.ts'
import { knownSecrets } from '../secrets/secrets.ts'
import { type Entry, type GroupName, groups } from './entry.ts'
import { type Group, piecesOf } from './match.ts'

interface Props {
  id: string
  groups: readonly Group[]
  /** The open record, as the heading of its acts. */
  thing: string | undefined
  active: Entry | undefined
  onChoose: (entry: Entry) => void
  onPoint: (index: number) => void
}

/** The search field keeps the focus and the keys. */
export function Results({ id, groups: found, thing, active, onChoose, onPoint }: Props) {
  const headingOf = (name: GroupName) => (name === 'thing' && thing !== undefined ? thing : groups[name])
  let index = -1
  return (
    <div id={id} class="palette-results" role="listbox" aria-label="Results">
      {found.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.name} role="group" aria-label={headingOf(group.name)}>
          <p class="label" aria-hidden="true">
            {headingOf(group.name)}
            {group.more > 0 && <span class="quiet"> and {group.more} more</span>}
          </p>
          {group.found.map(({ entry, ranges }) => {
            index++
            const at = index
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and the keys; what is chosen is named by aria-activedescendant
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and the keys
              <div
                key={`${group.name} ${entry.id}`}
                id={`${id}-${at}`}
                role="option"
                aria-selected={entry === active}
                class={entry === active ? 'palette-entry active' : 'palette-entry'}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => entry !== active && onPoint(at)}
                onClick={() => onChoose(entry)}
              >
                <span class="palette-title one-line">
                  {piecesOf(entry.title, ranges).map(({ text, hit }, piece) =>
                    hit ? <mark key={`${piece}${text}`}>{text}</mark> : text,
                  )}
                </span>
                {entry.about !== undefined && <span class="palette-about one-line quiet">{entry.about}</span>}
                <Side entry={entry} />
              </div>
            )
          })}
        </div>
      ))}
      {found.length === 0 && <p class="quiet palette-none">Nothing found.</p>}
    </div>
  )
}

/** The key that does the same, else the command. */
function Side({ entry: { key, command } }: { entry: Entry }) {
  if (key !== undefined)
    return (
      <span class="palette-side keys one-line">
        {key.split(' ').map((one) => (
          <kbd key={one}>{one}</kbd>
        ))}
      </span>
    )
  const text = command?.() ?? null
  if (text === null) return null
  return <code class="palette-side one-line quiet">{maskedText(shortOf(text), knownSecrets.value)}</code>
}

/** Removes the parts that all commands of this sandbox share. */
const shortOf = (command: string) => command.replace(/^npx /, '').replace(/ --url \S+$/, '')
