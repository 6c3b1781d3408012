export default function CategoryFormPage() {
  return <h1>Add New Category</h1>
}
