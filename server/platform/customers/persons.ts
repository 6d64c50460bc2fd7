/** The rules for persons: customers and persons related to them. */
import type { z } from 'zod'
import type { Ids } from '../../database/ids.ts'
import { readDay } from '../dates.ts'
import { refuse, refuseWith } from '../errors.ts'
import { shown } from '../fields.ts'
import type { Flaw } from '../operation.ts'
import {
  type createCustomer,
  type customer,
  type editCustomer,
  missingData,
  notADate,
  oneLegalName,
} from './schemas.ts'

/** The data of a person: a customer, or one related to a customer. */
export type Person = Pick<z.infer<typeof customer>, 'dob' | 'names' | 'email' | 'phone' | 'addresses'>
type PersonName = Person['names'][number]
type Address = Person['addresses'][number]

type NewPerson = Omit<z.infer<typeof createCustomer>, 'ssn'>
type Changes = Omit<z.infer<typeof editCustomer>, 'ssn'>
type AskedName = NewPerson['names'][number]
type AskedAddress = NonNullable<NewPerson['addresses']>[number]

/** Exactly one name is the legal name. Source: the platform's reference, section 7. */
function requireOneLegalName(names: readonly PersonName[]) {
  if (names.filter((name) => name.is_legal_name).length !== 1)
    refuseWith({ names: { is_legal_name: [oneLegalName] } })
}

/** Refuses a date of birth in the future. */
function requireBorn(dob: string, now: number) {
  if ((readDay(dob) ?? 0) > now) refuseWith({ dob: [notADate] })
}

/** The rules for a person's names, addresses and changes. */
export function createPersonRules(ids: Ids) {
  const newName = (asked: AskedName, isLegal: boolean): PersonName => ({
    name_id: ids.uuid(),
    first_name: asked.first_name,
    middle_name: asked.middle_name ?? null,
    last_name: asked.last_name,
    date_added: asked.date_added ?? null,
    is_legal_name: asked.is_legal_name ?? isLegal,
  })
  const newAddress = (asked: AskedAddress): Address => ({
    address_id: ids.uuid(),
    street: asked.street,
    city: asked.city,
    state: asked.state ?? null,
    zip_code: asked.zip_code,
    country: asked.country ?? 'US',
  })

  function changedNames(person: Person, asked: NonNullable<Changes['names']>): PersonName[] {
    const named = asked.flatMap(({ name_id }) => (name_id === undefined ? [] : [name_id]))
    const twice = named.find((id, at) => named.indexOf(id) < at)
    if (twice) refuse('edit_customer_schema', `names.name_id: ${shown(twice)} is there twice`)
    let names = person.names
    for (const one of asked) {
      if (one.name_id === undefined) {
        names = [...names, newName(one as AskedName, false)]
        continue
      }
      if (!names.some((name) => name.name_id === one.name_id))
        refuse('invalid_reference', `names.name_id: the person has no name ${shown(one.name_id)}`)
      names = names.map((name) => (name.name_id === one.name_id ? { ...name, ...given(one) } : name))
    }
    return names
  }

  return {
    newPerson(asked: NewPerson, now: number): Person {
      requireBorn(asked.dob, now)
      const names = asked.names.map((name) => newName(name, asked.names.length === 1))
      requireOneLegalName(names)
      return {
        dob: asked.dob,
        names,
        email: asked.email ?? null,
        phone: asked.phone ?? null,
        addresses: (asked.addresses ?? []).map(newAddress),
      }
    },
    /** The fields that a PATCH changes. Its addresses replace the existing ones. */
    changes(person: Person, { names, addresses, ...asked }: Changes, now: number): Partial<Person> {
      if (asked.dob !== undefined) requireBorn(asked.dob, now)
      const changed: Partial<Person> = given(asked)
      if (names) changed.names = changedNames(person, names)
      if (addresses) changed.addresses = addresses.map(newAddress)
      requireOneLegalName(changed.names ?? person.names)
      return changed
    },
    /** The fields after a name or an address was removed. */
    without(person: Person, target: 'names' | 'addresses', id: string): Partial<Person> {
      const [kept, before] =
        target === 'names'
          ? [person.names.filter((name) => name.name_id !== id), person.names]
          : [person.addresses.filter((address) => address.address_id !== id), person.addresses]
      if (kept.length === before.length)
        refuse(
          'invalid_reference',
          `target_id: the person has nothing among the ${target} with the id ${shown(id)}`,
        )
      if (target === 'names') requireOneLegalName(kept as PersonName[])
      return { [target]: kept }
    },
  }
}

/** Only the supplied fields. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/**
 * On person routes, missing fields and invalid dates have a body of their own: lists of messages by field, or by group and
 * field.
 */
export function refusePersonFlaws(flaws: readonly Flaw[]) {
  const told = flaws.filter(
    ({ isMissing, message }) => isMissing || message === notADate || message === missingData,
  )
  if (told.length === 0) return
  const body: Record<string, string[] | Record<string, string[]>> = {}
  for (const { path, isMissing, message } of told) {
    const [group = '', ...inner] = path.map(String)
    const said = [isMissing ? missingData : message]
    const field = inner.at(-1)
    if (field === undefined) body[group] = said
    else body[group] = { ...(Array.isArray(body[group]) ? {} : body[group]), [field]: said }
  }
  refuseWith(body)
}

/** The body for a DELETE on person routes without a required field. */
export function refuseMissingTarget(flaws: readonly Flaw[]) {
  const missing = flaws.filter(({ isMissing }) => isMissing).map(({ path }) => String(path[0]))
  if (missing.length > 0) refuseWith({ Error: `Missing Required Field(s): ${missing.join(', ')}` })
}
