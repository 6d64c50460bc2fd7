/** Carries out what keys of the screen do to deliveries: send again, edit, retry, abort and cancel. */
import { StartError } from '../../failures.ts'
import { isJson } from '../../json/json-source.ts'
import type { DeliveryRow } from '../../wire.ts'
import type { Client } from '../client.ts'
import { readDelivery } from '../deliveries.ts'
import { bodyIn } from '../resend.ts'
import type { Tty } from '../terminal.ts'
import { edited, editorOf } from './editor.ts'
import { type Store, tried } from './tried.ts'
import type { Effect } from './update.ts'

interface ActNeeds extends Store {
  client: Client
  environment: Record<string, string | undefined>
  onExit: Tty['onExit']
  /** Lends the terminal and the keys to another program. */
  lend<T>(use: () => Promise<T>): Promise<T>
}

const did = { 'attempt-now': 'retried now', abort: 'attempt aborted', cancel: 'cancelled' }

export function createActs(needs: ActNeeds) {
  const { client, change } = needs
  const say = (text: string) => change((state) => ({ ...state, message: { text, isBad: false } }))
  const post = (id: string, act: string, body: object) =>
    client.post<{ delivery: DeliveryRow }>(
      `/sandbox/deliveries/${encodeURIComponent(id)}/${act}`,
      'delivery',
      body,
    )

  async function resend(id: string, edits: object, note = '') {
    const { delivery } = await post(id, 'resend', edits)
    say(`Sent again as ${delivery.id}${delivery.fault === null ? '' : ` with ${delivery.fault}`}${note}`)
  }

  async function edit(id: string) {
    const editor = editorOf(needs.environment)
    const { body: before, body_base64 } = (await readDelivery(client, id)).delivery
    if (body_base64 !== null)
      throw new StartError(
        'The body is not UTF-8 text, and an editor would change it.',
        `Send another body from a file with: ${client.command(`resend ${id} --body @FILE`)}`,
      )
    const body = await needs.lend(() => edited(before, { editor, onExit: needs.onExit }))
    if (body === undefined) say('The body was not changed; nothing was sent.')
    // Invalid JSON may be intended, or a mistake.
    else await resend(id, bodyIn(body), isJson(body.toString()) ? '' : '; the body is not valid JSON')
  }

  return {
    carryOut: (effect: Extract<Effect, { do: 'resend' | 'edit' | 'attempt-now' | 'abort' | 'cancel' }>) =>
      tried(needs, async () => {
        const { id } = effect
        if (effect.do === 'resend')
          return resend(id, { ...(effect.fault !== undefined && { fault: effect.fault }) })
        if (effect.do === 'edit') return edit(id)
        const { delivery } = await post(id, effect.do, {})
        const isHeld = effect.do === 'attempt-now' && delivery.next_attempt_at !== null
        say(`${id}: ${isHeld ? 'due now; starts when the subscription has a free place' : did[effect.do]}`)
      }),
  }
}
