import type { Mistake } from './mistake.ts'
import { right } from './right.ts'

export const fileMistakes: Mistake[] = [
  // the file
  [
    'events: ["*"]',
    'events: ["*"',
    'line 9: is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
  ],
  [
    'title: A card is lost',
    'titel: A card is lost',
    'line 2: titel is not a key of a scenario; did you mean title?',
  ],
  ['title: A card is lost', 'title: 7', 'line 2: title: must be text.'],
  [
    'description: Told twice.',
    'description: Told twice.\ndescription: Told thrice.',
    'line 4: is not YAML: Map keys must be unique.',
  ],
  [
    '  amount: "21.93"',
    '  amount: "§{set.times}"',
    'line 5: set.amount: §{set.times}: a variable cannot refer to another variable.',
  ],
  [
    '  amount: "21.93"',
    '  "the amount": "21.93"',
    'line 5: set: the amount must be a word of letters, digits, dashes and underscores.',
  ],
  [
    '  amount: "21.93"',
    '  amount: "§{fake.amuont}"',
    'line 5: set.amount: §{fake.amuont} is not known. Did you mean amount?',
  ],
  [
    '  amount: "21.93"',
    '  amount: "§{subscription.url}"',
    'line 5: set.amount: §{subscription.url} exists only in the steps.',
  ],
  ['  times: 2', '  times: .inf', 'line 6: .inf is not a JSON number; to write text, put it in quotes.'],
  ['  times: 2', '  times: -1e999', 'line 6: -1e999 is not a JSON number; to write text, put it in quotes.'],
  [
    'body: { dob: "§{fake.dob}" }',
    'body: { dob: "§{fake.dob}", phone: .NaN }',
    'line 16: .NaN is not a JSON number; to write text, put it in quotes.',
  ],
  [
    '  times: 2',
    '  times: 90071992547409931',
    'line 6: 90071992547409931 is too large for a number and would become 90071992547409940; put it in quotes.',
  ],
  ['  times: 2', '  times: &twice [1, *twice]', 'line 6: *twice contains itself.'],
  // subscription and endpoint
  ['  events: ["*"]', '  event: ["*"]', 'line 8: event is not a key of subscription; did you mean events?'],
  [
    '  events: ["*"]',
    '  events: card.*',
    'line 8: subscription.events: must be a list of events and patterns, such as ["card.*"].',
  ],
  [
    'events: ["*"]',
    'events: [card.*, card.craeted]',
    'line 8: subscription.events.1: card.craeted is not an event; did you mean card.created?',
  ],
  [
    'events: ["*"]',
    'events: ["cart.*", "§{set.times}"]',
    'line 8: subscription.events.0: cart.* matches no event; did you mean card.*?',
  ],
  [
    'scheme: standard-webhooks',
    'scheme: standard-webhook',
    'line 9: subscription.scheme: is not a scheme. Did you mean standard-webhooks?',
  ],
  [
    'retry_delays: [1m, 5m]',
    'retry_delays: [1m, 5 minutes]',
    'line 10: subscription.retry_delays.1: must be a duration such as "10s" or "1m30s", at most "36500d".',
  ],
  [
    '  reply: { status: 200 }',
    '  replies: { status: 200 }',
    'line 12: replies is not a key of endpoint; its keys are reply.',
  ],
  [
    '  reply: { status: 200 }',
    '  reply: { status: 99 }',
    'line 12: endpoint.reply.status: must be a status from 200 to 599.',
  ],
  [
    '  reply: { status: 200 }',
    '  reply: { statuss: 200 }',
    'line 12: statuss is not a key of reply; did you mean status?',
  ],
  // steps
  [right.slice(right.indexOf('steps:')), '', 'line 2: steps: missing; a scenario needs a list of steps.'],
  [right.slice(right.indexOf('steps:')), 'steps: []', 'line 13: steps: must be a list of at least one step.'],
  [
    '  - wait: 3d',
    '  - 3d',
    'line 24, step 3: must be a map with one of call, event, wait, expect, fault, arm, reply, repeat, parallel.',
  ],
  ['  - wait: 3d', '  - wiat: 3d', 'line 24, step 3: wiat is not a kind of step; did you mean wait?'],
  [
    '  - wait: 3d',
    '  - name: nothing',
    'line 24, step 3 (nothing): has no kind; add one of call, event, wait, expect, fault, arm, reply, repeat, parallel.',
  ],
  [
    '  - wait: 3d',
    '  - wait: 3d\n    event: card.created',
    'line 24, step 3: has two kinds, event and wait; write two steps.',
  ],
  [
    '  - wait: 3d',
    '  - wait: 3d\n    within: 10s',
    'line 25, step 3 (wait-3): within is not a key of a wait step; its keys are name, note, wait.',
  ],
  [
    'name: left',
    'name: inner',
    'line 46, step 9.1.1 (inner): name: inner is taken by step 8.1; choose another.',
  ],
  [
    'name: left',
    'name: the first',
    'line 46, step 9.1.1: name: must be a word of letters, digits, dashes and underscores.',
  ],
  ['name: rounds', 'name: run', 'line 38, step 8 (run): name: run is a reserved word; choose another name.'],
]
