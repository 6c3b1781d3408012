import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { Badge } from '~/shared/ui/Badge'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/Dialog'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Skeleton } from '~/shared/ui/Skeleton'
import { toast } from '~/shared/ui/toast-store'
import { AddressForm } from './AddressForm'
import { AddressText } from './AddressText'
import { useDraft } from './drafts'
import { accountKeys, addressesQuery, type SavedAddress } from './queries'

type Open = { edit: SavedAddress | null } | { remove: SavedAddress } | null

export function AddressesTab() {
  const addresses = useQuery(addressesQuery)
  const [asked, setOpen] = useState<Open>(null)
  const [draft, setDraft] = useDraft('address')
  const book = addresses.data ?? []
  // A form that was open when the session ended opens again.
  const left = draft && addresses.data ? { edit: book.find(({ id }) => id === draft.id) ?? null } : null
  const open = asked ?? left
  const close = () => {
    setOpen(null)
    setDraft(null)
  }
  return (
    <section aria-labelledby="address-book">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="address-book" className="font-display text-2xl">
          Address Book
        </h2>
        <Button onClick={() => setOpen({ edit: null })}>
          <Plus className="size-4.5" aria-hidden="true" />
          Add Address
        </Button>
      </div>
      <div className="mt-5">
        {addresses.isPending ? (
          <div role="status" aria-label="Loading addresses" className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-44 rounded-3xl" />
            <Skeleton className="h-44 rounded-3xl" />
          </div>
        ) : addresses.isError ? (
          <EmptyState title="Your addresses could not be loaded">
            <Button variant="outline" onClick={() => void addresses.refetch()}>
              Try again
            </Button>
          </EmptyState>
        ) : book.length === 0 ? (
          <EmptyState title="No addresses yet" text="Save one, and checkout fills itself in." />
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {book.map((address) => (
              <li
                key={address.id}
                className="flex flex-col gap-4 rounded-3xl border border-line bg-white p-5 sm:p-6"
              >
                <div className="flex-1">
                  {address.is_default && (
                    <p className="mb-2">
                      <Badge tone="purple">Default</Badge>
                    </p>
                  )}
                  <AddressText address={address} />
                </div>
                <AddressActions address={address} open={setOpen} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {open && 'edit' in open && (
        <AddressForm
          address={open.edit}
          typed={draft?.values}
          onDraft={(values) => setDraft({ id: open.edit?.id ?? null, values })}
          close={close}
        />
      )}
      {open && 'remove' in open && <RemoveAddress address={open.remove} close={close} />}
    </section>
  )
}

function AddressActions({ address, open }: { address: SavedAddress; open: (open: Open) => void }) {
  const client = useQueryClient()
  const makeDefault = useMutation({
    mutationFn: () => {
      const { id, ...body } = address
      return unwrap(
        api.PUT('/api/account/addresses/{id}', {
          params: { path: { id } },
          body: { ...body, is_default: true },
        }),
      )
    },
    onSuccess: () => toast({ title: 'Default address changed.' }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'Please try again.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.addresses }),
  })
  const named = `${address.name}, ${address.line1}`
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={`Edit ${named}`}
        onClick={() => open({ edit: address })}
      >
        Edit
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="text-danger!"
        aria-label={`Delete ${named}`}
        onClick={() => open({ remove: address })}
      >
        Delete
      </Button>
      {!address.is_default && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Set ${named} as default`}
          busy={makeDefault.isPending}
          onClick={() => makeDefault.mutate()}
        >
          Set as Default
        </Button>
      )}
    </div>
  )
}

function RemoveAddress({ address, close }: { address: SavedAddress; close: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/account/addresses/{id}', { params: { path: { id: address.id } } })),
    onSuccess: () => toast({ title: 'Address deleted.' }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'Please try again.'),
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: accountKeys.addresses })
      close()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Delete this address?"
      description={`${address.name}, ${address.line1}, ${address.city}`}
    >
      <DialogActions>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
