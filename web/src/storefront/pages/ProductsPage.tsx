export default function ProductsPage() {
  return <h1>All Products</h1>
}
