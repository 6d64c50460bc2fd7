import type { CaptureDiff } from '../../server/wire.ts'

type Changed = CaptureDiff['line'][number]

/** A value of either side as it is shown: text as it stands, all else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const said = {
  added: 'only in the other',
  removed: 'only in this one',
  changed: 'differs',
} as const satisfies Record<Changed['change'], string>

/** What became of a value, in words. */
export const changeWords = ({ change }: Pick<Changed, 'change'>): string => said[change]

/** Whether two captures are the same in everything that is compared. */
export const isSame = ({ line, headers, json, body }: CaptureDiff): boolean =>
  line.length + headers.length + (json?.length ?? 0) === 0 && body === null
