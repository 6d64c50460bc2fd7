import type { Check } from '../../wire.ts'
export const reportForms = ['junit', 'html', 'md', 'ctrf'] as const
export const reportAs = (_form: (typeof reportForms)[number], check: Check) => ({
  text: JSON.stringify(check),
  type: 'text/plain',
})
