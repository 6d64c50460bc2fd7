/** The filter field: completes while typing, shows chips otherwise, and keeps the text in the address. */
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { handSeen } from '../kit/hand.ts'
import { Icon, Key } from '../kit/icon.tsx'
import { demoMode } from '../kit/preferences.ts'
import { lazily } from '../live/lazily.tsx'
import { useAddressField } from '../place/address-field.ts'
import { go, place, settleTyping } from '../place/navigation.ts'
import { kindsAsked } from '../stream/asked.ts'
import { askable, type FilterPiece } from '../stream/filter-text.ts'
import type { Offer } from './completion.ts'
import { noteRecent } from './saved-filters.ts'

const list = 'filter-proposals'
const pauseMs = 200
const FilterChips = lazily(async () => (await import('./filter-chips.tsx')).FilterChips)

export function FilterBox() {
  const { field, timer, asked, q } = useAddressField()
  const [offered, setOffered] = useState<Offer[]>([])
  const [chosen, setChosen] = useState(-1)
  const popup = useRef<HTMLDivElement>(null)
  const [isEdited, setEdited] = useState(false)
  const loaded = useSignal<typeof import('./completion.ts') | null>(null)
  const load = async () => {
    loaded.value ??= await import('./completion.ts').catch(() => null)
    return loaded.value
  }
  useEffect(() => {
    if (handSeen.value) void load()
  }, [handSeen.value])

  useLayoutEffect(() => {
    const box = field.current?.parentElement
    if (loaded.value && popup.current && box) loaded.value.putAt(popup.current, loaded.value.around(box))
  }, [offered])

  const offer = async () => {
    const completion = await load()
    const input = field.current
    if (input === null || completion === null || document.activeElement !== input) return
    setChosen(-1)
    setOffered(
      completion.complete(input.value, input.selectionStart ?? input.value.length, kindsAsked(place.value)),
    )
  }
  const close = () => {
    setOffered([])
    setChosen(-1)
  }
  const type = (text: string) => {
    clearTimeout(timer.current)
    asked.current = text
    go({ q: text }, 'type')
  }
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => type(askable(field.current?.value ?? '', loaded.value?.isPartOfValue)),
      pauseMs,
    )
  }
  const enter = (text: string) => {
    type(text)
    settleTyping()
  }
  const set = (text: string) => {
    if (field.current !== null) field.current.value = text
    enter(text)
  }
  const left = () => {
    close()
    setEdited(false)
    if (place.value.q !== asked.current) return
    // A filter without a value is incomplete.
    const text = askable(field.current?.value ?? '')
    set(text)
    noteRecent(text)
  }
  const take = async (one: Offer) => {
    const input = field.current
    if (input === null) return
    if (one.go !== undefined) {
      close()
      one.go()
      input.value = place.value.q
      return
    }
    const completion = await load()
    if (completion === null) return
    const next = one.isWhole
      ? { text: one.text, caret: one.text.length }
      : completion.withProposal(input.value, input.selectionStart ?? input.value.length, one.text)
    input.value = next.text
    input.focus()
    input.setSelectionRange(next.caret, next.caret)
    ask()
    if (one.isWhole) close()
    else await offer()
  }
  const edit = ({ start, end }: FilterPiece) => {
    setEdited(true)
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const proposal = offered[chosen]
    if (step !== undefined && offered.length > 0)
      setChosen((at) => Math.max(-1, Math.min(offered.length - 1, at + step)))
    else if (step !== undefined) void offer()
    else if ((event.key === 'Enter' || event.key === 'Tab') && proposal !== undefined) void take(proposal)
    else if (event.key === 'Enter') {
      close()
      const text = field.current?.value ?? ''
      noteRecent(text)
      enter(askable(text))
      document.querySelector<HTMLElement>('.virtual-list')?.focus()
    } else if (event.key === 'Escape' && offered.length > 0) {
      close()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  const isOpen = offered.length > 0
  const isChipped = q !== '' && !isEdited
  return (
    <search class="search">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field in it has the keys; a click beside the chips is one on it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        class={isChipped ? 'filter-field chipped' : 'filter-field'}
        onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
      >
        {isChipped && <FilterChips text={q} onEdit={edit} onChange={set} />}
        <input
          ref={field}
          id="search"
          type="text"
          // biome-ignore lint/a11y/noRedundantRoles: without a list of the browser's own it would be a plain text field
          role="combobox"
          list={undefined}
          aria-label="Filter: words or name:value"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
          aria-describedby="filter-trouble"
          placeholder="Search, or event:card.* verdict:failed"
          autocomplete="off"
          spellcheck={false}
          // Until the check is loaded, any text may contain a secret.
          class={demoMode.value && (loaded.value?.shownText(q) ?? '') !== q ? 'dotted' : undefined}
          defaultValue={q}
          onInput={() => {
            void offer()
            ask()
          }}
          onFocus={() => {
            setEdited(true)
            void offer()
          }}
          onBlur={left}
          onKeyDown={pressed}
        />
        {q === '' ? (
          <Key name="/" />
        ) : (
          <button
            type="button"
            class="filter-clear"
            aria-label="Clear the filter"
            // A click must not end the edit first: the button would move away from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              set('')
              field.current?.focus()
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <div ref={popup} id={list} role="listbox" aria-label="Filters" class="menu proposals" hidden={!isOpen}>
        {offered.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and the keys; what is chosen is named by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and the keys
          <div
            key={`${one.about} ${one.text}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            class={index === chosen ? 'proposal active' : 'proposal'}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void take(one)}
          >
            <code>{loaded.value?.shownText(one.text)}</code>
            {one.about !== undefined && <span class="quiet">{one.about}</span>}
          </div>
        ))}
      </div>
    </search>
  )
}
