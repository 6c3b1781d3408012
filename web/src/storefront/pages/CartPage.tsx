export default function CartPage() {
  return <h1>Your Shopping Cart</h1>
}
