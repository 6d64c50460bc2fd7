/** A name and its value in a list of facts. */

import type { ComponentChildren } from 'preact'

export const Fact = ({ name, children }: { name: ComponentChildren; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
