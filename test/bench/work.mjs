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

/** An event of the platform as its senders sign it, 1 KB: one that fits its schema, so that it is checked whole and nothing is wrong with it. */
const transaction = {
  event: 'transactions',
  occurred_at: '2026-01-01T09:00:00.000000+00:00',
  transaction: {
    transaction_id: 'aba2d171-1ef4-4076-b296-76ed5e088f9f',
    customer_id: '2428d832-6b25-4422-82e3-5a9e25ddd61f',
    account_id: '176e3970-a154-4ec9-bb1f-9038d13415fe',
    payment_type: 'ach',
    transaction_type: 'transfer',
    state: 'settled',
    amount: '-402.04',
    fee: '0.00',
    currency: 'USD',
    created_time: '2026-01-01T09:00:00.000000+00:00',
    updated_time: '2026-01-01T09:00:00.000000+00:00',
    details: { card_id: null, description: 'Transfer '.repeat(43), merchant: null, decline_reason: null },
  },
}
export const eventPost = { ...plainPost, path: '/in/bench', body: JSON.stringify(transaction) }

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
