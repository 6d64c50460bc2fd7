import type { ComponentChildren } from 'preact'

/** A name and what holds of it, as one of a list of facts. */
export const Fact = ({ name, children }: { name: ComponentChildren; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
