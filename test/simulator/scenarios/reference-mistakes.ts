import type { Mistake } from './mistake.ts'

export const referenceMistakes: Mistake[] = [
  // references
  ['§{told.id}', '§{tolt.id}', 'line 50, step 10 (last): call: §{tolt.id} is not known. Did you mean told?'],
  [
    '§{told.id}',
    '§{amount}',
    'line 50, step 10 (last): call: §{amount} is not known; did you mean §{set.amount}?',
  ],
  [
    '§{told.id}',
    '§{told.idd}',
    'line 50, step 10 (last): call: §{told.idd}: idd is not a field of event. Did you mean id?',
  ],
  [
    '§{told.id}',
    '§{heard.stat}',
    'line 50, step 10 (last): call: §{heard.stat}: stat is not a field of delivery. Did you mean state?',
  ],
  [
    '§{told.id}',
    '§{rounds.id}',
    'line 50, step 10 (last): call: §{rounds.id} refers to step 8 (rounds), which has no result: only call, event and expect steps have results.',
  ],
  [
    '§{told.id}',
    '§{last.id}',
    'line 50, step 10 (last): call: §{last.id} refers to step 10 (last), which may not have run before.',
  ],
  [
    '§{told.id}',
    '§{told.id',
    'line 50, step 10 (last): call: has an unclosed reference: write §{step.field}, or $§{ for the two characters themselves.',
  ],
  [
    '§{told.id}',
    '§{}',
    'line 50, step 10 (last): call: has §{}, which is not a reference: write §{step.field}.',
  ],
  ['§{told.id}', '§{round}', 'line 50, step 10 (last): call: §{round} exists only in a repeat.'],
  ['§{told.id}', '§{run.ids}', 'line 50, step 10 (last): call: §{run.ids} is not known. Did you mean id?'],
  [
    '§{told.id}',
    '§{set.amuont}',
    'line 50, step 10 (last): call: §{set.amuont} is not known. Did you mean amount?',
  ],
  [
    '§{fake.dob}',
    '§{told.payload.card.card_id}',
    'line 16, step 1 (customer): body.dob: §{told.payload.card.card_id} refers to step 2 (told), which may not have run before.',
  ],
  [
    '      - event: card.wallet.add',
    '      - event: card.wallet.add\n        set: { card.card_id: "§{left.id}" }',
    'line 49, step 9.2.1 (event-9-2-1): set.card.card_id: §{left.id} refers to step 9.1.1 (left), which may not have run before.',
  ],
]
