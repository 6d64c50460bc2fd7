/** Draws one arrow with its words and its time. */
import type { Arrow, Layout } from './layout.ts'
import { type Drawing, type Shape, shapesOf, timeShapes } from './shapes.ts'

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.shape) {
    case 'line': {
      const { x1, y1, x2, y2, tone, dash } = shape
      return (
        <line
          class={`lane-line ${tone} ${dash === null ? '' : `${dash}-dash`}`}
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
        />
      )
    }
    case 'path':
      return <path class={`lane-line ${shape.tone}`} d={shape.d} />
    case 'dot':
      return <circle class={`lane-dot ${shape.tone}`} cx={shape.x} cy={shape.y} r={4} />
    case 'text':
      return (
        <text
          class={`lane-text ${shape.tone} ${shape.face}`}
          x={shape.x}
          y={shape.y}
          text-anchor={shape.end ? 'end' : undefined}
        >
          {shape.text}
        </text>
      )
  }
}

// Shapes have no names, and their order never changes.
const Shapes = ({ shapes }: { shapes: readonly Shape[] }) => (
  <>
    {shapes.map((shape, index) => (
      <Drawn key={index} shape={shape} />
    ))}
  </>
)

interface Props {
  arrow: Arrow
  layout: Layout
  drawing: Drawing
}

export function DrawnArrow({ arrow, layout, drawing }: Props) {
  return (
    <g class={`lane-arrow ${arrow.step.kind}`}>
      <Shapes shapes={shapesOf(arrow, layout, drawing)} />
    </g>
  )
}

export const DrawnTime = ({ arrow, layout }: Omit<Props, 'drawing'>) => (
  <Shapes shapes={timeShapes(arrow, layout)} />
)
