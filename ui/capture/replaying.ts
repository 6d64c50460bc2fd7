/** Sends replays, and keeps unsent forms. */
import { signal } from '@preact/signals'
import { createDrafts } from '../form/drafts.ts'
import { replayUrl } from '../kit/preferences.ts'
import { said } from '../live/refusal.ts'
import type { ReplayForm, ReplayOrder } from '../live/replay-order.ts'
import { postReplay } from '../live/routes/capture.ts'
import { touched } from '../live/touched.ts'

/** Whether the form opens in edit mode next time. */
export const editsReplay = signal(false)

/** Unsent forms. */
export const replayDrafts = createDrafts<ReplayForm>()

/** Replays a capture. Remembers the address, and shows the exchange with the capture. */
export async function replay(capture: string, order: ReplayOrder) {
  const done = await postReplay(capture, order)
  if (!done.ok) return done
  replayUrl.value = order.url ?? ''
  said.value = 'Replayed'
  touched.value++
  return done
}
