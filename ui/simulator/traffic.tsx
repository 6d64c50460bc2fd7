import { TrafficForm } from './traffic-form.tsx'
import { TrafficNow } from './traffic-now.tsx'

/** Events at a rate: what becomes of them, and the form that starts them. */
export function TrafficSection() {
  return (
    <div class="panes">
      <TrafficNow />
      <TrafficForm />
    </div>
  )
}
