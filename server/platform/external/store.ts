/** Stores the external accounts linked to accounts here. */
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'
import type { DataOf, Kept } from '../objects/store.ts'
import type { World } from '../world.ts'
import type { external } from './schemas.ts'

interface ExternalData extends DataOf<typeof external, 'linked_account_id' | 'mask'> {
  /** Whether the vendor's token was exchanged. */
  has_token: boolean
  account_number: string | null
}
export type ExternalAccount = Kept<ExternalData>

/**
 * What is wrong with an ABA routing number, or undefined. The sum of its digits times 3, 7 and 1 in turn must be a multiple
 * of ten.
 */
export function flawOfRoutingNumber(text: string): string | undefined {
  if (!/^\d{9}$/.test(text)) return 'must be nine digits'
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return sum % 10 === 0 ? undefined : 'is not a routing number: its checksum is wrong'
}

/** Accounts at other banks that are linked to accounts here. */
export function createExternalAccounts({ collection }: World) {
  const externals = collection<ExternalData>('external_account', { parent: 'account_id' })

  /** An external account that is not closed. */
  function found(call: { identity: string }, id: string): ExternalAccount {
    const one =
      externals.find(call, id) ??
      refuse('linked_dne', `linked_account_id: no external account has the id ${shown(id)}`)
    if (one.status === 'closed') refuse('linked_closed', `The external account ${one.id} is closed`)
    return one
  }

  /** A verified external account of an account. */
  function linked(call: { identity: string }, id: string, accountId: string): ExternalAccount {
    const one = found(call, id)
    if (one.account_id !== accountId)
      refuse('linked_dne', `linked_account_id: ${one.id} is not linked to the account ${accountId}`)
    if (one.verification_status !== 'verified')
      refuse('account_not_linked_error', `The external account ${one.id} is ${one.verification_status}`)
    return one
  }

  return {
    externals,
    found,
    linked,
    /** An external account whose transactions the vendor may return. */
    readable(call: { identity: string }, id: string, accountId: string): ExternalAccount {
      const one = linked(call, id, accountId)
      if (!one.has_token)
        refuse('invalid_account_id', `No access token of the vendor is kept for the linked account ${one.id}`)
      return one
    },
  }
}
