export default function CustomersPage() {
  return <h1>Customers</h1>
}
