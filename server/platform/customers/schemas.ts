import { z } from 'zod'
import { readDay, readDayFirst } from '../dates.ts'
import { flag, oneOf, paging, text, times, uuid } from '../fields.ts'

/** Phrases of the wire contract. Source: the platform's reference, section 7. */
export const notADate = 'Not a valid date.'
export const missingData = 'Missing data for required field.'
export const oneLegalName = 'One legal name is required'

const dob = z
  .string(notADate)
  .refine((day) => readDay(day) !== undefined, notADate)
  .meta({ description: 'YYYY-MM-DD', example: '1990-04-12' })
const dateAdded = z
  .string(notADate)
  .refine((day) => readDayFirst(day) !== undefined, notADate)
  .meta({ description: 'DD-MM-YYYY', example: '12-04-2024' })
const ssnForm = /^\d{3}-?\d{2}-?\d{4}$/
export const ssn = () =>
  z
    .string('must be a string')
    .regex(ssnForm, 'must be nine digits such as 123-45-6789')
    .meta({ description: 'Some numbers choose how KYC ends', example: '123-45-6789' })

/** Of names and addresses. */
const atMost20 = [20, 'must be at most 20 entries'] as const

const nameFields = {
  first_name: text().meta({ example: 'Ada' }),
  middle_name: text().optional(),
  last_name: text().meta({ example: 'Quill' }),
  date_added: dateAdded.optional(),
  is_legal_name: flag().optional().meta({
    description: 'A single name is the legal one unless it says otherwise; of several exactly one is',
  }),
}
const name = z.object(nameFields)
/** A name of a PATCH: one with an id changes the name that has it, one without is added and so must be whole. */
const changedName = z
  .object({
    ...nameFields,
    name_id: text(100).meta({ description: 'The name to change; a new one without' }),
  })
  .partial()
  .superRefine((asked, context) => {
    if (asked.name_id !== undefined) return
    for (const field of ['first_name', 'last_name'] as const)
      if (asked[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is required of a new name' })
  })
const address = z.object({
  street: text().meta({ example: '1 Harbour Row' }),
  city: text().meta({ example: 'Portsmouth' }),
  state: text(20).optional().meta({ example: 'NH' }),
  zip_code: text(20).meta({ example: '03801' }),
  country: text(2).optional().meta({ description: 'ISO 3166; US when left out', example: 'US' }),
})

const personal = {
  email: text().regex(/@/, 'must be an e-mail address').optional().meta({ example: 'ada@example.com' }),
  phone: text(30).optional().meta({ example: '+1 555 0100' }),
  addresses: z
    .array(address, 'must be a list of addresses')
    .max(...atMost20)
    .optional(),
}
const names = z
  .array(name, 'must be a list of names')
  .min(1, missingData)
  .max(...atMost20)

export const createCustomer = z
  .object({ dob, names, ssn: ssn().optional(), ...personal })
  .meta({ id: 'CreateCustomer' })
export const editCustomer = z
  .object({
    dob: dob.optional(),
    names: z
      .array(changedName, 'must be a list of names')
      .min(1, 'must not be empty')
      .max(...atMost20)
      .optional(),
    ssn: ssn().optional(),
    ...personal,
  })
  .meta({ id: 'EditCustomer' })
export const createRelated = z
  .object({
    p_id: z
      .uuid('must be a UUID')
      .optional()
      .meta({ description: 'An id of your own; one is made when left out' }),
    relationship: text(50).optional().meta({ example: 'spouse' }),
    dob,
    names,
    ...personal,
  })
  .meta({ id: 'CreateRelatedPerson' })

const deleteTarget = (whole: 'customer' | 'person') =>
  z.object({
    p_id: text(100).toLowerCase().meta({ description: 'Whose record is meant' }),
    target_type: oneOf([whole, 'names', 'addresses']).meta({
      description: `What goes: the whole ${whole}, one of the names or one of the addresses`,
      example: 'names',
    }),
    target_id: text(100).toLowerCase().meta({ description: 'The id of what goes' }),
  })
export const deleteCustomer = deleteTarget('customer').meta({ id: 'DeleteCustomer' })
export const deleteRelated = deleteTarget('person').meta({ id: 'DeleteRelatedPerson' })
export const listCustomers = z.object(paging)

/** The bodies of refusals on the person routes that bear no code. Source: the platform's reference, section 7. */
export const fieldFaults = z
  .record(
    z.string(),
    z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).meta({
      description: 'Messages, or messages by the field of a group such as names',
      example: { is_legal_name: [oneLegalName] },
    }),
  )
  .meta({
    id: 'FieldFaults',
    description: 'Fields that are missing, dates that are none and names of which not one is the legal one',
  })
export const missingTarget = z
  .object({ Error: z.string().meta({ example: 'Missing Required Field(s): p_id' }) })
  .meta({ id: 'MissingTarget', description: 'Fields that are missing' })
export const noSuchPerson = z
  .object({ message: z.string() })
  .meta({ id: 'NoSuchPerson', description: 'An id in the path that is no UUID' })

const namesAnswer = z.array(
  z.object({
    name_id: uuid('The id of the name'),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
    date_added: z.string().nullable(),
    is_legal_name: z.boolean(),
  }),
)
const personAnswer = {
  dob: z.string().meta({ example: '1990-04-12' }),
  names: namesAnswer,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  addresses: z.array(
    z.object({
      address_id: uuid('The id of the address'),
      street: z.string(),
      city: z.string(),
      state: z.string().nullable(),
      zip_code: z.string(),
      country: z.string(),
    }),
  ),
}
export const customer = z
  .object({
    customer_id: uuid('The id of the customer'),
    ...personAnswer,
    ssn_last_four: z
      .string()
      .nullable()
      .meta({ description: 'The number itself is never told', example: '6789' }),
    kyc_status: z.string().nullable().meta({ description: 'null before KYC is started' }),
    ...times,
  })
  .meta({ id: 'Customer' })
export const customers = z.object({ customers: z.array(customer) }).meta({ id: 'Customers' })
export const relatedPerson = z
  .object({
    p_id: uuid('The id of the person'),
    customer_id: uuid('The customer'),
    relationship: z.string().nullable(),
    ...personAnswer,
    ...times,
  })
  .meta({ id: 'RelatedPerson' })
export const relatedPersons = z.object({ related: z.array(relatedPerson) }).meta({ id: 'RelatedPersons' })
