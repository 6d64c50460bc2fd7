/** The words of findings. Over 300 lines: one table of every finding and its sentences. */
import { expect, test } from 'vitest'
import { createClient } from '../../server/cli/client.ts'
import { advise, explanationLines, findingLines } from '../../server/cli/receiver-advice.ts'
import { faultWire } from '../../server/faults/read-once.ts'
import { findingTable, toldFinding } from '../../server/findings/findings.ts'
import { receiverFinding } from '../../server/findings/receiver.ts'
import type { Delivery, DeliveryRow, FailureCause, Found, RefusalCause } from '../../server/wire.ts'
import { buttons, moveSentence, receiverWords, retryWords, sentWords } from '../../server/words/advice.ts'
import { faultVerdict, foundVerdicts } from '../../ui/faults/fault-words.ts'
import { troubleBanner } from '../../ui/shell/banner/trouble-banner.ts'

const ended = [
  { number: 1, outcome: { kind: 'responded', status: 500 } },
  { number: 2, outcome: { kind: 'responded', status: 200 } },
] as const
const told = (found: Found, endpoint: string | null = null) => toldFinding(found, ended, endpoint)
const refusedEvidence = {
  method: 'POST',
  url: 'http://box:3000/hook?a=b',
  line: null,
  size: 12,
  content_type: 'text/csv',
  to: 'http://box:3000/hook/',
  asks_for: 'Bearer',
  by: null,
}
const refused = (cause: RefusalCause, change = {}) =>
  told({ code: 'refused_by_status', evidence: { ...refusedEvidence, cause, ...change }, attempts: [1] }).fix
const line = 'no such thing'

const all: [Found, summary: string, detail: string, fix: string][] = [
  [
    { code: 'acted_twice', evidence: { field: 'id', values: ['1', '2'] }, attempts: [1, 2] },
    'Your receiver probably acted twice',
    'Attempts 1 and 2 carried the same event, and their answers differ: id: 1, then 2.',
    'Store the id of each event, and act on each id once.',
  ],
  [
    { code: 'knew_copy', evidence: { field: null, value: '"duplicate"' }, attempts: [1, 2] },
    'Your receiver recognised the copy',
    'Only one of the answers to attempts 1 and 2 reports a copy: "duplicate".',
    '',
  ],
  [
    { code: 'copies_untold', evidence: { are_same: true }, attempts: [1, 2] },
    'The answers do not show whether your receiver acted once',
    'The answers to attempts 1 and 2 are the same.',
    'Check in your receiver whether it acted once.',
  ],
  [
    { code: 'copy_failed', evidence: {}, attempts: [2, 1] },
    'Your receiver did not accept each copy',
    'Your receiver accepted attempt 2, but not attempt 1 of the same event: HTTP 500.',
    'Answer each copy with success.',
  ],
  [
    {
      code: 'fault_failed',
      evidence: { right: ['A correct receiver accepts the request.'] },
      attempts: [1, 2],
    },
    'Your receiver accepted the event only without the fault',
    'Attempt 1, with the fault: HTTP 500. Attempt 2, without it: HTTP 200.',
    'A correct receiver accepts the request.',
  ],
  [
    { code: 'refused_by_failure', evidence: { without_fault: 'accepted' }, attempts: [1, 2] },
    'Your receiver failed where it should refuse',
    'Your receiver should refuse attempt 1 with 4xx: HTTP 500. Attempt 2, without the fault, was accepted: HTTP 200.',
    'Does your receiver catch the errors of the verifier?',
  ],
  [
    { code: 'wants_other_scheme', evidence: { line, wanted: 'stripe', signed_by: 'github' }, attempts: [1] },
    'Your receiver looks for the signature of another scheme',
    'Attempt 1: HTTP 500, “no such thing”.',
    'Your receiver verifies stripe, but this delivery uses github.',
  ],
  [
    { code: 'verifies_parsed_body', evidence: { line }, attempts: [1] },
    'Your receiver verifies a parsed body',
    'Attempt 1: HTTP 500, “no such thing”.',
    'Verify the raw bytes before any parser reads them',
  ],
  [
    { code: 'lacks_secret', evidence: { line }, attempts: [1] },
    'Your receiver has no secret that it can read',
    'Attempt 1: HTTP 500, “no such thing”.',
    "Set the receiver's environment variable to the subscription's whole secret.",
  ],
  [
    { code: 'secret_has_white_space', evidence: { line }, attempts: [1] },
    'The secret in your receiver has white space around it',
    'Attempt 1: HTTP 500, “no such thing”.',
    'Remove the space or line end around the secret',
  ],
  [
    {
      code: 'misreads_signature',
      evidence: { line, cause: 'header', header: 'webhook-signature', before: null },
      attempts: [1],
    },
    'Your receiver misreads the signature',
    'Attempt 1: HTTP 500, “no such thing”.',
    "In Django's request.META and PHP's $_SERVER the name is HTTP_WEBHOOK_SIGNATURE.",
  ],
  [
    {
      code: 'refused_by_status',
      evidence: {
        cause: 'path',
        method: 'POST',
        url: 'http://box/hook',
        line: null,
        size: 1,
        content_type: null,
        to: null,
        asks_for: null,
        by: null,
      },
      attempts: [1],
    },
    'Your receiver probably refused something other than the signature',
    'Attempt 1: HTTP 500.',
    'Check that your receiver listens at /hook and accepts POST there.',
  ],
  [
    { code: 'failed_inside', evidence: { status: 500, cause: 'unknown', line: null }, attempts: [1] },
    'Your receiver crashed',
    'Attempt 1: HTTP 500.',
    'Catch errors of the verifier and of the code after it.',
  ],
  [
    { code: 'stopped_listening', evidence: {}, attempts: [1, 2] },
    'Your receiver probably crashed and no longer runs',
    'Attempt 1: HTTP 500. Attempt 2: HTTP 200.',
    'start your receiver again',
  ],
  [
    { code: 'counts_as_failure', evidence: { status: 204, success: [200, 201] }, attempts: [1] },
    'The status does not count as delivered',
    'Attempt 1: HTTP 500.',
    'Answer 200 or 201, or change delivery.success',
  ],
  [
    { code: 'success_with_error', evidence: { line }, attempts: [2] },
    'Your receiver answered success with an error in it',
    'Attempt 2: HTTP 200, “no such thing”.',
    'Only the status counts.',
  ],
  [
    { code: 'answered_by_page', evidence: { method: 'POST', url: 'http://box/hook' }, attempts: [2] },
    'A web page answered, probably not your receiver',
    'Attempt 2: HTTP 200, with a page of HTML.',
    'Check that your receiver listens at /hook and accepts POST there.',
  ],
  [
    { code: 'answered_late', evidence: {}, attempts: [1] },
    'Your receiver did not answer in time',
    'Attempt 1: HTTP 500.',
    'Answer first and work afterwards',
  ],
]

test.each(all)(
  '%j has its words: what it concludes, what shows it, and what to do',
  (found, summary, detail, fix) => {
    expect(told(found)).toMatchObject({ summary, detail, fix: expect.stringContaining(fix) })
  },
)

test('a refused time is named as such', () => {
  const evidence = { line, cause: 'time', header: null, before: null } as const
  expect(told({ code: 'misreads_signature', evidence, attempts: [1] })).toMatchObject({
    summary: 'Your receiver considers the signed time too old or too new',
    fix: expect.stringContaining("Compare your receiver's clock with this machine's"),
  })
})

test('every finding has its words, which the command line and the page show like the API', () => {
  expect(all.map(([{ code }]) => code)).toEqual(Object.keys(findingTable))
  for (const [found] of all) {
    const finding = told(found)
    const { summary, detail, fix } = finding
    const [line] = findingLines([finding])
    expect(line?.map(({ text }) => text).join('')).toBe(`Found   ${summary}. ${detail} ${fix}`.trimEnd())
    const failed = { state: 'failed', findings: [finding] } as unknown as Delivery
    const explained = explanationLines(failed).flatMap(([, said]) => said?.text ?? [])
    expect(explained).toEqual([`${summary}.`, detail, fix].filter((text) => text !== ''))
    const [shown] = foundVerdicts({ findings: [finding] } as unknown as Delivery)
    expect(shown).toMatchObject({ title: summary, why: `${detail} ${fix}`.trimEnd() })
  }
})

test('a finding about a forwarding names the endpoint', () => {
  const { detail } = told(
    { code: 'failed_inside', evidence: { status: 500, cause: 'unknown', line: null }, attempts: [1] },
    'shop',
  )
  expect(detail).toBe('Attempt 1, passed on by the endpoint shop: HTTP 500.')
})

test.each<[RefusalCause, string, object?]>([
  ['speaks_tls', 'Your receiver speaks TLS. Send to http://box:3000/hook/ instead.'],
  ['forgery_guard', 'CSRF protection refuses the request. Exempt /hook: @csrf_exempt in Django'],
  ['unknown_host', 'does not accept the host name box. Allow the name: ALLOWED_HOSTS in Django'],
  ['slash_missing', 'Send to http://box:3000/hook/ instead.'],
  ['fields', 'model or schema does not fit the request.'],
  ['fields_or_guard', 'exempt /hook with skip_forgery_protection'],
  ['moved', 'does not follow redirects. Send to that address instead.'],
  ['redirect', 'Is a login in front of your receiver?'],
  ['login', 'requires Authorization: Bearer'],
  ['login', 'or put a user and a password in the address', { asks_for: 'Basic' }],
  ['method', 'Your receiver does not accept POST at /hook.'],
  ['size', 'a body of 12 bytes'],
  ['content_type', 'does not accept text/csv.'],
  ['content_type', 'a body without a Content-Type', { content_type: null }],
  ['busy', 'A rate limit refuses the request.'],
  ['proxy_unanswered', 'A proxy gets no answer'],
  ['unavailable', 'The server is unavailable.'],
  ['proxy_late', 'A proxy waited too long'],
  ['login', 'redirects to the login http://box:3000/hook/. Exempt /hook', { asks_for: null }],
  ['login', 'A login or an API key is required', { asks_for: null, to: null }],
  ['access_protection', 'Exempt /hook from the protection.'],
  ['access_protection', 'Turn Deployment Protection off', { by: 'Vercel' }],
  ['firewall', 'A firewall or bot protection (Cloudflare) refused the request', { by: 'Cloudflare' }],
  ['tunnel_page', 'a warning page for browsers'],
  ['tunnel_offline', 'Start the tunnel again'],
  ['app_unknown', 'No app is deployed under the host name box.'],
  ['app_failed', 'your app crashed or did not start'],
  ['unreadable_body', 'A parser in your receiver failed on the body (text/csv)'],
  ['conflict', 'Answer 2xx to a known event'],
  ['event_unknown', 'Answer 2xx to each event that it ignores'],
  ['origin', 'exempt /hook from CORS'],
])('a request refused because of %s: %s', (cause, fix, evidence) => {
  expect(refused(cause, evidence)).toContain(fix)
})

test('a product in front of the receiver is named, and a failure inside it by its cause', () => {
  const evidence = { ...refusedEvidence, cause: 'access_protection', by: 'Vercel' } as const
  expect(told({ code: 'refused_by_status', evidence, attempts: [1] }).summary).toBe(
    'Vercel answered in front of your receiver',
  )
  const failed = (cause: FailureCause) =>
    told({ code: 'failed_inside', evidence: { status: 500, cause, line }, attempts: [1] }).summary
  expect([failed('duplicate_key'), failed('database'), failed('unreachable'), failed('code')]).toEqual([
    'Your receiver stores a row that exists already',
    'The database of your receiver reported an error',
    'Your receiver could not reach another service',
    'The code of your receiver raised an error',
  ])
})

const row = (change: Partial<DeliveryRow>) =>
  ({
    event: 'card.created',
    state: 'retrying',
    ...faultWire(change.fault ?? null),
    reason: null,
    ...change,
  }) as DeliveryRow
const answered = (status: number) => ({ last_outcome: { kind: 'responded', status } as const })

test.each<[DeliveryRow, refusals: number, summary: string, fix: string]>([
  [
    row({ state: 'wrongly_accepted', fault: 'unsigned', ...answered(200) }),
    0,
    'box accepted card.created with unsigned',
    'Check the signature and its time first',
  ],
  [
    row({ state: 'wrongly_accepted', fault: 'skew(-10m)', ...answered(200) }),
    0,
    'box accepted card.created with skew(-10m)',
    'Check the time of the signature first',
  ],
  [row(answered(302)), 0, 'box answered 302, a redirect', 'Send to the target of the redirect.'],
  [
    row(answered(401)),
    1,
    'box answered 401',
    'Compare your receiver’s secret with this subscription’s, and verify the raw body.',
  ],
  [row(answered(400)), 2, 'box answered 400 2 times in a row', 'Compare your receiver’s secret'],
  [row(answered(404)), 0, 'card.created failed at box', 'HTTP 404.'],
  [
    row({ ...answered(204), reason: 'it does not count' }),
    0,
    'card.created failed at box',
    'It does not count.',
  ],
  [row({ last_outcome: null }), 0, 'card.created failed at box', 'The sandbox gave up.'],
])('%j names the receiver’s problem and the fix', (one, refusals, summary, fix) => {
  const words = receiverWords(receiverFinding(one, refusals), one, 'box')
  expect(words).toEqual({ summary, fix: expect.stringContaining(fix) })
})

test('a receiver that does not listen, or is out of reach, has words too', () => {
  const { summary, fix } = receiverWords({ code: 'nothing_listens' }, row({}), 'box')
  expect([summary, fix]).toEqual([
    'box refuses connections',
    'Nothing listens there. Start your receiver, or check its port.',
  ])
  expect(receiverWords({ code: 'not_reached' }, row({ last_outcome: null }), 'box').summary).toBe(
    'card.created did not reach box',
  )
})

const reached = { id: 'dlv_1', subscription_id: 'sub_1', url: 'http://127.0.0.1:1/hook', scheme: 'stripe' }
test.each([
  row({ ...reached, state: 'wrongly_accepted', fault: 'unsigned', ...answered(200) }),
  row({
    ...reached,
    last_outcome: { kind: 'refused', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED 127.0.0.1:1' },
  } as unknown as DeliveryRow),
])('the page’s banner and the command line have the same words for $state', async (one) => {
  const delivery = { ...one, findings: [], attempts: [] } as unknown as Delivery
  const { summary, fix } = receiverWords(receiverFinding(one), one, '127.0.0.1:1/hook')
  const { what, why } = troubleBanner({ row: one, refusals: 0 }, 'http://127.0.0.1:4400')
  expect([what, why]).toEqual([`${summary}.`, expect.stringContaining(fix)])
  const { fixes } = await advise(createClient({ url: '4400' }, { environment: {}, calledAs: '' }), delivery)
  expect(fixes).toContain(fix)
  if (one.state === 'wrongly_accepted') expect(faultVerdict(delivery).why).toContain(fix)
})

test('a delivery says whether it will be retried, and when it has failed', () => {
  expect(retryWords(row({}))).toBe('The sandbox retries card.created.')
  expect(retryWords(row({ state: 'failed' }))).toBe('The sandbox does not retry card.created.')
  expect(retryWords(row({ state: 'wrongly_accepted' }))).toBe('')
})

test('a sent signature is called right or wrong, with the evidence of the response', () => {
  const end = (secret: string) => secret.slice(-2)
  expect(sentWords({ kind: 'unfit', reason: 'no.' }, end).causes).toEqual([
    'The request does not match the current secret of the subscription: no.',
  ])
  const right = {
    kind: 'right',
    status: 401,
    secret: 'abcd',
    others: ['efgh'],
    proved: [],
    unexplained: [],
  } as const
  expect(sentWords({ ...right, others: [...right.others], proved: [], unexplained: [] }, end).causes).toEqual(
    [
      "The sandbox signed the request correctly, with the subscription's secret, which ends in cd.",
      expect.stringContaining('a second signature with the previous secret, which ends in gh.'),
      expect.stringContaining('Does it verify the raw body rather than a parsed one?'),
    ],
  )
  const proved = [{ signature: 'v1,x', detail: 'It was cut.', fix: 'Do not cut it.' }]
  expect(sentWords({ ...right, others: [], proved, unexplained: [] }, end)).toEqual({
    causes: ['It was cut.', expect.stringContaining('The sandbox signed the request correctly')],
    fixes: ['Do not cut it.'],
    evidence: ['Your receiver came to the signature v1,x. It was cut.'],
  })
  const { causes } = sentWords({ ...right, others: [], proved: [], unexplained: ['abc='] }, end)
  const [, unexplained, more] = causes
  expect(unexplained).toBe(
    'The response contains the signature abc=. No secret that the sandbox knows and no mistake that it tries produces this signature. Your receiver may use a secret from elsewhere.',
  )
  expect(more).not.toContain('Return the signature')
})

test('a move has a button or a sentence beside its command', () => {
  expect(moveSentence({ kind: 'attempt_now' }, 'X')).toBe('X retries the delivery at once.')
  expect(moveSentence({ kind: 'change_address', to: 'http://localhost/' }, 'X')).toContain(': X tries both.')
  expect(buttons.change_address).toBe('Change the URL')
})
