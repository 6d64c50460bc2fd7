/** The requests for the objects of the platform. */
import type { PlatformObject, PlatformObjectRow } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** Reads the newest objects of the platform that match. */
export const getObjects = (filters: Record<string, string>) =>
  request<{ objects: PlatformObjectRow[]; next: string | null }>(
    'GET',
    `/sandbox/objects?${new URLSearchParams(filters)}`,
  )
export const getObject = (name: string) =>
  request<{ object: PlatformObject }>('GET', `/sandbox/objects/${id(name)}`)
