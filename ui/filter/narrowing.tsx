import type { ComponentChildren } from 'preact'
import { Choice } from '../kit/choice.tsx'
import { capitalized } from '../kit/format.ts'
import { go, place } from '../place/navigation.ts'
import { kindFilters, type Place } from '../place/place.ts'

const kinds = kindFilters.map((kind) => [kind, capitalized(kind)] as const)

/** Which kinds are shown; what else narrows the list is let go with it. */
export const KindChoice = ({ alsoGoes }: { alsoGoes: Partial<Place> }) => (
  <Choice
    label="Kinds shown"
    options={kinds}
    value={place.value.kind}
    onPick={(kind) => go({ kind, endpoint: null, ...alsoGoes })}
  />
)

/** Says that only what belongs to one thing is shown, and shows all again. */
export const Only = ({ children, all }: { children: ComponentChildren; all: Partial<Place> }) => (
  <button type="button" class="small only" onClick={() => go(all)}>
    {children} <span aria-hidden="true">×</span>
    <span class="unseen"> only; show all</span>
  </button>
)
