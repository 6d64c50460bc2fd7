import type { Mistake } from './mistake.ts'

/** What is wrong with a reply step: what stands in the right scenario, what in its place, and what is told. */
export const replyMistakes: Mistake[] = [
  [
    'reply: { status: 503 }',
    'reply: 503',
    'line 37, step 7 (reply-7): reply: must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, a list of such steps, or {rules, otherwise}.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { statuss: 503 }',
    'line 37, step 7 (reply-7): statuss is not a key of reply; did you mean status?',
  ],
  [
    'reply: { status: 503 }',
    'reply: [{ status: 503 }, { delay: 5 }]',
    'line 37, step 7 (reply-7): delay is not a key of reply.1; its keys are status, headers, body, template, delay_ms, body_ms, outcome.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { delay_ms: 5s }',
    'line 37, step 7 (reply-7): reply.delay_ms: must be a whole number of ms from 0 to 600000.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { template: "{{jsn.data.id}}" }',
    'line 37, step 7 (reply-7): reply.template: {{jsn.data.id}} is not a placeholder; did you mean {{json.data.id}}?',
  ],
  [
    'reply: { status: 503 }',
    'reply: { outcome: rest }',
    'line 37, step 7 (reply-7): reply.outcome: must be reset or hang.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { outcome: reset, body: cut }',
    'line 37, step 7 (reply-7): reply.body: cannot be combined with the outcome reset.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { rules: [{ when: { evnt: card.* }, reply: { status: 503 } }] }',
    'line 37, step 7 (reply-7): evnt is not a key of reply.rules.0.when; did you mean event?',
  ],
  [
    'reply: { status: 503 }',
    'reply: { rules: [{ when: {}, reply: [{ status: 503 }, { status: 99 }] }] }',
    'line 37, step 7 (reply-7): reply.rules.0.reply.1.status: must be a status from 200 to 599.',
  ],
  [
    'reply: { status: 503 }',
    'reply: { rules: [{ when: {}, reply: { status: 503 } }], otherwis: { status: 200 } }',
    'line 37, step 7 (reply-7): otherwis is not a key of reply; did you mean otherwise?',
  ],
]
