import type { ConfigEntry } from '../../../server/wire.ts'
import { request } from '../api.ts'

export const getConfig = () => request<{ config: ConfigEntry[] }>('GET', '/sandbox/config')

export const keepable = ['subscriptions', 'endpoints'] as const
export type Keepable = (typeof keepable)[number]
export const postReset = (keep: readonly Keepable[]) =>
  request<{ reset: true; kept: string[] }>('POST', '/sandbox/reset', { body: { keep } })

/** How many came in, how many were here already, and those whose id was taken. */
export interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
}
export const postCaptures = (captures: readonly unknown[]) =>
  request<Imported>('POST', '/sandbox/captures/import', { body: { captures } })
