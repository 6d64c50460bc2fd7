import type { ComponentChildren } from 'preact'
import { Split } from '../kit/split.tsx'
import { doLater, type Later } from '../live/undo.ts'
import { Card } from '../place/card.tsx'
import { close, go, place } from '../place/navigation.ts'
import { NotHere } from './not-here.tsx'

interface Props<Thing> {
  title: string
  /** The words of the button that leads to the form. */
  make: string
  /** Names of what stands beside the list. */
  labels: { one: string; form: string }
  /** Undefined until they have been read. */
  all: readonly Thing[] | undefined
  idOf: (thing: Thing) => string
  /** Said where there is none. */
  none: string
  card: (thing: Thing) => ComponentChildren
  /** Draws one, or the form that makes one. */
  detail: (thing: Thing | null) => ComponentChildren
  /** Said of an id that none of them has. */
  gone: (id: string) => ComponentChildren
}

/** What the reader makes, subscriptions or endpoints: a list, and the chosen one or a form beside it. */
export function MadeList<Thing>({ title, make, labels, all, idOf, none, ...draw }: Props<Thing>) {
  const { open } = place.value
  const chosen = all?.find((one) => idOf(one) === open)
  const isForm = open === null || open === 'new'
  const makeOne = (
    <button type="button" onClick={() => go({ open: 'new' })}>
      {make}
    </button>
  )
  const beside = () => {
    if (chosen !== undefined || isForm) return draw.detail(chosen ?? null)
    if (all === undefined) return <div class="empty" aria-busy="true" />
    return (
      <NotHere>
        {draw.gone(open)}
        {makeOne}
      </NotHere>
    )
  }
  return (
    <Split
      open={open}
      detailLabel={isForm ? labels.form : labels.one}
      list={
        <>
          <div class="list-head">
            <h2>{title}</h2>
            <span class="spring" />
            {makeOne}
          </div>
          {all?.length === 0 && <p class="empty quiet">{none}</p>}
          <ul class="cards">
            {all?.map((one) => (
              <Card key={idOf(one)} id={idOf(one)} isChosen={one === chosen}>
                {draw.card(one)}
              </Card>
            ))}
          </ul>
        </>
      }
      detail={beside()}
    />
  )
}

/** Closes what is open and deletes it a little later; taken back, it is open again. */
export function removeOpen(later: Omit<Later, 'undo'>): void {
  const before = place.value
  close('replace')
  const after = place.value
  doLater({ ...later, undo: () => place.value === after && go(before, 'replace') })
}
