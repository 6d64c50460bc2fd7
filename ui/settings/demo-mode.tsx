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
  quick: `Quick, ${paces.quick / 1000} s a step`,
  calm: `Calm, ${paces.calm / 1000} s a step`,
  slow: `Slow, ${paces.slow / 1000} s a step`,
}

/** How the sandbox is shown to others. */
export function DemoSettings() {
  const { scenario, pace, sight, loops } = order.value
  const known = (scenarios.value ?? []).filter(({ problems }) => problems.length === 0)
  const chosen = scenario || (known[0]?.name ?? '')
  return (
    <>
      <Group title="Demo mode">
        <Check
          label="Large type, no secrets"
          hint="For those who look on from three metres. Secrets stay masked even when they are asked for; copying still copies them."
          checked={demoMode.value}
          onChange={(yes) => {
            if (yes) demoMode.value = true
            else void leaveDemo()
          }}
        />
      </Group>
      <Group title="Play a scenario">
        <p class="quiet">
          Step by step, with a caption, the newest thing in sight. Esc stops. Waits are skipped by moving the
          sandbox’s clock.
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
          legend="In sight"
          value={sight}
          options={[
            ['stream', 'The stream and its detail'],
            ['lanes', 'The lanes'],
          ]}
          onPick={(one) => changeOrder({ sight: one === 'lanes' ? 'lanes' : 'stream' })}
        />
        <Check
          label="Begin again at the end"
          checked={loops}
          onChange={(yes) => changeOrder({ loops: yes })}
        />
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
        <p class="quiet">This address opens it, ready to be played:</p>
        <CopyBox
          text={demoAddress(location.origin, { ...order.value, scenario: chosen })}
          what="the address"
        />
        <Terminal commands={[{ what: 'the run', text: runCommand(chosen, {}) }]} />
      </Group>
    </>
  )
}
