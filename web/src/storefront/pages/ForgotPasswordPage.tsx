export default function ForgotPasswordPage() {
  return <h1>Forgot Password</h1>
}
