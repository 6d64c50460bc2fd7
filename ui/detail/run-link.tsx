/** Links a record to the run or the traffic that made it. */
import { placeOf, sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'

/** Leads to the run, or to all records of the traffic. */
export function RunLink({ id }: { id: string }) {
  const to = id.startsWith('run_') ? sectionOf('scenarios', id) : { ...placeOf('stream'), run: id }
  return <PlaceLink to={to}>{id}</PlaceLink>
}
