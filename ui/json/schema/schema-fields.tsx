/** Lists the fields of a payload by its schema. */
import type { CatalogueEvent } from '../../../server/wire.ts'
import { Copy } from '../../kit/copy.tsx'
import type { SchemaPath } from './schema-paths.ts'
import { isRecord } from './schema-words.ts'

export function SchemaFields({ event, paths }: { event: CatalogueEvent; paths: readonly SchemaPath[] }) {
  return (
    <>
      <div class="body-bar">
        <h3>Payload fields</h3>
        <span class="spring" />
        <Copy text={JSON.stringify(event.schema, null, 2)} label="Copy as JSON Schema" />
      </div>
      <dl class="fields">
        {paths.map((one) => (
          <div key={one.path} style={{ '--depth': one.depth }}>
            <dt title={one.path}>
              <code>{nameOf(one.path)}</code>
            </dt>
            <dd>
              <div class="field-type">
                {one.type}
                {one.values.map((value) => (
                  <code key={value}>{value}</code>
                ))}
                <Sample path={one} example={event.example} />
                {one.optional && <span class="quiet">optional</span>}
              </div>
              {one.description !== '' && <p class="quiet">{one.description}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The last part of a path; array items are "each". */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  return name === '0' ? 'each' : name
}

/** An example instead of a pattern. */
function Sample({ path: { path, schema, values }, example }: { path: SchemaPath; example: unknown }) {
  if (typeof schema.pattern !== 'string' || 'format' in schema || values.length > 0) return null
  const found = path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), example)
  return typeof found === 'string' ? <span class="quiet">example: {found}</span> : null
}
