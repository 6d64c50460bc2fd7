/** Confirms an action on all listed records, shows the request and reports the result. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Commands } from '../commands/commands.tsx'
import { Input, submits } from '../form/field.tsx'
import { replayUrl } from '../kit/preferences.ts'
import { ProblemBox } from '../live/problem.tsx'
import { useSending } from '../live/use-loaded.ts'
import { place } from '../place/navigation.ts'
import {
  type BulkAct,
  bulkActs,
  bulkCommands,
  bulkOrder,
  bulkQuestion,
  isFailedAlone,
} from '../stream/bulk.ts'
import { doToAll, knownCount, newestListed } from '../stream/bulk-acting.ts'
import { bulk, bulkOutcome } from '../stream/bulk-asked.ts'

export function BulkPanel() {
  const act = bulk.value
  if (act !== null) return <Asking key={act} act={act} />
  if (bulkOutcome.value === '') return null
  return (
    <div class="bulk wrapping">
      <p class="good">
        <span aria-hidden="true">✓ </span>
        {bulkOutcome.value}
      </p>
      <button
        type="button"
        class="small"
        onClick={() => {
          bulkOutcome.value = ''
        }}
      >
        Close
      </button>
    </div>
  )
}

const close = () => {
  bulk.value = null
  document.getElementById('main')?.focus()
}

function Asking({ act }: { act: BulkAct }) {
  const [since, setSince] = useState('2h')
  const [url, setUrl] = useState(replayUrl.value)
  const { problem, busy, send } = useSending()
  const panel = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  // The action covers only records that were listed when the panel opened.
  const [newest] = useState(newestListed)
  const order = bulkOrder(act, place.value, { since: since.trim(), url: url.trim(), newest })
  if (order === null) return null
  const submit = async () => {
    const done = await send(() => doToAll(order))
    if (!done?.ok) return
    if (act === 'replay') replayUrl.value = url.trim()
    close()
  }
  const question = bulkQuestion(order, knownCount(act, newest))
  const isDanger = act === 'delete' || act === 'cancel'
  return (
    <form
      ref={panel}
      class="bulk wrapping"
      aria-label={question}
      onSubmit={submits(submit)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <p>
        {question}
        {act === 'delete' && (
          <span class="quiet"> Pinned captures stay. You can undo this for a few seconds.</span>
        )}
      </p>
      {act === 'recover' && (
        <label>
          Since <Input required placeholder="2h, or 2026-01-01T09:00:00Z" value={since} onInput={setSince} />
        </label>
      )}
      {act === 'replay' && (
        <label>
          URL{' '}
          <Input inputMode="url" placeholder="the endpoint of each capture" value={url} onInput={setUrl} />
        </label>
      )}
      <button type="submit" class={isDanger ? 'danger' : 'primary'} aria-busy={busy}>
        {bulkActs[act].verb}
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      {isFailedAlone(order) && (
        <p class="quiet">Cancelled deliveries are not included. List them with state:cancelled.</p>
      )}
      {problem && <ProblemBox problem={problem} />}
      <Commands commands={bulkCommands(order)} />
    </form>
  )
}
