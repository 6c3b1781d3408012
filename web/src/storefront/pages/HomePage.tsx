export default function HomePage() {
  return <h1>Rare Snacks. Limited Supply. Maximum Hype.</h1>
}
