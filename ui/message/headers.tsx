/** Shows header pairs in the order and case as sent: folded, with their count, and with explanations on demand. */
import { useState } from 'preact/hooks'
import type { HeaderPair } from '../../server/wire.ts'
import { Copy } from '../kit/copy.tsx'
import { explainsHeaders } from '../kit/preferences.ts'
import { KnownThing } from '../live/known-thing.tsx'
import { isSecretHeader } from '../secrets/mask.ts'
import { WithIds } from '../secrets/with-ids.tsx'
import { headerNote } from './header-table.ts'
import { headerText } from './header-text.ts'
import '../styles/headers.css'

/** From this number on, the list gets a filter. */
const many = 12

const isMeant = ([name, value]: HeaderPair, words: string): boolean =>
  `${name}: ${value}`.toLowerCase().includes(words.trim().toLowerCase())

export function Headers({
  pairs: came,
  title = 'Headers',
}: {
  pairs: readonly HeaderPair[]
  title?: string
}) {
  const [words, setWords] = useState('')
  const pairs = came.map(([name, value]): HeaderPair => [name, headerText(value)])
  if (pairs.length === 0) return <p class="quiet">No headers.</p>
  const asText = pairs.map(([name, value]) => `${name}: ${value}`).join('\n')
  const isFiltered = pairs.length > many && words.trim() !== ''
  const shown = isFiltered ? pairs.filter((pair) => isMeant(pair, words)) : pairs
  return (
    <details class={`headers${explainsHeaders.value ? ' explained' : ''}`}>
      <summary>
        {title}{' '}
        <span class="quiet" aria-live="polite">
          {isFiltered ? `${shown.length} of ${pairs.length}` : pairs.length}
        </span>
      </summary>
      <div class="body-bar">
        {pairs.length > many && (
          <input
            type="search"
            class="header-filter"
            aria-label={`Filter: ${title.toLowerCase()}`}
            placeholder="Filter by name or value"
            autocomplete="off"
            spellcheck={false}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <span class="spring" />
        <button
          type="button"
          class="small"
          aria-pressed={explainsHeaders.value}
          onClick={() => {
            explainsHeaders.value = !explainsHeaders.value
          }}
        >
          Explain
        </button>
        <Copy text={asText} what="the headers" />
      </div>
      <dl class="pairs">
        {shown.map(([name, value], index) => (
          <Pair key={`${index}${name}`} name={name} value={value} />
        ))}
      </dl>
      {shown.length === 0 && <p class="quiet">No header name or value contains “{words.trim()}”.</p>}
    </details>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  const note = headerNote(name)
  return (
    <div>
      <dt title={note}>{name}</dt>
      <dd>
        <code>
          <WithIds text={value} whole={isSecretHeader(name, value)} />
        </code>
        <KnownThing id={value} />
        {explainsHeaders.value && (
          <span class="note" title={note}>
            {note}
          </span>
        )}
        <span class="pair-copy">
          <Copy text={value} what={`the value of ${name}`} />
        </span>
      </dd>
    </div>
  )
}
