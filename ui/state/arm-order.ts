import { signal } from '@preact/signals'
import type { ArmOrder } from './routes.ts'

/** What a matching call gets instead of its answer. */
export type Armed =
  | { kind: 'code'; code: string }
  | { kind: 'status'; status: string; body: string }
  | { kind: 'reset' | 'hang' }

/** The form as typed; an empty field asks for nothing. */
export interface ArmForm {
  method: string
  path: string
  identity: string
  times: string
  after: string
  probability: string
  delay: string
}
/** The next call, whatever it is. */
export const nextCall: ArmForm = {
  method: '',
  path: '',
  identity: '',
  times: '1',
  after: '',
  probability: '',
  delay: '',
}

/** The calls that the form is for when it next appears. */
export const wantedCall = signal<Partial<ArmForm>>({})

/** JSON is sent as what it says; anything else as the text it is. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function answerOf(armed: Armed): ArmOrder {
  switch (armed.kind) {
    case 'code':
      return { code: armed.code }
    case 'status':
      return {
        status: Number(armed.status),
        ...(armed.body.trim() === '' ? {} : { body: bodyOf(armed.body) }),
      }
    case 'reset':
    case 'hang':
      return { outcome: armed.kind }
  }
}

const text = <Name extends string>(name: Name, value: string) =>
  value.trim() === '' ? {} : ({ [name]: value.trim() } as Record<Name, string>)
const number = <Name extends string>(name: Name, value: string, otherwise?: number) =>
  value.trim() === '' || Number(value) === otherwise
    ? {}
    : ({ [name]: Number(value) } as Record<Name, number>)

/** The request that the form stands for, without what is as it would be anyway. */
export const orderOf = (armed: Armed, form: ArmForm): ArmOrder => ({
  ...answerOf(armed),
  ...text('method', form.method),
  ...text('path', form.path),
  ...text('identity', form.identity),
  ...number('times', form.times),
  ...number('after', form.after, 0),
  ...number('probability', form.probability, 1),
  ...number('delay_ms', form.delay, 0),
})
