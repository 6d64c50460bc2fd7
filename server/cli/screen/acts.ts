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
  /** Leaves terminal and keys to another program, and takes them back. */
  lend<T>(use: () => Promise<T>): Promise<T>
}

const did = { 'attempt-now': 'is tried now', abort: 'the attempt is cut', cancel: 'is cancelled' }

/** What keys do to deliveries. */
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
    say(`sent again as ${delivery.id}${delivery.fault === null ? '' : ` with ${delivery.fault}`}${note}`)
  }

  async function edit(id: string) {
    const editor = editorOf(needs.environment)
    const { body: before, body_base64 } = (await readDelivery(client, id)).delivery
    if (body_base64 !== null)
      throw new StartError(
        'Its body is no UTF-8 text, which an editor would not keep.',
        `${client.command(`resend ${id} --body @FILE`)} sends other bytes.`,
      )
    const body = await needs.lend(() => edited(before, { editor, onExit: needs.onExit }))
    if (body === undefined) say('The body was not changed; nothing was sent.')
    // It may be meant so, and may be a slip.
    else await resend(id, bodyIn(body), isJson(body.toString()) ? '' : '; its body is no JSON')
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
        say(`${id}: ${isHeld ? 'is due, and starts when a place is free' : did[effect.do]}`)
      }),
  }
}
