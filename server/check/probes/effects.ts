/** Probes of effects: what the receiver did, as it reports or a command counts it. */
import { nobodysSecret } from '../../faults/signing.ts'
import { withoutSignature } from '../alter.ts'
import type { Kit, Planned, Probe } from '../probe.ts'
import { lostThenAgain } from './delivery.ts'

/** A probe of effects, with the number of effects that a correct receiver has. */
export interface EffectProbe extends Probe {
  effects: number
  /** Whether the effect has to be there when the answer is. */
  atOnce?: true
}

const again = (kit: Kit): [Planned, Planned] => {
  const draft = kit.draft()
  // Signed at another second, as a retry is.
  return [
    { draft, skewS: -2 },
    { draft, attempt: 2 },
  ]
}

const visibleId: NonNullable<Probe['skip']> = ({ recipe, scheme }) =>
  scheme.coversId || Object.values(recipe.headers).some((text) => text.includes('{id}')) ? undefined : 'no_id'

const probe = (
  id: string,
  effects: number,
  rest: Pick<EffectProbe, 'requests'> & Partial<EffectProbe>,
): EffectProbe => ({
  id,
  effects,
  group: 'effects',
  severity: 'must',
  expects: 'accept',
  alone: true,
  ...rest,
})

export const effectProbes: readonly EffectProbe[] = [
  probe('one-effect-per-event', 1, { requests: (kit) => [[{ draft: kit.draft() }]] }),
  probe('one-effect-on-duplicate', 1, {
    skip: visibleId,
    requests: (kit) => again(kit).map((planned) => [planned]),
  }),
  probe('one-effect-on-concurrent-duplicate', 1, { skip: visibleId, requests: (kit) => [again(kit)] }),
  probe('one-effect-on-retry', 1, { skip: visibleId, requests: lostThenAgain }),
  probe('no-effect-when-refused', 0, {
    expects: 'refuse',
    skip: ({ scheme }) => (scheme.signature.length > 0 ? undefined : 'no_signature'),
    requests: (kit) => [
      [
        { label: 'unsigned', draft: kit.draft(), alter: withoutSignature(kit.recipe) },
        { label: 'another secret', draft: kit.draft(), secrets: [nobodysSecret(kit.random)] },
      ],
    ],
  }),
  probe('effect-before-answer', 1, {
    severity: 'info',
    atOnce: true,
    requests: (kit) => [[{ draft: kit.draft() }]],
  }),
]
