export default function DashboardPage() {
  return <h1>My Account</h1>
}
