/** The requests for the configuration, a reset and imports. */
import type { ConfigEntry } from '../../../server/wire.ts'
import { request } from '../api.ts'

export const getConfig = () => request<{ config: ConfigEntry[] }>('GET', '/sandbox/config')

export const keepable = ['subscriptions', 'endpoints'] as const
export type Keepable = (typeof keepable)[number]
export const postReset = (keep: readonly Keepable[]) =>
  request<{ reset: true; kept: string[] }>('POST', '/sandbox/reset', { body: { keep } })

/** The numbers of imported and already present captures, and the captures whose id was taken. */
export interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
}
export const postCaptures = (captures: readonly unknown[]) =>
  request<Imported>('POST', '/sandbox/captures/import', { body: { captures } })

/** The result of importing a HAR, with what the HAR lacks. */
export interface ImportedHar extends Imported {
  lost: { code: string; entries: number; detail: string }[]
}
export const postHar = (entries: readonly unknown[]) =>
  request<ImportedHar>('POST', '/sandbox/captures/import', { body: { log: { entries } } })
