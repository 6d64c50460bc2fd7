/** The Objects view: the platform's objects, and the open one. */
import '../styles/things.css'
import { useState } from 'preact/hooks'
import type { ObjectKind, PlatformObjectRow } from '../../server/wire.ts'
import { money } from '../../server/words/money.ts'
import { kindBeside, objectKindNames } from '../../server/words/object.ts'
import { runCommand } from '../commands/simulator-commands.ts'
import { Narrowing } from '../kit/choice.tsx'
import { Mark } from '../kit/mark.tsx'
import { Split } from '../kit/split.tsx'
import { titled } from '../kit/titled.ts'
import { NotRead } from '../live/not-read.tsx'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Card } from '../place/card.tsx'
import { go, place, sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Search } from '../place/search.tsx'
import { CopyBox } from '../secrets/copy-box.tsx'
import { ObjectDetail } from './object.tsx'
import { listObjects, mostListed, stateSign, step, useHappenings } from './objects.ts'

export function Objects() {
  const { open } = place.value
  const happenings = useHappenings()
  return (
    <Split
      open={open}
      detailLabel="Object"
      list={<ObjectList happenings={happenings} />}
      detail={
        open === null ? (
          <p class="empty quiet">Choose an object to see its fields and what happened to it.</p>
        ) : (
          <ObjectDetail key={open} id={open} happenings={happenings} />
        )
      }
    />
  )
}

const objectKinds = Object.keys(objectKindNames) as ObjectKind[]

function ObjectList({ happenings }: { happenings: number }) {
  const { q, open } = place.value
  const object = objectKinds.find((kind) => kind === place.value.object) ?? null
  const [limit, setLimit] = useState(step)
  const { value, problem } = useLoaded(`${object} ${q}`, touched.value + happenings + limit, () =>
    listObjects(q, object, limit),
  )
  return (
    <>
      <div class="list-head">
        <h2>Objects</h2>
        <span class="spring" />
      </div>
      <div class="tools">
        <Search over="names, ids, amounts, states" />
      </div>
      <div class="tools-under">
        <Narrowing
          label="Kind"
          every="all kinds but transactions"
          chosen={object}
          options={objectKinds.map((kind) => [kind, objectKindNames[kind][1]])}
          onPick={(kind) => go({ object: kind })}
        />
      </div>
      {problem && <NotRead problem={problem} />}
      {value === null && problem === null && <div class="empty" aria-busy="true" />}
      {value?.objects.length === 0 && <None q={q} kind={object} />}
      <ul class="cards">
        {value?.objects.map((row) => (
          <Card key={row.id} id={row.id} class="card object" isChosen={row.id === open}>
            <CardText row={row} />
          </Card>
        ))}
      </ul>
      {value !== null && value.next !== null && <More limit={limit} onMore={() => setLimit(limit + step)} />}
    </>
  )
}

const More = ({ limit, onMore }: { limit: number; onMore: () => void }) => (
  <p class="empty">
    {limit < mostListed ? (
      <button type="button" onClick={onMore}>
        Show more
      </button>
    ) : (
      <span class="quiet">
        The list shows the newest {mostListed}. Search or choose a kind to see others.
      </span>
    )}
  </p>
)

function None({ q, kind }: { q: string; kind: ObjectKind | null }) {
  if (q === '' && kind === null)
    return (
      <div class="empty">
        <p>No objects yet. Calls to the emulated API and scenarios create objects.</p>
        <p class="quiet">Create a customer, an account and a card</p>
        <CopyBox text={runCommand('onboarding-passes', {})} what="the command" />
        <PlaceLink to={sectionOf('scenarios')}>Choose a scenario</PlaceLink>
      </div>
    )
  return (
    <div class="empty">
      <p>
        No {kind === null ? 'object' : objectKindNames[kind][0]}
        {q !== '' && (
          <>
            {' with '}
            <code>{titled(q)}</code>
          </>
        )}
        .
      </p>
      <button type="button" onClick={() => go({ q: '', object: null })}>
        Clear the filter
      </button>
    </div>
  )
}

function CardText({ row }: { row: PlatformObjectRow }) {
  const { title, balance, owner_name } = row
  const sign = stateSign(row)
  return (
    <>
      <span class="card-title" title={title}>
        {titled(title)}
      </span>
      <span class="number">{balance !== null && <b>{money(balance)}</b>}</span>
      <span class="quiet">{[kindBeside(row), owner_name].filter((part) => part).join(' · ')}</span>
      {sign && <Mark sign={sign} />}
    </>
  )
}
