/** A field that is hidden from people and screen readers. Whoever fills it in is a bot. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute top-0 -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
