import { expect, test } from 'vitest'
import { sayFix } from '../../server/words/check-fixes.ts'

const limits = { toleranceS: 300, signature: ['webhook-signature'] }

test('in the fix for a framework, lines of code are indented and prose is not', () => {
  expect(sayFix('raw_body', 'Express', limits).split('\n').slice(1)).toEqual([
    'Express:',
    "  app.post('/webhooks', express.raw({ type: 'application/json' }), handler)   // before app.use(express.json())",
    'req.body is then the Buffer to verify.',
  ])
  expect(sayFix('raw_body', 'Koa', limits).split('\n').slice(1)).toEqual([
    'Koa: Verify ctx.request.rawBody of @koa/bodyparser, not ctx.request.body.',
  ])
})
