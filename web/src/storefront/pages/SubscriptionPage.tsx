export default function SubscriptionPage() {
  return <h1>Join The Inner Circle</h1>
}
