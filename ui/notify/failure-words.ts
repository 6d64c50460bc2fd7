/** Describes a failed record for a notification. */

import { deliverySign, target } from '../kit/format.ts'
import type { Entry } from '../live/entries.ts'
import { captureSign } from '../verdict/capture-sign.ts'

/** One line, such as `card.created → localhost:3000/hook 503`. Null if the record has not failed. */
export function failureWords(entry: Entry, own: string): string | null {
  switch (entry.kind) {
    case 'delivery': {
      const { state, event, url, check_id } = entry.data
      // A check reports its failures itself.
      if (check_id !== null) return null
      if (state !== 'failed' && state !== 'retrying' && state !== 'wrongly_accepted') return null
      return `${event} → ${target(url, own)} ${deliverySign(entry.data).text}`
    }
    case 'capture': {
      const { verdict, method, path } = entry.data
      return verdict.result === 'failed' && !verdict.on_purpose
        ? `${method} ${path} ${captureSign(entry.data).text}`
        : null
    }
    default:
      return null
  }
}
