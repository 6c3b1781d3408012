export default function ProductFormPage() {
  return <h1>Add New Product</h1>
}
