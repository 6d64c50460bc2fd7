import { bytes } from '../../server/words/size.ts'
import { count } from '../kit/format.ts'
import { health } from '../live/health.ts'
import { getConfig } from '../live/routes/data.ts'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Fact } from './sandbox.tsx'
import { Group } from './setting.tsx'

/** How much is kept, and how much of it is used. */
export function Retention() {
  const { value } = useLoaded('config', touched.value, getConfig)
  const inForce = (key: string) => value?.config.find((entry) => entry.key === key)?.value
  const [records, size, age] = ['retention.records', 'retention.bytes', 'retention.age'].map(inForce)
  if (typeof records !== 'number' || typeof size !== 'number') return null
  const used = health.value?.database_bytes ?? 0
  return (
    <Group title="Retention">
      <dl class="facts">
        <Fact name="Records">the newest {count(records)} of each kind</Fact>
        <Fact name="Size">
          {bytes(used)} of {bytes(size)}; then the oldest go
        </Fact>
        <Fact name="Age">
          {typeof age === 'string' ? `${age} by the sandbox’s clock` : 'none goes for its age'}
        </Fact>
      </dl>
      <p class="quiet">
        Pinned captures stay, and so does what is not delivered yet. Set in the{' '}
        <PlaceLink to={{ ...placeOf('settings'), tab: 'configuration', q: 'retention' }}>
          configuration
        </PlaceLink>
        .
      </p>
    </Group>
  )
}
