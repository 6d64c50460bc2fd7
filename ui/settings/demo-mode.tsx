/** The settings section that configures and starts a demo. */

import { Terminal } from '../commands/commands.tsx'
import { runCommand } from '../commands/simulator-commands.ts'
import { Check, SelectField } from '../form/field.tsx'
import { demoMode } from '../kit/preferences.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { changeOrder, leaveDemo, order, play } from '../shell/demo/demo.ts'
import { demoAddress, type Pace, paces } from '../shell/demo/demo-script.ts'
import { scenarios } from '../simulator/simulator.ts'
import { Group, Radios } from './setting.tsx'

const paceTitles: Record<Pace, string> = {
  quick: `Quick, ${paces.quick / 1000} s per step`,
  calm: `Calm, ${paces.calm / 1000} s per step`,
  slow: `Slow, ${paces.slow / 1000} s per step`,
}

export function DemoSettings() {
  const { scenario, pace, sight, loops } = order.value
  const known = (scenarios.value ?? []).filter(({ problems }) => problems.length === 0)
  const chosen = scenario || (known[0]?.name ?? '')
  return (
    <>
      <Group title="Demo mode">
        <Check
          label="Large type, no secrets"
          hint="Readable from three metres. Secrets stay masked on the page; Copy still copies them."
          checked={demoMode.value}
          onChange={(yes) => {
            if (yes) demoMode.value = true
            else void leaveDemo()
          }}
        />
      </Group>
      <Group title="Play a scenario">
        <p class="quiet">
          Plays step by step, with a caption, and shows the newest record. Waits advance the clock of the
          sandbox. Press Esc to stop.
        </p>
        <SelectField
          label="Scenario"
          value={chosen}
          options={known.map(({ name, title }) => [name, title] as const)}
          onInput={(name) => changeOrder({ scenario: name })}
        />
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
        <p>
          <button
            type="button"
            class="primary"
            disabled={chosen === ''}
            onClick={() => {
              changeOrder({ scenario: chosen })
              void play()
            }}
          >
            Play
          </button>
        </p>
        <p class="quiet">This link opens the demo, ready to play:</p>
        <CopyBox
          text={demoAddress(location.origin, { ...order.value, scenario: chosen })}
          what="the address"
        />
        <Terminal commands={[{ what: 'the run', text: runCommand(chosen, {}) }]} />
      </Group>
    </>
  )
}
