/** The requests that start and steer runs, traffic and the clock. */
import type { Clock, Run, Traffic } from '../../../server/wire.ts'
import { request } from '../api.ts'

const id = encodeURIComponent

/** The parameters of a run. Absent ones come from the sandbox or the file. */
export interface RunWords {
  set?: Record<string, unknown>
  seed?: number
  speed?: number
  subscription_id?: string
  paused?: boolean
}

/** The parameters of traffic; `rate` 0 stops it. */
export interface TrafficWords {
  rate: number
  shape?: string
  events?: Record<string, number>
  seed?: number
  for?: string
  count?: number
  subscription_id?: string
  fault?: string
}

/** One order to the clock, as `POST /sandbox/clock` takes it. */
export interface ClockWords {
  mode?: 'real' | 'manual'
  speed?: number
  advance?: string
  set?: string
}
export const getRun = (run: string) => request<{ run: Run }>('GET', `/sandbox/runs/${id(run)}`)
export const postRun = (scenario: string, order: RunWords) =>
  request<{ run: Run }>('POST', `/sandbox/scenarios/${id(scenario)}/run`, { body: order })

/** The actions on a run that has not ended. */
export type RunAct = 'pause' | 'step' | 'resume' | 'stop'
export const runActPath = (run: string, act: RunAct) => `/sandbox/runs/${id(run)}/${act}`
export const postRunAct = (run: string, act: RunAct) =>
  request<{ run: Run }>('POST', runActPath(run, act), { body: {} })
export const postTraffic = (order: TrafficWords) =>
  request<{ traffic: Traffic }>('POST', '/sandbox/traffic', { body: order })

/** The clock after an order, and the work that is still pending. */
export interface ClockMoved {
  clock: Clock
  settled: boolean
  waiting?: { attempts: number; target: string; due: { kind: string; at: string } | null }
}
export const postClock = (order: ClockWords) => request<ClockMoved>('POST', '/sandbox/clock', { body: order })
