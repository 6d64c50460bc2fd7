import { capitalized } from '../../kit/format.ts'
import { go, placeOf, sectionOf } from '../../place/navigation.ts'
import { kindFilters, type Place, sections, views } from '../../place/place.ts'
import { leadFocus } from '../../shell/keys/focus.ts'
import { chords, titles } from '../../shell/rail.tsx'
import type { Entry } from '../entry.ts'

const leadTo = (to: Place) => () => {
  go(to)
  leadFocus()
}

const sectionWords = {
  events: 'Fire an event',
  scenarios: 'Scenarios and their runs',
  traffic: 'Traffic: a steady or a rough load',
  clock: 'The sandbox’s clock',
} as const

/** Every view, and the parts that have an address of their own. */
export const placeEntries = (): Entry[] => [
  ...views.map(
    (view): Entry => ({
      id: `place:${view}`,
      group: 'places',
      title: titles[view],
      words: 'go to view',
      key: `g ${chords[view]}`,
      run: leadTo(placeOf(view)),
    }),
  ),
  ...sections.map(
    (section, index): Entry => ({
      id: `part:${section}`,
      group: 'places',
      title: sectionWords[section],
      about: 'a part of Simulate',
      words: `go to ${section}`,
      key: `${index + 1}`,
      run: leadTo(sectionOf(section)),
    }),
  ),
  ...kindFilters.slice(1).map(
    (kind): Entry => ({
      id: `kind:${kind}`,
      group: 'places',
      title: kind === 'failed' ? 'What failed' : `${capitalized(kind)} only`,
      about: 'in the stream',
      words: `go to show ${kind}`,
      run: leadTo({ ...placeOf('stream'), kind }),
    }),
  ),
  {
    id: 'place:reference',
    group: 'places',
    title: 'API reference',
    words: 'go to docs documentation openapi',
    run: () => location.assign('/sandbox/docs'),
  },
]
