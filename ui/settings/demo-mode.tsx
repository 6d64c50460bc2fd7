/** The settings section of demo mode. */

import { Check } from '../form/field.tsx'
import { demoMode } from '../kit/preferences.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { changeOrder, order } from '../shell/demo/demo.ts'
import { demoAddress, type Pace, paces } from '../shell/demo/demo-script.ts'
import { Group, Radios } from './setting.tsx'

const paceTitles: Record<Pace, string> = {
  quick: `Quick, ${paces.quick / 1000} s per step`,
  calm: `Calm, ${paces.calm / 1000} s per step`,
  slow: `Slow, ${paces.slow / 1000} s per step`,
}

export function DemoSettings() {
  const { pace, sight, loops } = order.value
  return (
    <>
      <Group title="Demo mode">
        <Check
          label="Large type, no secrets"
          hint="Readable from three metres. Secrets stay masked on the page; Copy still copies them. The bar at the bottom plays a scenario."
          checked={demoMode.value}
          onChange={(yes) => {
            demoMode.value = yes
          }}
        />
      </Group>
      <Group title="Play a scenario">
        <Radios
          legend="Pace"
          value={pace}
          options={(Object.keys(paces) as Pace[]).map((one) => [one, paceTitles[one]] as const)}
          onPick={(one) => changeOrder({ pace: one as Pace })}
        />
        <Radios
          legend="View"
          value={sight}
          options={[
            ['stream', 'Stream with detail'],
            ['lanes', 'Lanes'],
          ]}
          onPick={(one) => changeOrder({ sight: one === 'lanes' ? 'lanes' : 'stream' })}
        />
        <Check label="Repeat" checked={loops} onChange={(yes) => changeOrder({ loops: yes })} />
        <p class="quiet">This link opens the demo, ready to play:</p>
        <CopyBox text={demoAddress(location.origin, order.value)} what="the address" />
      </Group>
    </>
  )
}
