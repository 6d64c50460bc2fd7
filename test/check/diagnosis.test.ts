import { expect, test } from 'vitest'
import { diagnosisOf } from '../../server/check/diagnosis.ts'
import type { ProbeFact } from '../../server/wire.ts'

const failed = (id: string, fact: ProbeFact) => ({
  id,
  result: 'fail' as const,
  fact,
  mistake: null,
  deliveries: [],
  durationMs: 1,
})
const accepted = (answer: string): ProbeFact => ({ code: 'accepted', status: 200, answer })
const codeOf = (...probes: ReturnType<typeof failed>[]) => diagnosisOf(probes)?.code

test('a receiver that accepts all forgeries verifies nothing, or does not compare', () => {
  const forged = [
    failed('rejects-garbage-signature', accepted('ok')),
    failed('rejects-wrong-secret', accepted('ok')),
  ]
  expect(codeOf(...forged, failed('rejects-unsigned', accepted('ok')))).toBe('no_verification')
  expect(codeOf(...forged)).toBe('signature_not_compared')
})

test('an answer that says no with HTTP 200 is a refusal with the wrong status', () => {
  const answers = ['{"error":"bad"}', '{"success": false}', 'Invalid signature', 'signature mismatch']
  for (const answer of answers) {
    const forged = ['rejects-garbage-signature', 'rejects-wrong-secret', 'rejects-unsigned']
    expect(codeOf(...forged.map((id) => failed(id, accepted(answer)))), answer).toBe('refuses_with_success')
  }
})
