export const Settings = () => <h2>Settings</h2>
