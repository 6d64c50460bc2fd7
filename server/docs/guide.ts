/** The introductions of both API references: access, idempotency and errors. */
import { block, html, jsonBlock, type Markup, table } from './markup.ts'
import type { Part } from './page.ts'

export interface Access {
  url: string
  authorization: string
  identity: string
}

const statuses: [number, string][] = [
  [200, 'Success. The response holds the object that was read, changed or removed.'],
  [201, 'Created. The id of the new object can be used at once.'],
  [400, 'The request is invalid: its form, a value, or the state of the object.'],
  [403, 'The caller may not do this.'],
  [404, 'The object or address does not exist.'],
  [424, 'A service behind the platform failed.'],
  [500, 'The platform failed.'],
  [503, 'The platform is not available.'],
  [504, 'The platform did not respond in time.'],
]

/** Response bodies of status 400 without the four usual keys. */
const shapes: [string, unknown][] = [
  [
    'A customer without a required field: texts by field, or by group and field',
    {
      dob: ['Missing data for required field.'],
      names: { first_name: ['Missing data for required field.'] },
    },
  ],
  ['An invalid date', { names: { date_added: ['Not a valid date.'] } }],
  ['No legal name, or more than one', { names: { is_legal_name: ['One legal name is required'] } }],
  ['Removing a person without naming the person', { Error: 'Missing Required Field(s): p_id' }],
  [
    'Reading a customer by an id that is not a UUID, and every unknown address (404)',
    { message: 'The requested URL was not found: GET /api/v0.1/nothing' },
  ],
]

const access = ({ url, authorization, identity }: Access): Markup => html`
<p>Every request carries two headers. <code>Authorization</code> is the credential, and <code>Identity</code> names the caller. An identity only sees the objects that it created. A request with a body also carries <code>Content-Type: application/json</code>.</p>
${block('Credentials that this sandbox accepts', `Authorization: ${authorization}\nIdentity: ${identity}`)}
<p>The base URL is <code>${url}</code>. The examples on this page use this URL and these credentials; replace only the ids by those of your own objects. <code>auth.keys</code> in the configuration lists the accepted credentials. If the list is empty, the sandbox accepts all non-empty values. Other requests are refused with <a href="#error-auth_err"><code>auth_err</code></a>.</p>
<p>Unknown fields are ignored, and the response header <code>Sandbox-Warning</code> names them. For an unknown address, this header names the nearest known address. Texts may not contain control characters.</p>`

const idempotency = html`
<p>Every <code>POST</code> may carry the header <code>Idempotency-Key</code> with a text of the caller’s choice. Any response uses the key up, except a refusal of the credentials or of an unknown address. For 24 hours on the sandbox’s clock, another request of the same identity with this key is refused with <a href="#error-idempotency_key_exists"><code>idempotency_key_exists</code></a>. The first response is not repeated.</p>`

const failing = html`
<p>An error is an object with four keys, in this order. Branch on <code>Code</code>: texts may change, and several causes may share a code.</p>
${jsonBlock('An error', {
  Message: 'No webhook subscription has the id 3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
  Status: 404,
  Code: 'webhooks_err',
  Type: 'Request Error',
})}
<p><code>Type</code> says who must act. After a <i>Request Error</i>, correct the request. A <i>Server Error</i> or a <i>Process Error</i> is the platform’s fault. Every code is explained under <a href="#errors">Errors</a>.</p>
${table<[number, string]>(
  'Statuses',
  [
    { head: 'Status', cell: ([status]) => status },
    { head: 'Meaning', cell: ([, meaning]) => meaning },
  ],
  statuses,
)}
<h3 id="other-shapes">Errors in other forms</h3>
<p>A few errors have other bodies. Their status is 400 unless stated otherwise.</p>
${shapes.map(([when, body]) => jsonBlock(when, body))}
<h3>Errors on demand</h3>
<p>Any call can be made to fail. Send the header <code>Sandbox-Error</code> with a code, a status, <code>reset</code> or <code>hang</code>. If the caller cannot send a header, <a href="/sandbox/docs/sandbox#armError">arm errors</a> beforehand. <a href="/errors">The page</a> does both.</p>`

/** The introduction to the reference of the emulated API. */
export const platformGuide = (given: Access): Part[] => [
  { id: 'access', title: 'Access', content: access(given) },
  { id: 'idempotency', title: 'Idempotency', content: idempotency },
  { id: 'when-it-fails', title: 'When a call fails', content: failing },
]

/** The introduction to the reference of the sandbox's own API. */
export const controlGuide = (url: string): Part[] => [
  {
    id: 'access',
    title: 'Access',
    content: html`
<p>The base URL is <code>${url}</code>. No credentials are needed. The sandbox accepts requests from programs and from its own page, and refuses those of other web pages. Bodies are JSON with <code>Content-Type: application/json</code>. If every field is optional, the body may be left out.</p>
<p>Unlike the emulated API, this API refuses unknown fields and query parameters.</p>`,
  },
  {
    id: 'when-it-fails',
    title: 'When a call is refused',
    content: html`
<p>A refusal says what is wrong and what to do. Every code is explained under <a href="#errors">Errors</a>.</p>
${jsonBlock('A refusal', {
  error: {
    code: 'event_name_unknown',
    message: 'There is no event named card.creatd.',
    fix: 'Did you mean card.created?',
  },
})}`,
  },
]
