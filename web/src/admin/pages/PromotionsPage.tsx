export default function PromotionsPage() {
  return <h1>Promotions</h1>
}
