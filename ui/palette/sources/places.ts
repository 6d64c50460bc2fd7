/** Palette entries that open a view. */

import { capitalized } from '../../kit/format.ts'
import { go, placeOf, sectionOf } from '../../place/navigation.ts'
import { kindFilters, type Place, sections, views } from '../../place/place.ts'
import { leadFocus } from '../../shell/keys/focus.ts'
import { chords, titles } from '../../shell/rail.tsx'
import { type Entry, inGroup } from '../entry.ts'

const leadTo = (to: Place) => () => {
  go(to)
  leadFocus()
}

const sectionWords = {
  events: 'Send an event',
  scenarios: 'Scenarios and runs',
  traffic: 'Traffic: events at a rate',
  clock: 'Clock of the sandbox',
} as const

export const placeEntries = (): Entry[] =>
  inGroup('places', [
    ...views.map((view) => ({
      id: `place:${view}`,
      title: titles[view],
      words: 'go to view',
      key: `g ${chords[view]}`,
      run: leadTo(placeOf(view)),
    })),
    ...sections.map((section, index) => ({
      id: `part:${section}`,
      title: sectionWords[section],
      about: 'in Simulate',
      words: `go to ${section}`,
      key: `${index + 1}`,
      run: leadTo(sectionOf(section)),
    })),
    ...kindFilters.slice(1).map((kind) => ({
      id: `kind:${kind}`,
      title: kind === 'failed' ? 'Failing deliveries' : `${capitalized(kind)} only`,
      about: 'in the stream',
      words: kind === 'failed' ? 'go to show failed failures' : `go to show ${kind}`,
      run: leadTo({ ...placeOf('stream'), kind }),
    })),
    {
      id: 'place:reference',
      title: 'API reference',
      words: 'go to docs documentation openapi',
      run: () => location.assign('/sandbox/docs'),
    },
  ])
