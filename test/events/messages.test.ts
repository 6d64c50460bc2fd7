import { expect, test } from 'vitest'
import golden from '../../fixtures/events/kyc.verification.document_required.json'
import { kinds } from '../../server/events/builders.ts'
import { checkPayload } from '../../server/events/overrides.ts'

const documents = kinds['kyc.verification.document_required'].schema

test.each([
  [{ customer_id: 7 }, 'customer_id: 7, a number, must be text.'],
  [{ customer_id: null }, 'customer_id: null must be text.'],
  [
    { customer_id: 'me' },
    'customer_id: "me", text, must be a UUID such as 3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10.',
  ],
  [{ event: 'x' }, 'event: "x", text, must be "kyc.verification.document_required".'],
  [{ documents: {} }, 'documents: {}, an object, must be a list.'],
  [{ documents: ['x'] }, 'documents.0: "x", text, must be an object.'],
  [
    { documents: [{ ...golden.documents[0], status: true, upload_link: 'x' }] },
    'documents.0.status: true, true or false, must be one of "requested", "submitted", "approved", "rejected"; documents.0.upload_link: "x", text, must be an address such as https://example.com/.',
  ],
  [{ occurred_at: undefined }, 'occurred_at: it is missing and must be text.'],
  [
    { occurred_at: '2026' },
    'occurred_at: "2026", text, must be a time such as 2026-01-01T09:00:00.000000+00:00.',
  ],
])('%j is refused with what was given and what is right', (over, said) => {
  expect(() => checkPayload(documents, { ...golden, ...over })).toThrow(said)
})
