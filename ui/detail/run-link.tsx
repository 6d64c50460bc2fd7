/** Links a record to the run, the check or the traffic that made it. */
import { placeOf, sectionOf } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { PlaceLink } from '../place/place-link.tsx'

/** Leads to the run or the check, or to all records of the traffic. */
export const RunLink = ({ id }: { id: string }) => <PlaceLink to={placeOfRun(id)}>{id}</PlaceLink>

function placeOfRun(id: string): Place {
  if (id.startsWith('run_')) return sectionOf('scenarios', id)
  return id.startsWith('chk_') ? { ...placeOf('check'), open: id } : { ...placeOf('stream'), run: id }
}
