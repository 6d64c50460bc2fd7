/** The fields that several forms share. */

/** The probability of a fault or an armed error. */
export const probability = {
  name: 'probability',
  label: 'Probability',
  kind: 'number',
  min: 0,
  max: 1,
  step: 'any',
  placeholder: 'always',
} as const

/** What happens instead of a response, and the delay before it. */
export const outcome = {
  name: 'outcome',
  label: 'Response',
  kind: 'select',
  options: () =>
    [
      ['', 'Status and body'],
      ['reset', 'Connection reset'],
      ['hang', 'No response'],
    ] as const,
  send: (typed: string) => (typed === 'reset' || typed === 'hang' ? typed : undefined),
} as const
export const hasAnswer = (form: { outcome: string }) => form.outcome === ''

export const status = {
  name: 'status',
  label: 'Status',
  kind: 'number',
  min: 200,
  max: 599,
  when: hasAnswer,
} as const

export const delay = {
  name: 'delay_ms',
  label: 'Delay (ms)',
  kind: 'number',
  min: 0,
  max: 600_000,
  placeholder: '0',
  usual: '0',
} as const
