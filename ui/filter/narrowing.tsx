/** The choice of kinds, and the buttons that remove other restrictions. */
import type { ComponentChildren } from 'preact'
import { Choice } from '../kit/choice.tsx'
import { capitalized } from '../kit/format.ts'
import { Failing, failingWords } from '../live/failing.tsx'
import { go, place } from '../place/navigation.ts'
import { kindFilters, type Place } from '../place/place.ts'

/** Chooses the kinds to show; removes other restrictions. */
export const KindChoice = ({ alsoGoes }: { alsoGoes: Partial<Place> }) => (
  <Choice
    label="Kinds"
    options={kindFilters.map((kind) =>
      kind === 'failed'
        ? [kind, 'Failing', failingWords(), <Failing key="failing" />]
        : [kind, capitalized(kind)],
    )}
    value={place.value.kind}
    onPick={(kind) => go({ kind, endpoint: null, ...alsoGoes })}
  />
)

/** Shows a restriction to one record, and removes it on click. */
export const Only = ({ children, all }: { children: ComponentChildren; all: Partial<Place> }) => (
  <button type="button" class="small only" onClick={() => go(all)}>
    {children} <span aria-hidden="true">×</span>
    <span class="unseen"> only; show all</span>
  </button>
)
