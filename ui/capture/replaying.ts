import { signal } from '@preact/signals'
import { createDrafts } from '../form/drafts.ts'
import { replayUrl } from '../kit/preferences.ts'
import { said } from '../live/refusal.ts'
import type { ReplayForm, ReplayOrder } from '../live/replay-order.ts'
import { postReplay } from '../live/routes/capture.ts'
import { touched } from '../live/touched.ts'

/** Whether the form is to stand open for editing when it next appears. */
export const editsReplay = signal(false)

/** Forms that were left before they were sent. */
export const replayDrafts = createDrafts<ReplayForm>()

/** Sends a capture again; the address is remembered, and the exchange shown with the capture. */
export async function replay(capture: string, order: ReplayOrder) {
  const done = await postReplay(capture, order)
  if (!done.ok) return done
  replayUrl.value = order.url ?? ''
  said.value = 'Sent again'
  touched.value++
  return done
}
