import type { Mistake } from './mistake.ts'

export const callMistakes: Mistake[] = [
  [
    'call: POST /customers/',
    'call: PSOT /customers/',
    'line 15, step 1 (customer): call: PSOT is not a method; did you mean POST?',
  ],
  [
    'call: POST /customers/',
    'call: customers',
    'line 15, step 1 (customer): call: must be a method and a path, such as POST /customers/.',
  ],
  [
    'call: POST /customers/',
    'call: POST /sandbox/reset',
    'line 15, step 1 (customer): call: a run cannot reset the sandbox that it runs in.',
  ],
  [
    'call: POST /customers/',
    'call: GET /customers/',
    'line 16, step 1 (customer): body: cannot be sent with GET.',
  ],
  [
    '    body: { dob',
    '    bodi: { dob',
    'line 16, step 1 (customer): bodi is not a key of a call step; did you mean body?',
  ],
  ['status: 201', 'status: created', 'line 18, step 1 (customer): status: must be a status such as 201.'],
  [
    'headers: { Idempotency-Key: "§{run.id}-1" }',
    'headers: { "Idempotency Key": "1" }',
    'line 17, step 1 (customer): headers.Idempotency Key: is not a valid header name.',
  ],
  [
    'headers: { Idempotency-Key: "§{run.id}-1" }',
    'headers: { Idempotency-Key: "5 €" }',
    'line 17, step 1 (customer): headers.Idempotency-Key: must be one line of Latin-1.',
  ],
  [
    'headers: { Idempotency-Key: "§{run.id}-1" }',
    'headers: [Idempotency-Key]',
    'line 17, step 1 (customer): headers: must be names and values.',
  ],
  [
    'answer: { kyc_status: null }',
    'answer: null',
    'line 19, step 1 (customer): answer: must be fields and their values.',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /custmers/§{customer.customer_id}',
    'line 42, step 8.1 (inner): call: GET /custmers/§{customer.customer_id} leads to nothing; did you mean GET /customers/§{customer.customer_id}?',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /customers/{customer_id}',
    'line 42, step 8.1 (inner): call: {customer_id} has no value; write §{step.field} with the step that has it.',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /crads',
    'line 42, step 8.1 (inner): call: GET /crads leads to nothing; did you mean GET /cards?',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /crads/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
    'line 42, step 8.1 (inner): call: GET /crads/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10 leads to nothing; did you mean GET /cards/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10?',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: PUT /customers/§{customer.customer_id}',
    'line 42, step 8.1 (inner): call: PUT /customers/§{customer.customer_id} leads to nothing; there is GET, PATCH, DELETE at this path.',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /accounts/',
    'line 42, step 8.1 (inner): call: GET /accounts/ leads to nothing; did you mean GET /accounts?',
  ],
  [
    'call: GET /customers/§{customer.customer_id}',
    'call: GET /§{set.times}/nowhere/at/all/where/anything/is',
    'line 42, step 8.1 (inner): call: GET /§{set.times}/nowhere/at/all/where/anything/is leads to nothing; /sandbox/openapi/platform.json lists all calls.',
  ],
  [
    'call: GET /sandbox/events/§{told.id}',
    'call: GET /sandbox/evnets/§{told.id}?limit=1',
    'line 50, step 10 (last): call: GET /sandbox/evnets/§{told.id} leads to nothing; did you mean GET /sandbox/events/§{told.id}?',
  ],
]
