/** A field that no person sees, reaches or is told of. Whoever fills it is a bot. */
export function Trap() {
  return (
    <div aria-hidden="true" className="absolute top-0 -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
