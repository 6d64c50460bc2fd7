import type { Mistake } from './mistake.ts'

export const stepMistakes: Mistake[] = [
  // note
  ['    count: 1\n  - wait', '    note: 7\n  - wait', 'line 23, step 2 (told): note: must be text.'],
  ['    count: 1\n  - wait', '    note: " "\n  - wait', 'line 23, step 2 (told): note: must be text.'],
  [
    '    count: 1\n  - wait',
    '    note: "§{set.amuont}"\n  - wait',
    'line 23, step 2 (told): note: §{set.amuont} is not known. Did you mean amount?',
  ],
  // event
  [
    'event: card.created',
    'event: card.craeted',
    'line 21, step 2 (told): event: card.craeted is not an event; did you mean card.created?',
  ],
  [
    'event: card.created',
    'event: cart.*',
    'line 21, step 2 (told): event: cart.* matches no event; did you mean card.*?',
  ],
  [
    'event: card.created',
    'event: [card.created]',
    'line 21, step 2 (told): event: must be the name of an event, or a pattern such as card.*.',
  ],
  [
    'set: { card.last_four',
    'set: { card.lastfour',
    'line 22, step 2 (told): set: card.lastfour is not a path of card.created. Did you mean card.last_four?',
  ],
  [
    'last_four: "4242"',
    'last_four: 12',
    'line 22, step 2 (told): set.card.last_four: 12, a number, must be text.',
  ],
  [
    'set: { card.last_four: "4242" }',
    'set: { card: { card_id: 7 } }',
    'line 22, step 2 (told): set.card.card_id: 7, a number, must be text.',
  ],
  [
    'event: card.created\n    set: { card.last_four: "4242"',
    'event: card.status.*\n    set: { card.lastfour: "4242"',
    'line 22, step 2 (told): set: card.lastfour is not a path of card.status.*. Did you mean card.last_four?',
  ],
  [
    'event: card.created\n    set: { card.last_four: "4242"',
    'event: card.status.*\n    set: { card.last_four: 12',
    'line 22, step 2 (told): set.card.last_four: 12, a number, must be text.',
  ],
  [
    '    count: 1\n  - wait',
    '    payload: { event: card.created, occurred_at: "§{run.id}", card: 7 }\n  - wait',
    'line 23, step 2 (told): payload.card: 7, a number, must be an object.',
  ],
  [
    '    count: 1\n  - wait',
    '    count: 0\n  - wait',
    'line 23, step 2 (told): count: must be a whole number from 1 to 1000.',
  ],
  [
    '    count: 1\n  - wait',
    '    count: 1\n    force: yes\n  - wait',
    'line 24, step 2 (told): force: must be true or false.',
  ],
  [
    '    count: 1\n  - wait',
    '    count: 1\n    fault: duplicat(2)\n  - wait',
    'line 24, step 2 (told): fault: Unknown fault duplicat. Did you mean duplicate?',
  ],
  [
    '    count: 1\n  - wait',
    '    count: 1\n    payload: none\n  - wait',
    'line 24, step 2 (told): payload: must be a payload.',
  ],
  // wait
  [
    'wait: 3d',
    'wait: 3 days',
    'line 24, step 3 (wait-3): wait: must be a duration such as "2h" or "1m30s", at most "36500d", or next month.',
  ],
  [
    'wait: 3d',
    'wait: 3',
    'line 24, step 3 (wait-3): wait: must be a duration such as "2h" or "1m30s", at most "36500d", or next month.',
  ],
  // expect
  [
    'expect: delivery',
    'expect: delivry',
    'line 26, step 4 (heard): expect: must be one of delivery, capture, event, call; did you mean delivery?',
  ],
  [
    'where: { event: card.*',
    'where: { evnt: card.*',
    'line 27, step 4 (heard): where: evnt is not a field of delivery. Did you mean event?',
  ],
  [
    'where: { event: card.*',
    'where: { last_outcome.stauts: 200, event: card.*',
    'line 27, step 4 (heard): where: stauts is not a field of delivery.last_outcome. Did you mean status?',
  ],
  [
    'where: { event: card.*',
    'where: { event: cart.*',
    'line 27, step 4 (heard): where.event: cart.* matches no event; did you mean card.*?',
  ],
  [
    'state: succeeded',
    'state: suceeded',
    'line 27, step 4 (heard): where.state: is never suceeded. Did you mean succeeded?',
  ],
  [
    'expect: delivery\n    where: { event: card.*, state: succeeded }',
    'expect: capture\n    where: { verdict: verified }',
    'line 27, step 4 (heard): where.verdict: has fields; did you mean verdict.result?',
  ],
  [
    'expect: delivery\n    where: { event: card.*, state: succeeded }',
    'expect: call\n    where: { response: 200 }',
    'line 27, step 4 (heard): where.response: has fields; name one of them: response.headers, response.body, response.body_left_out.',
  ],
  [
    'state: succeeded',
    'attempts_made: two',
    'line 27, step 4 (heard): where.attempts_made: is a number, never two.',
  ],
  [
    '    count: 1\n    within',
    '    count: many\n    within',
    'line 28, step 4 (heard): count: must be a whole number from 1 to 1000000.',
  ],
  [
    '    count: 1\n    within',
    '    count: 1\n    exactly: 1\n    within',
    'line 29, step 4 (heard): exactly: cannot be combined with count: keep only one of them.',
  ],
  [
    'within: 10s',
    'within: soon',
    'line 29, step 4 (heard): within: must be a duration such as "2h" or "1m30s", at most "36500d".',
  ],
  // fault
  [
    'fault: duplicate(2)',
    'fault: duplicate(zwei)',
    'line 30, step 5 (fault-5): fault: duplicate takes the number of copies, from 2 to 20, and the gap between them, at most 36500d. Write duplicate(n, gap), for example duplicate(2).',
  ],
  ['fault: duplicate(2)', 'fault: dupe(2)', 'line 30, step 5 (fault-5): fault: Unknown fault dupe.'],
  [
    'fault: duplicate(2) | delay(1s)',
    'fault: none',
    'line 31, step 5 (fault-5): on: needs a fault other than none.',
  ],
  [
    'on: card.*',
    'on: cards.*',
    'line 31, step 5 (fault-5): on: cards.* matches no event; did you mean card.*?',
  ],
  [
    '    first: 1',
    '    first: 0',
    'line 32, step 5 (fault-5): first: must be a whole number from 1 to 1000000.',
  ],
  [
    '    first: 1',
    '    first: 1\n    every: 2',
    'line 32, step 5 (fault-5): first: must be at least 2, the value of every, or the rule never fires.',
  ],
  [
    '    first: 1',
    '    probability: 2',
    'line 32, step 5 (fault-5): probability: must be a number above 0 and at most 1.',
  ],
  // arm
  [
    'arm: card_dne',
    'arm: card_dnee',
    'line 33, step 6 (arm-6): arm: there is no error code card_dnee. Did you mean card_dne?',
  ],
  ['arm: card_dne', 'arm: 999', 'line 33, step 6 (arm-6): arm: must be a whole number from 200 to 599.'],
  ['method: GET', 'method: FETCH', 'line 34, step 6 (arm-6): method: must be a method such as POST.'],
  ['method: GET', 'method: 5', 'line 34, step 6 (arm-6): method: must be text.'],
  [
    'path: /cards/*',
    'path: cards',
    'line 35, step 6 (arm-6): path: must begin with / and have no query, such as /cards/*.',
  ],
  [
    'path: /cards/*',
    'path: /crads/*',
    'line 35, step 6 (arm-6): path: /crads/* matches no call of the platform; did you mean /cards/*?',
  ],
  [
    'path: /cards/*',
    'path: /api/v0.1/core/transfers/§{set.times}',
    'line 35, step 6 (arm-6): path: /api/v0.1/core/transfers/§{set.times} matches no call of the platform.',
  ],
  [
    'path: /cards/*',
    'path: /cards/{card_id}',
    'line 35, step 6 (arm-6): path: {card_id} has no value; write * for any.',
  ],
  [
    'path: /cards/*',
    'path: /core/transfer',
    'line 35, step 6 (arm-6): path: GET /core/transfer matches no call of the platform; there is POST at this path.',
  ],
  [
    '    times: 1\n',
    '    times: often\n',
    'line 36, step 6 (arm-6): times: must be a whole number of 1 or more.',
  ],
  [
    '    times: 1\n',
    '    delay: 5\n',
    'line 36, step 6 (arm-6): delay: must be a duration such as 3d or "1m30s".',
  ],
  // repeat and parallel
  [
    'repeat: "§{set.times}"',
    'repeat: 0',
    'line 39, step 8 (rounds): repeat: must be a whole number from 1 to 10000.',
  ],
  [
    'repeat: "§{set.times}"',
    'repeat: twice',
    'line 39, step 8 (rounds): repeat: must be a whole number from 1 to 10000.',
  ],
  [
    '    steps:\n      - name: inner',
    '    stepps:\n      - name: inner',
    'line 40, step 8 (rounds): stepps is not a key of a repeat step; did you mean steps?',
  ],
  [
    '        headers: { Round: "§{round}" }',
    '        hedaers: { Round: "§{round}" }',
    'line 43, step 8.1 (inner): hedaers is not a key of a call step; did you mean headers?',
  ],
  [
    '    parallel:\n      - - name: left\n          wait: 1h\n      - event: card.wallet.add',
    '    parallel: []',
    'line 45, step 9 (both): parallel: must be a list of branches, each a list of steps or one step.',
  ],
  [
    '      - event: card.wallet.add',
    '      - []',
    'line 48, step 9 (both): branch 2: must be a list of at least one step.',
  ],
]
