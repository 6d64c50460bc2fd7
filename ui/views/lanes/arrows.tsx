export const Arrows = () => <h2>Lanes</h2>
