import { Spinner } from '~/shared/ui/Spinner'

/** Shown until it is known who is signed in. */
export function AccountLoading() {
  return (
    <div className="wrap grid min-h-[50vh] place-content-center justify-items-center gap-4 py-16">
      <Spinner className="size-9 text-primary-deep" />
      <p role="status" className="font-semibold text-mute">
        Loading account information...
      </p>
    </div>
  )
}
