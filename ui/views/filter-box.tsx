import { useEffect, useRef, useState } from 'preact/hooks'
import { type Proposal, proposals, withProposal } from '../parts/filter-text.ts'
import { allKinds } from '../state/asked.ts'
import { knownValues } from '../state/filter-values.ts'
import { go, place } from '../state/navigation.ts'
import { plurals } from '../state/routes.ts'
import { loadProblem } from '../state/stream.ts'

const list = 'filter-proposals'
const pauseMs = 200

/** The kinds of rows that are listed now. */
const kindsNow = () => {
  const { kind } = place.value
  const only = allKinds.filter((one) => plurals[one] === kind)
  return only.length > 0 ? only : allKinds
}

/** The filter of the stream: words and `name:value`, completed while typed; what is typed goes to the address. */
export function FilterBox() {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const [offered, setOffered] = useState<Proposal[]>([])
  const [chosen, setChosen] = useState(-1)
  const { q } = place.value
  useEffect(() => {
    if (field.current !== null && document.activeElement !== field.current) field.current.value = q
  }, [q])
  // What was typed in one view must not filter the next.
  useEffect(() => () => clearTimeout(timer.current), [])

  const offer = () => {
    const input = field.current
    if (input === null) return
    const caret = input.selectionStart ?? input.value.length
    setChosen(-1)
    setOffered(proposals(input.value, caret, kindsNow(), knownValues.value))
  }
  const close = () => {
    setOffered([])
    setChosen(-1)
  }
  const ask = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go({ q: field.current?.value.trim() ?? '' }, 'replace'), ms)
  }
  const typed = () => {
    offer()
    ask(pauseMs)
  }
  const take = ({ text }: Proposal) => {
    const input = field.current
    if (input === null) return
    const next = withProposal(input.value, input.selectionStart ?? input.value.length, text)
    input.value = next.text
    input.focus()
    input.setSelectionRange(next.caret, next.caret)
    offer()
    ask(pauseMs)
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const proposal = offered[chosen]
    if (step !== undefined && offered.length > 0)
      setChosen((at) => Math.max(-1, Math.min(offered.length - 1, at + step)))
    else if (step !== undefined) offer()
    else if ((event.key === 'Enter' || event.key === 'Tab') && proposal !== undefined) take(proposal)
    else if (event.key === 'Enter') {
      close()
      return ask(0)
    } else if (event.key === 'Escape' && offered.length > 0) {
      close()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  const isOpen = offered.length > 0
  const isRefused = loadProblem.value?.code === 'invalid_query'
  return (
    <search class="search">
      <input
        ref={field}
        id="search"
        type="text"
        // biome-ignore lint/a11y/noRedundantRoles: without a list of the browser's own it would be a plain text field
        role="combobox"
        list={undefined}
        aria-label="Filter the stream: words or name:value"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        aria-invalid={isRefused || undefined}
        placeholder="Search, or event:card.* verdict:failed since:5m"
        autocomplete="off"
        spellcheck={false}
        defaultValue={q}
        onInput={typed}
        onFocus={() => field.current?.value === '' && offer()}
        onBlur={close}
        onKeyDown={pressed}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <div id={list} role="listbox" aria-label="Filters" class="proposals" hidden={!isOpen}>
        {offered.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and the keys; what is chosen is named by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and the keys
          <div
            key={one.text}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            class={index === chosen ? 'proposal active' : 'proposal'}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            <code>{one.text}</code>
            {one.about !== undefined && <span class="quiet">{one.about}</span>}
          </div>
        ))}
      </div>
    </search>
  )
}
