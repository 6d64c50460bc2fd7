/** The acts on an event: send again, edit, fault, signature, compare. */

import type { Event } from '../../server/wire.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { readablePayload } from '../detail/same-event.ts'
import { attemptTo, say } from '../live/refusal.ts'
import { getEvent } from '../live/routes/records.ts'
import { listRows } from '../live/routes.ts'
import { focusNext } from '../place/awaited-field.ts'
import { go, sectionOf } from '../place/navigation.ts'
import { editPayload, wantsFault } from '../simulator/trigger-draft.ts'
import { sendEvent } from '../stream/looking.ts'
import { rows } from '../stream/stream.ts'
import { diffOf, openTab, type ThingAct } from './act.ts'
import { copyActs } from './copying.ts'

const eventOf = async (id: string): Promise<Event | null> => (await attemptTo(getEvent(id)))?.event ?? null

/** The event's name, if the list holds the event. */
function knownName(id: string): string | null {
  const entry = rows.get(id)
  return entry?.kind === 'event' ? entry.data.event : null
}

async function again(id: string): Promise<void> {
  const name = knownName(id) ?? (await eventOf(id))?.event
  if (name !== undefined) await sendEvent(name)
}

/** Opens the form that sends the event, filled with the original payload. */
async function edit(id: string, { fault = false } = {}): Promise<void> {
  const event = await eventOf(id)
  if (event === null) return
  if (!fault) editPayload(event.event, readablePayload(event))
  wantsFault.value = fault
  focusNext(fault ? '.fault-field > input' : '.payload :is([contenteditable="true"], textarea)')
  go(sectionOf('events', event.event))
}

async function signature(id: string): Promise<void> {
  const made = await listRows('delivery', { event_id: id, limit: 1 })
  const delivery = made.ok ? made.value.rows[0] : undefined
  if (delivery !== undefined) openTab(delivery.id, 'signature')
  else say('No signature: no enabled subscription matched the event.')
}

async function diff(id: string): Promise<void> {
  if (await diffOf({ webhook_id: id })) return
  say('Nothing to compare: this sandbox has no capture of the event, or no other capture.')
}

export const eventActs = (id: string): ThingAct[] => [
  {
    name: 'again',
    title: 'Send again',
    changes: 'trigger',
    key: 'r',
    run: () => again(id),
    command: () => {
      const event = knownName(id)
      return event === null ? [] : [{ what: 'the command', text: triggerCommand({ event }) }]
    },
  },
  { name: 'edit', title: 'Edit and send', key: 'e', run: () => edit(id) },
  { name: 'fault', title: 'Send again with a fault', key: 'x', run: () => edit(id, { fault: true }) },
  { name: 'signature', title: 'Show the signature of the delivery', key: 'v', run: () => signature(id) },
  { name: 'diff', title: 'Compare the capture with another', key: 'd', run: () => diff(id) },
  ...copyActs('event', id),
]
