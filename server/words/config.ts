/** Words about the settings: where a value comes from, and variables that set nothing. */
import type { ConfigEntry } from '../wire.ts'

/** `default`, or what gave the value: `environment SANDBOX_DELIVERY_TIMEOUT`. */
export const configOrigin = ({ origin, origin_name }: Pick<ConfigEntry, 'origin' | 'origin_name'>): string =>
  origin_name === null ? origin : `${origin} ${origin_name}`

/** A variable of the environment whose name is close to a setting. */
export const misspelledVariable = (name: string, meant: string): string =>
  `Warning: the variable ${name} sets nothing. Did you mean ${meant}?`
