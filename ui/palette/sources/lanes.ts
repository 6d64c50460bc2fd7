import { exportTitles } from '../../lanes/export-titles.ts'
import { say } from '../../live/saying.ts'
import { place } from '../../place/navigation.ts'
import type { Entry } from '../entry.ts'

/** The drawing of the lanes, to be taken along while it is in sight. */
export function laneEntries(): Entry[] {
  if (place.value.view !== 'lanes') return []
  return exportTitles.map((title) => ({
    id: `lanes:${title}`,
    group: 'page',
    title: `${title}: the lanes`,
    words: 'export drawing picture',
    run: async () => say((await (await import('../../lanes/exporting.ts')).exportAs(title)).text),
  }))
}
