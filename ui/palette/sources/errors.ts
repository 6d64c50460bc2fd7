import { armCommand } from '../../commands/curl.ts'
import { disarm } from '../../errors/arming.ts'
import { armedErrors, beyond, errors } from '../../errors/errors.ts'
import { go, placeOf } from '../../place/navigation.ts'
import { arm } from '../../shell/keys/copying.ts'
import type { Entry } from '../entry.ts'

/** Every error code: armed for the next call, or shown; and what is armed, to take it back. */
export const errorEntries = (): Entry[] => [
  ...(armedErrors.value ?? []).map(
    (armed): Entry => ({
      id: `disarm:${armed.id}`,
      group: 'errors',
      title: `Disarm ${armed.code ?? armed.status ?? armed.outcome}`,
      about: armed.id,
      run: () => disarm(armed),
    }),
  ),
  ...[...(errors.value ?? []), ...beyond.value].flatMap(({ code, meaning, status }): Entry[] => [
    {
      id: `arm:${code}`,
      group: 'errors',
      title: `Arm ${code}`,
      about: meaning,
      words: `error ${status}`,
      command: () => armCommand({ code, times: 1 }),
      run: () => arm(code),
    },
    {
      id: `error:${code}`,
      group: 'errors',
      title: `Show ${code}`,
      about: meaning,
      words: `error ${status}`,
      run: () => go({ ...placeOf('errors'), open: code }),
    },
  ]),
]
