import { block, html, jsonBlock, type Markup, table } from './markup.ts'
import type { Part } from './page.ts'

export interface Access {
  url: string
  authorization: string
  identity: string
}

const statuses: [number, string][] = [
  [200, 'It worked; the answer holds what was asked for, changed or removed.'],
  [201, 'Something was made; its id can be used from now on.'],
  [400, 'The request is at fault: its form, a value, or the state of what it is about.'],
  [403, 'The caller may not do this.'],
  [404, 'What the request names does not exist.'],
  [424, 'A service behind the platform did not do its part.'],
  [500, 'Something broke inside the platform.'],
  [503, 'The platform is not available.'],
  [504, 'The platform took too long.'],
]

/** Bodies of status 400 that do not have the four keys. */
const shapes: [string, unknown][] = [
  [
    'A customer without a required field: texts by field, or by group and field',
    {
      dob: ['Missing data for required field.'],
      names: { first_name: ['Missing data for required field.'] },
    },
  ],
  ['A date that is none', { names: { date_added: ['Not a valid date.'] } }],
  ['No legal name, or more than one', { names: { is_legal_name: ['One legal name is required'] } }],
  ['Removing a person without saying which', { Error: 'Missing Required Field(s): p_id' }],
  [
    'Reading a customer by an id that is no UUID, and every unknown address (404)',
    { message: 'The requested URL was not found: GET /api/v0.1/nothing' },
  ],
]

const access = ({ url, authorization, identity }: Access): Markup => html`
<p>Every request carries two headers. <code>Authorization</code> is the credential, <code>Identity</code> says who calls; what one identity makes is not seen by another. A request with a body also says <code>Content-Type: application/json</code>.</p>
${block('A pair that this sandbox lets in', `Authorization: ${authorization}\nIdentity: ${identity}`)}
<p>Everything is below <code>${url}</code>. The examples on this page use this address and this pair; only ids are to be replaced by those of your own objects. Which pairs are let in is set with <code>auth.keys</code> in the configuration; with none listed, every pair will do that is not empty. Anything else is answered with <a href="#error-auth_err"><code>auth_err</code></a>.</p>
<p>Fields that are not known are ignored, and the header <code>Sandbox-Warning</code> of the answer names them. That of an unknown address tells the nearest. Texts hold no control characters.</p>`

const idempotency = html`
<p>Every <code>POST</code> may carry the header <code>Idempotency-Key</code>, a text of the caller’s own. The key is used up by the first answer, whatever that is, unless the caller was not let in or the address is unknown. Another request of the same identity with this key, within 24 hours on the sandbox’s clock, is refused with <a href="#error-idempotency_key_exists"><code>idempotency_key_exists</code></a>; the first answer is not repeated.</p>`

const failing = html`
<p>An error is an object with four keys, in this order. Branch on <code>Code</code>: texts may change, and several causes may share a code.</p>
${jsonBlock('An error', {
  Message: 'No webhook subscription has the id 3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
  Status: 404,
  Code: 'webhooks_err',
  Type: 'Request Error',
})}
<p><code>Type</code> tells who has to act: after a <i>Request Error</i> correct the request; a <i>Server Error</i> or a <i>Process Error</i> is the platform’s own. Every code is explained under <a href="#errors">Errors</a>.</p>
${table<[number, string]>(
  'Statuses',
  [
    { head: 'Status', cell: ([status]) => status },
    { head: 'Meaning', cell: ([, meaning]) => meaning },
  ],
  statuses,
)}
<h3 id="other-shapes">Errors of other shapes</h3>
<p>A few refusals have bodies of their own; their status is 400 unless it is said otherwise.</p>
${shapes.map(([when, body]) => jsonBlock(when, body))}
<h3>Getting an error on purpose</h3>
<p>Any call, to whichever operation, can be made to fail: with the header <code>Sandbox-Error</code>, whose value is a code, a status, <code>reset</code> or <code>hang</code>; or by <a href="/sandbox/docs/sandbox#armError">arming errors</a> beforehand, for callers that cannot send a header. Both are offered by <a href="/errors">the page</a> too.</p>`

/** What holds for every operation of the emulated API. */
export const platformGuide = (given: Access): Part[] => [
  { id: 'access', title: 'Getting in', content: access(given) },
  { id: 'idempotency', title: 'Doing it only once', content: idempotency },
  { id: 'when-it-fails', title: 'When a call fails', content: failing },
]

/** What holds for every route of the sandbox's own API. */
export const controlGuide = (url: string): Part[] => [
  {
    id: 'access',
    title: 'Getting in',
    content: html`
<p>Everything is below <code>${url}</code> and needs no credentials. Requests are taken from programs and from the sandbox’s own page; those of other web pages are refused. Bodies are JSON, with <code>Content-Type: application/json</code>; where every field is optional, the body may be left out.</p>
<p>Unlike the emulated API, a field or a query parameter that is not known is refused.</p>`,
  },
  {
    id: 'when-it-fails',
    title: 'When a call is refused',
    content: html`
<p>A refusal says what is wrong and what to do next. Every code stands under <a href="#errors">Errors</a>.</p>
${jsonBlock('A refusal', {
  error: {
    code: 'event_name_unknown',
    message: 'There is no event named card.creatd.',
    fix: 'Did you mean card.created?',
  },
})}`,
  },
]
