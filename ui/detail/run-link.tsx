import { placeOf, sectionOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'

/** The run, or the traffic, that made something; leads to the run, or to all that the traffic made. */
export function RunLink({ id }: { id: string }) {
  const to = id.startsWith('run_') ? sectionOf('scenarios', id) : { ...placeOf('stream'), run: id }
  return <PlaceLink to={to}>{id}</PlaceLink>
}
