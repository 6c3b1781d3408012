import { Link } from 'react-router'

export function NotFoundPage() {
  return (
    <>
      <h1>Oops! Page not found</h1>
      <Link to="/">Return to Home</Link>
    </>
  )
}
