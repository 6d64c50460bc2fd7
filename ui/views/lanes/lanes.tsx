import { lazily } from '../../parts/lazily.tsx'
import { place } from '../../state/navigation.ts'

const looks = {
  arrows: lazily(async () => (await import('./arrows.tsx')).Arrows),
  charts: lazily(async () => (await import('../charts/charts.tsx')).Charts),
}

/** What happened, drawn: as arrows between who took part, or as curves. */
export function Lanes() {
  const Look = looks[place.value.look]
  return <Look />
}
