import { describe, expect, test } from 'vitest'
import { frameworks, type Problem, problems, sayFix, sayWhy } from '../../server/words/check-fixes.ts'

const limits = { toleranceS: 300, signature: ['webhook-signature'] }
const none = { toleranceS: null, signature: [] }
const of = [null, ...frameworks]

describe.each(problems)('%s', (problem) => {
  test('says why it matters, in sentences', () => {
    expect(sayWhy(problem)).toMatch(/^[A-Z].*\.$/)
  })

  test('has a fix, in general first', () => {
    for (const framework of of)
      for (const known of [limits, none]) {
        const [first, ...others] = sayFix(problem, framework, known).split('\n')
        expect(first).toMatch(/^[A-Z].*\.( [A-Z].*\.)*$|^[A-Z].*: --scheme\.$/)
        for (const line of others) expect(line.trim()).not.toBe('')
      }
  })

  test('has no placeholder and nothing that is undefined', () => {
    for (const framework of of)
      for (const known of [limits, none])
        expect(sayFix(problem, framework, known)).not.toMatch(
          /undefined|null seconds|\[object|TODO|\{\w+\}(?=[ .,]|$)|NaN| {8,}/,
        )
  })

  test("a framework's own way names the framework", () => {
    const general = sayFix(problem, null, limits)
    for (const framework of frameworks) {
      const fix = sayFix(problem, framework, limits)
      expect(fix === general || fix.startsWith(`${general}\n${framework}:`)).toBe(true)
    }
  })
})

test.each<[Problem, (typeof frameworks)[number], string]>([
  [
    'raw_body',
    'Express',
    "Express:\n  app.post('/webhooks', express.raw({ type: 'application/json' }), handler)   // before app.use(express.json())\nreq.body is then the Buffer to verify.",
  ],
  [
    'raw_body',
    'FastAPI',
    'FastAPI:\n  async def webhook(request: Request):\n      body = await request.body()',
  ],
  ['raw_body', 'Koa', 'Koa: Verify ctx.request.rawBody of @koa/bodyparser, not ctx.request.body.'],
  ['partial_comparison', 'Go net/http', 'Go net/http:\n  same := hmac.Equal(expected, given)'],
  ['refuse_with_4xx', 'Rails', 'Rails:\n  rescue InvalidSignature then head :unauthorized'],
  ['csrf_guard', 'Django', 'Django:\n  @csrf_exempt'],
  ['chunked', 'Django', 'Django: Serve with waitress'],
  ['null_or_type', 'Rails', 'Rails:\n  return head 422 unless'],
  ['leaks', 'Spring', 'Spring:\n  spring.web.error.include-stacktrace=never'],
])('%s in %s: code is indented, prose is not', (problem, framework, expected) => {
  expect(sayFix(problem, framework, limits)).toContain(`\n${expected}`)
})

test("a fix names the header of the receiver's scheme", () => {
  const stripe = { toleranceS: 300, signature: ['Stripe-Signature'] }
  expect(sayFix('header_name_case', 'Express', stripe)).toContain("req.get('Stripe-Signature')")
  expect(sayFix('header_name_case', 'Fastify', stripe)).toContain("request.headers['stripe-signature']")
  expect(sayFix('header_name_case', 'PHP', stripe)).toContain("$_SERVER['HTTP_STRIPE_SIGNATURE']")
  for (const framework of frameworks)
    expect(sayFix('header_name_case', framework, stripe)).not.toMatch(/webhook.signature/i)
  expect(sayFix('missing_signature_check', null, stripe)).toContain('wrong Stripe-Signature header')
})

test('a fix names the tolerance of the scheme', () => {
  expect(sayFix('timestamp_tolerance', null, { ...limits, toleranceS: 600 })).toContain('600 seconds')
  expect(sayFix('timestamp_tolerance', null, none)).toContain('300 seconds')
})
