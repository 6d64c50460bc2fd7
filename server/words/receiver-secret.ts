/** Names what a receiver verifies with. */
import type { Subscription } from '../wire.ts'

/** The public key of a key pair, else the secret that both sides share. */
export const receiverSecret = ({ secret, public_key }: Pick<Subscription, 'secret' | 'public_key'>): string =>
  public_key ?? secret
