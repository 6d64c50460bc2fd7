import type { HeaderPair } from '../wire.ts'
import { signaturesOf } from './digest.ts'
import type { Recipe, Signable } from './recipes.ts'

/** The headers that a scheme adds to a delivery of exactly these bytes. */
export function sign(recipe: Recipe, secret: string, signable: Signable): HeaderPair[] {
  const signatures = [...signaturesOf(recipe, secret, signable)]
  const { layout } = recipe
  switch (layout.kind) {
    case 'separate':
      return [
        [layout.id, signable.id],
        [layout.timestamp, signable.timestamp],
        [layout.signature, signatures.map(([label, signature]) => `${label},${signature}`).join(' ')],
      ]
    case 'pairs':
      return [
        ['webhook-id', signable.id],
        [
          layout.signature,
          [
            `t=${signable.timestamp}`,
            ...signatures.map(([label, signature]) => `${label}=${signature}`),
          ].join(','),
        ],
      ]
  }
}
