export default function SetupPage() {
  return <h1>Set up your shop</h1>
}
