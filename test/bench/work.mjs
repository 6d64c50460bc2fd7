import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const connections = 50
/** A payload of 1 KB, as it is delivered. */
const payload = { event: 'card.created', filler: 'x'.repeat(990) }
const payloadText = JSON.stringify(payload)

/** What a trigger of such events asks for. @param {number} count */
export const triggerOf = (count) => ({ event: 'card.created', payload, count, force: true })

/** The bytes that the sandbox sends, for a bare client. */
export const plainPost = /** @type {const} */ ({
  path: '/hook',
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'webhook-sandbox/0.1.0',
    'webhook-id': 'evt_00000000000000000000000000',
    'webhook-timestamp': '1760000000',
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  },
  body: payloadText,
})

/** A folder for a database file, on the disk where temporary files are; gone after `use`. @template T @param {(folder: string) => Promise<T>} use */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-bench-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {number} time */
export const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))
