/** Creates the sender that the engine uses. */
import { trustedAuthorities } from '../client/authorities.ts'
import { type AttemptSender, createSender, type Sender, type SenderOptions } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { createInTurn, type InTurn } from './order.ts'

/** The sender's options from the configuration. */
export function senderOptions({
  config,
  outside,
  onTrouble,
}: {
  config: Config
  outside: Outside
  onTrouble(error: unknown): void
}): SenderOptions {
  const { allow_public, proxy, no_proxy, insecure_tls, ca } = config.delivery
  return {
    outside,
    onShortage: onTrouble,
    allowPublic: allow_public,
    proxy,
    noProxy: no_proxy,
    verifyTls: !insecure_tls,
    ca: trustedAuthorities(ca),
  }
}

/** The sender for attempts, according to the configuration. */
export function createSending(needs: {
  config: Config
  outside: Outside
  clock: Clock
  bus: Bus
  onTrouble(error: unknown): void
  isOwn(url: string): boolean
  /**
   * The address to which a request to this URL is sent: for one of the sandbox's own endpoints, the address of this machine. The
   * public address may lead through a proxy or a tunnel, which the sandbox need not reach.
   */
  inside(url: string): string
  /** Replaces the sender, for example when a recorded session is played. */
  instead: ((real: Sender) => AttemptSender) | undefined
}): InTurn & Pick<Sender, 'comesFrom'> {
  const { outside, clock } = needs
  const real = createSender(senderOptions(needs))
  const inTurn = createInTurn({
    ...needs,
    sender: needs.instead?.(real) ?? {
      ...real,
      send: (request, how) => real.send({ ...request, url: needs.inside(request.url) }, how),
    },
    after: outside.after,
    keepsOrder: () => clock.state().mode === 'manual',
  })
  return { ...inTurn, comesFrom: real.comesFrom }
}
export type Sending = ReturnType<typeof createSending>
