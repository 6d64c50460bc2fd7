/** The settings section that shows the sandbox's addresses and size. */

import { useMemo } from 'preact/hooks'
import { duration } from '../../server/words/duration.ts'
import { bytes } from '../../server/words/size.ts'
import { Commands } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { Copy } from '../kit/copy.tsx'
import { Fact } from '../kit/fact.tsx'
import { count } from '../kit/format.ts'
import { ownSecond } from '../live/clock.ts'
import { health } from '../live/health.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { Secret } from '../secrets/secret.tsx'
import { hidesSecrets } from '../secrets/secrets.ts'
import { Group } from './setting.tsx'

export function SandboxFacts() {
  const known = health.value
  if (known === null) return <p class="quiet">Loading…</p>
  const { base_url, authorization, identity } = known.platform
  const { origin } = location
  return (
    <>
      <Group title="Addresses">
        <dl class="facts">
          <Address name="This page" url={origin} />
          <Address name="Emulated API" url={base_url} />
          <Fact name="Authorization">
            {authorization === 'demo' ? (
              <Value text={authorization} what="the authorization" />
            ) : (
              <Secret secret={authorization} of="the platform" />
            )}
          </Fact>
          <Fact name="Identity">
            {hidesSecrets.value && identity !== 'demo' ? (
              <code>••••••••</code>
            ) : (
              <Value text={identity} what="the identity" />
            )}
          </Fact>
          <Address name="Receivers" url={`${origin}/in/{name}`} />
          <Address name="Control API" url={`${origin}/sandbox`} />
          <Address name="Live socket" url={`${origin.replace(/^http/, 'ws')}/sandbox/live`} />
          <Fact name="API references">
            <a href="/sandbox/docs">Emulated API</a> · <a href="/sandbox/docs/sandbox">Control API</a>
          </Fact>
        </dl>
      </Group>
      <Group title="This sandbox">
        <dl class="facts">
          <Fact name="Version">{known.version}</Fact>
          <Fact name="Uptime">
            <Uptime ms={known.uptime_ms} />
          </Fact>
          <Fact name="Seed">
            <Value text={`${known.seed}`} what="the seed" />{' '}
            <Copy text={`--seed ${known.seed}`} label="Copy as flag" />
          </Fact>
          <Fact name="Database">
            <code>{known.database}</code> · {bytes(known.database_bytes)}
          </Fact>
          <Fact name="Records">
            {(['events', 'deliveries', 'captures', 'calls'] as const).map((kind, index) => (
              <span key={kind}>
                {index > 0 && ' · '}
                <PlaceLink to={{ ...placeOf('stream'), kind }}>
                  {count(known.counts[kind])} {kind}
                </PlaceLink>
              </span>
            ))}
          </Fact>
        </dl>
        <Commands commands={[{ what: 'the health as curl', text: sandboxCurl('GET', '/sandbox/health') }]} />
      </Group>
    </>
  )
}

/** The uptime, which also grows between two updates. */
function Uptime({ ms }: { ms: number }) {
  const toldAt = useMemo(() => ownSecond.peek(), [ms])
  return <>{duration(ms + (ownSecond.value - toldAt) * 1000)}</>
}

const Value = ({ text, what }: { text: string; what: string }) => (
  <>
    <code>{text}</code> <Copy text={text} what={what} />
  </>
)

const Address = ({ name, url }: { name: string; url: string }) => (
  <Fact name={name}>
    <Value text={url} what={`the address: ${name}`} />
  </Fact>
)
