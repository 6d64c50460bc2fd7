export const Charts = () => <h2>Charts</h2>
