import { bare } from './curl.ts'

/** `name=text`, and `name:=json` for what is no text, so that every value keeps its type. */
export const setWord = (name: string, value: unknown): string =>
  bare(typeof value === 'string' ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`)
