/** Compares two captures: request line, headers, JSON by path, and bytes. */
import { useState } from 'preact/hooks'
import type { Capture, CaptureDiff, CaptureRow } from '../../server/wire.ts'
import { TextField } from '../form/field.tsx'
import { Mark } from '../kit/mark.tsx'
import { middleCut } from '../kit/middle-cut.ts'
import { clockTime, dateTime } from '../kit/time.ts'
import { ByDay } from '../live/days.tsx'
import { NotRead } from '../live/not-read.tsx'
import { getDiff } from '../live/routes/capture.ts'
import { getCapture } from '../live/routes/records.ts'
import { listRows } from '../live/routes.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { Difference } from '../message/difference.tsx'
import { changeWords, isSame, valueText } from '../message/difference-words.ts'
import { go, place } from '../place/navigation.ts'
import { isSecretHeader, isSecretKey } from '../secrets/mask.ts'
import { Masked } from '../secrets/masked.tsx'
import { captureSign } from '../verdict/capture-sign.ts'

export function Diff({ capture }: { capture: Capture }) {
  const { beside } = place.value
  if (beside === null || beside === capture.id) return <Choose capture={capture} />
  return (
    <>
      <p class="diff-head">
        Compared with <Other id={beside} />{' '}
        <button type="button" class="small" onClick={() => go({ beside: null })}>
          Choose another capture
        </button>
      </p>
      <Compared id={capture.id} beside={beside} />
    </>
  )
}

/** The sender chooses the lengths: both ends are visible, and the title has everything. */
function Name({ of: { method, path, event } }: { of: CaptureRow }) {
  const whole = [method, path, event ?? ''].join(' ').trim()
  return (
    <span title={whole}>{[method, middleCut(path, 80), middleCut(event ?? '', 56)].join(' ').trim()}</span>
  )
}

/** The other capture; only its id until it is loaded. */
function Other({ id }: { id: string }) {
  const { value } = useLoaded(id, 0, () => getCapture(id, 0))
  return (
    <>
      {value !== null && (
        <>
          <time class="row-time" title={dateTime(value.capture.received_at)}>
            {clockTime(value.capture.received_at)}
          </time>{' '}
          <Name of={value.capture} /> <Mark sign={captureSign(value.capture)} />{' '}
        </>
      )}
      <code>{id}</code>
    </>
  )
}

/** The likely candidates: captures with the same id, then of the same endpoint. */
async function candidates({ id, webhook_id, endpoint }: Capture): Promise<CaptureRow[]> {
  const lists = await Promise.all([
    webhook_id === null ? null : listRows('capture', { webhook_id, limit: 10 }),
    listRows('capture', { endpoint, limit: 20 }),
  ])
  const rows = lists.flatMap((list) => (list?.ok ? list.value.rows : []))
  return [...new Map(rows.map((row) => [row.id, row])).values()].filter((row) => row.id !== id)
}

function Choose({ capture }: { capture: Capture }) {
  const [id, setId] = useState('')
  const { value: rows } = useLoaded(capture.id, 0, async () => ({
    ok: true as const,
    value: await candidates(capture),
  }))
  const choose = (event: Event) => {
    event.preventDefault()
    if (id.trim() !== '') go({ beside: id.trim() })
  }
  return (
    <div class="resend">
      <form onSubmit={choose}>
        <div class="with-button">
          <TextField label="Compare with capture" placeholder="cap_…" value={id} onInput={setId} />
          <button type="submit">Compare</button>
        </div>
      </form>
      {rows?.length === 0 && <p class="quiet">The endpoint has no other captures.</p>}
      {rows !== null && rows.length > 0 && (
        <section>
          <h3 class="label">Captures with the same id or endpoint</h3>
          <ul class="candidates">
            <ByDay of={rows} at={(row) => row.received_at} as="li">
              {(row) => (
                <li>
                  <button type="button" class="candidate" onClick={() => go({ beside: row.id })}>
                    <time class="row-time">{clockTime(row.received_at)}</time>
                    <span class="candidate-name">
                      <Name of={row} />
                      {row.webhook_id !== null && row.webhook_id === capture.webhook_id && ' · same id'}
                    </span>
                    <Mark sign={captureSign(row)} />
                  </button>
                </li>
              )}
            </ByDay>
          </ul>
        </section>
      )}
    </div>
  )
}

function Compared({ id, beside }: { id: string; beside: string }) {
  const { value, problem, retry } = useLoaded(`${id} ${beside}`, 0, () => getDiff(id, beside))
  if (problem !== null) return <NotRead problem={problem} again={retry} />
  if (value === null) return <div aria-busy="true" />
  const { diff } = value
  if (isSame(diff)) return <p>The captures are identical: request line, headers and body bytes.</p>
  return (
    <>
      <Changes title="Request line" none="Identical." changes={diff.line} />
      <Changes title="Headers" none="Identical, in the same order." changes={diff.headers} />
      {diff.json !== null && <Changes title="JSON" none="Identical values." changes={diff.json} />}
      <section>
        <h3>Body bytes</h3>
        {diff.body === null ? (
          <p class="quiet">Identical.</p>
        ) : (
          <Difference
            difference={diff.body}
            sides={{ sender: 'only in this capture', here: 'only in the other capture' }}
            words={{ sender: 'in this capture', here: 'in the other capture' }}
          />
        )}
      </section>
    </>
  )
}

function Changes({ title, none, changes }: { title: string; none: string; changes: CaptureDiff['line'] }) {
  return (
    <section>
      <h3>{title}</h3>
      {changes.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <dl class="pairs compared">
          {changes.map((one, index) => (
            <div key={`${index}${one.path}`}>
              <dt>
                {one.path}
                <span class="unseen">, {changeWords(one)}</span>
              </dt>
              <dd>
                {one.change !== 'added' && (
                  <del class="side bad">
                    <Side path={one.path} value={one.before} />
                  </del>
                )}
                {one.change !== 'removed' && (
                  <ins class="side good">
                    <Side path={one.path} value={one.after} />
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Side({ path, value }: { path: string; value: unknown }) {
  const text = valueText(value)
  const key = /[\w-]+$/.exec(path)?.[0] ?? ''
  return <Masked text={text} whole={isSecretKey(key) || isSecretHeader(path, text)} />
}
