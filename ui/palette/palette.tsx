/** The command palette: search, select and run. */

import '../styles/palette.css'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { offerWords } from '../../server/words/changes.ts'
import { toClipboard } from '../kit/copy.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { overlay, typedAhead } from '../kit/overlay.ts'
import { readNewest } from '../object/objects.ts'
import { Masked } from '../secrets/masked.tsx'
import { entriesFromNow, offeredOf, remember } from './catalogue.ts'
import { type Entry, groups } from './entry.ts'
import { createMatcher, type Found, type Group, grouped, showingFirst } from './match.ts'
import { Results } from './results.tsx'
import { idEntries, thingHeading, wordsEntries } from './sources/things.ts'

const list = 'palette-results'
const limits = { each: 6, all: 30 }

export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(typedAhead)
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const [said, setSaid] = useState('')
  const [known] = useState(entriesFromNow)
  const entries = known.value
  const [thing] = useState(thingHeading)
  const match = useMemo(() => createMatcher(entries), [entries])
  const found = useMemo(() => find(query, entries, match), [query, entries, match])
  const flat = found.flatMap((group) => group.found)
  // By name, because new entries may appear above it.
  const at = Math.max(
    0,
    flat.findIndex((one) => nameOf(one) === chosen),
  )
  const active = flat[at]?.entry
  const point = (index: number) => setChosen(nameOf(flat[index]))

  useEffect(() => void readNewest(), [])
  useLayoutEffect(() => {
    if (asked === null) field.current?.focus()
  }, [asked])
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, found])

  const close = () => {
    dialog.current?.close()
    overlay.value = null
  }
  const carryOut = (entry: Entry) => {
    remember(entry.id)
    // Closing returns the focus first. The entry may then move it elsewhere.
    close()
    void entry.run()
  }
  const choose = (entry: Entry) => {
    if (entry.asks === undefined) carryOut(entry)
    else setAsked(entry)
  }
  const copy = async () => {
    const command = active?.command?.() ?? null
    if (command === null) return setSaid('No command: this action only changes the page.')
    setSaid(
      (await toClipboard(command))
        ? 'Copied the command'
        : 'Not copied: the browser denied access to the clipboard.',
    )
    field.current?.focus()
  }
  const type = (text: string) => {
    setQuery(text)
    setChosen(null)
    setSaid('')
  }
  const pressed = (event: KeyboardEvent) => {
    const input = field.current
    const isSelected = input !== null && input.selectionStart !== input.selectionEnd
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: limits.each, PageUp: -limits.each }[event.key]
    if (step !== undefined) {
      const isEnd = Math.abs(step) > 1
      const next = at + step
      const last = flat.length - 1
      point(isEnd ? Math.max(0, Math.min(last, next)) : next < 0 ? last : next > last ? 0 : next)
      setSaid('')
    } else if (event.key === 'Enter' && active !== undefined) choose(active)
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !isSelected) void copy()
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      box={dialog}
      class="palette"
      label="Search or do anything"
      onClose={() => {
        overlay.value = null
      }}
      onCancel={(event) => {
        if (asked === null) return
        event.preventDefault()
        setAsked(null)
      }}
    >
      {asked === null ? (
        <>
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="Search or do anything"
            aria-expanded={flat.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={active === undefined ? undefined : `${list}-${at}`}
            placeholder="Event, scenario, error, fault, endpoint, id or action"
            autocomplete="off"
            spellcheck={false}
            value={query}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={pressed}
          />
          <Results id={list} groups={found} thing={thing} active={active} onChoose={choose} onPoint={point} />
          <Foot active={active} said={said} onCopy={() => void copy()} />
          <p class="unseen" aria-live="polite">
            {said || (query === '' ? '' : foundWords(found))}
          </p>
        </>
      ) : (
        <Asking entry={asked} onYes={() => carryOut(asked)} onNo={() => setAsked(null)} />
      )}
    </Dialog>
  )
}

/** A recent entry also appears in its own group. */
const nameOf = (found: Found | undefined) => (found ? `${found.entry.group} ${found.entry.id}` : null)

function find(query: string, entries: readonly Entry[], match: ReturnType<typeof createMatcher>): Group[] {
  const plain = (more: readonly Entry[]): Found[] => more.map((entry) => ({ entry, ranges: [] }))
  if (query.trim() === '')
    return grouped(showingFirst(plain(offeredOf(entries)), query), { each: 20, all: 60 })
  const found = [...plain(idEntries(query)), ...match(query), ...plain(wordsEntries(query))]
  return grouped(showingFirst(found, query), limits)
}

function foundWords(found: readonly Group[]): string {
  const all = found.reduce((sum, { found, more }) => sum + found.length + more, 0)
  return `${all} found, in ${found.map(({ name }) => groups[name]).join(', ')}`
}

interface AskingProps {
  entry: Entry
  onYes: () => void
  onNo: () => void
}

/** Asks for confirmation before a deletion. */
function Asking({ entry, onYes, onNo }: AskingProps) {
  const no = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => no.current?.focus(), [])
  return (
    <div class="palette-asks">
      <h2>{entry.title}?</h2>
      <p>{entry.asks?.question}</p>
      <div class="acts">
        <button type="button" class="danger" onClick={onYes}>
          {entry.asks?.yes}
        </button>
        <button ref={no} type="button" onClick={onNo}>
          Cancel
        </button>
      </div>
    </div>
  )
}

interface Props {
  active: Entry | undefined
  said: string
  onCopy: () => void
}

/** The full command of the selected entry, and the keys. */
function Foot({ active, said, onCopy }: Props) {
  const command = active?.command?.() ?? null
  const offer = active?.changes ? offerWords(active.changes) : null
  return (
    <footer class="palette-foot">
      {offer !== null && <p class="palette-offer quiet">{offer}</p>}
      {command === null ? (
        <p class="keys one-line quiet">
          <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> do · <kbd>Esc</kbd> close · <kbd>Ctrl C</kbd>{' '}
          copy the command
        </p>
      ) : (
        <code class="one-line">
          <Masked text={command} />
        </code>
      )}
      {said !== '' && <span class="quiet">{said}</span>}
      {command !== null && (
        <button type="button" class="small" onClick={onCopy}>
          Copy the command
        </button>
      )}
    </footer>
  )
}
