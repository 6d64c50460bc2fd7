/** The sandbox of jest's tests, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSandbox } from '../library.ts'

const { url } = await createSandbox(workerData)
parentPort?.postMessage(url)
