export default function AuditPage() {
  return <h1>Audit Log</h1>
}
