import type { ComponentChildren } from 'preact'
import { Split } from '../kit/split.tsx'
import { Card } from '../place/card.tsx'
import { go, place } from '../place/navigation.ts'
import { NotHere } from './not-here.tsx'

interface Props<Thing> {
  title: string
  /** The label of the button that opens the form. */
  make: string
  /** Names the pane beside the list. */
  labels: { one: string; form: string }
  /** Undefined until the list has been read. */
  all: readonly Thing[] | undefined
  idOf: (thing: Thing) => string
  /** Shown if the list is empty. */
  none: string
  card: (thing: Thing) => ComponentChildren
  /** Draws a record, or for null the form that creates one. */
  detail: (thing: Thing | null) => ComponentChildren
  /** Explains an id that the list does not have. */
  gone: (id: string) => ComponentChildren
}

/** Lists subscriptions, endpoints or checks; beside the list stands the open record or the form that creates one. */
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
