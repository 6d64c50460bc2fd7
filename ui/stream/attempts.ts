import type { Entry } from '../live/entries.ts'
import { getDelivery } from '../live/routes.ts'
import { rows, version } from './stream.ts'
import { noteAttempts } from './under-way.ts'

const asked = new WeakSet<Entry>()

/** Reads the attempts of a listed delivery, once they are there; lists leave them out. */
export async function readAttempts(delivery: string): Promise<void> {
  const entry = rows.get(delivery)
  if (entry === undefined || asked.has(entry)) return
  asked.add(entry)
  const answer = await getDelivery(delivery, 0)
  if (!answer.ok) return void asked.delete(entry)
  noteAttempts(answer.value.delivery.attempts)
  for (const attempt of answer.value.delivery.attempts) rows.addAttempt(attempt)
  version.value++
}
