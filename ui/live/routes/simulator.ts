/** The requests that read the scenarios, the runs and the traffic. */
import type { Run, Scenario, Traffic } from '../../../server/wire.ts'
import { request } from '../api.ts'

export const getScenarios = () => request<{ scenarios: Scenario[] }>('GET', '/sandbox/scenarios')
interface RunsPage {
  runs: Run[]
  next: string | null
}
export const getRuns = () => request<RunsPage>('GET', '/sandbox/runs?limit=100')
export const getRunning = () => request<RunsPage>('GET', '/sandbox/runs?state=running&limit=100')

export const getTraffic = () => request<{ traffic: Traffic }>('GET', '/sandbox/traffic')
