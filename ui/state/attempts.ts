import { getDelivery } from './routes.ts'
import { generation, rows, version } from './stream.ts'
import { noteAttempts } from './under-way.ts'

const asked = new Set<string>()
generation.subscribe(() => asked.clear())

/** Reads the attempts of a listed delivery, once; lists leave them out. */
export async function readAttempts(delivery: string): Promise<void> {
  if (asked.has(delivery)) return
  asked.add(delivery)
  const answer = await getDelivery(delivery)
  if (!answer.ok) return
  noteAttempts(answer.value.delivery.attempts)
  for (const attempt of answer.value.delivery.attempts) rows.addAttempt(attempt)
  version.value++
}
