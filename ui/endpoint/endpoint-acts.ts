/** Changes and deletes endpoints, with Undo. */
import type { Endpoint } from '../../server/wire.ts'
import { removeOpen } from '../detail/removing.ts'
import type { Result } from '../live/api.ts'
import { attemptTo } from '../live/refusal.ts'
import { deleteEndpoint, type EndpointForm, patchEndpoint } from '../live/routes/endpoint.ts'
import { readSettings } from '../live/settings.ts'
import { undoable } from '../live/undo.ts'

/** Changes an endpoint. Undo restores the fields that the change replaced. */
export async function editEndpoint(
  before: Endpoint,
  change: EndpointForm,
  said: string,
): Promise<Result<{ endpoint: Endpoint }>> {
  const done = await patchEndpoint(change)
  if (!done.ok) return done
  const former = Object.fromEntries(Object.entries(before).filter(([key]) => key in change))
  undoable(said, async () => {
    if ((await attemptTo(patchEndpoint({ ...former, name: before.name }))) !== null) await readSettings()
  })
  await readSettings()
  return done
}

/** Removes the current secret of an endpoint. */
export const removeEndpointSecret = (before: Endpoint) =>
  editEndpoint(before, { name: before.name, secret: null }, `Removed the secret of /in/${before.name}`)

/** Deletes an endpoint after the undo period. */
export const removeEndpoint = ({ name }: Pick<Endpoint, 'name'>) =>
  removeOpen({
    said: `Deleted /in/${name}`,
    ids: [`/in/${name}`],
    async run() {
      const done = await deleteEndpoint(name)
      if (done.ok) await readSettings()
      return done
    },
  })
