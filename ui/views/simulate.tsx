import { Split } from '../parts/split.tsx'
import { go, place } from '../state/navigation.ts'
import { listShare } from '../state/preferences.ts'
import { catalogue } from '../state/settings.ts'
import { SimulateForm } from './simulate-form.tsx'

/** Every event the platform knows, and a form to fire the chosen one. */
export function Simulate() {
  const known = catalogue.value
  const { open } = place.value
  const chosen = known?.find((one) => one.event === open) ?? (open === null ? known?.[0] : undefined)
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel="Fire an event"
      list={
        <>
          <div class="list-head">
            <h2>Simulate</h2>
            <span class="quiet">{known === null ? 'reading' : `${known.length} events`}</span>
          </div>
          <ul class="cards">
            {known?.map((one) => (
              <li key={one.event}>
                <button
                  type="button"
                  class={one === chosen ? 'card active' : 'card'}
                  aria-current={one === chosen ? 'true' : undefined}
                  onClick={() => go({ open: one.event })}
                >
                  <span class="card-title">{one.event}</span>
                  <span class="quiet">{one.description}</span>
                  <span class="quiet">Cause: {one.caused_by}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      }
      detail={
        chosen ? (
          <SimulateForm key={chosen.event} chosen={chosen} />
        ) : (
          <div class="empty">
            <p class="quiet">
              {open === null ? 'Reading the events.' : `The platform has no event named ${open}.`}
            </p>
          </div>
        )
      }
    />
  )
}
