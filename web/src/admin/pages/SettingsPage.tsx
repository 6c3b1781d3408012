export default function SettingsPage() {
  return <h1>Site Settings</h1>
}
