import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { usStates } from '~/shared/lib/us-states'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions, DialogClose } from '~/shared/ui/dialog'
import { SelectField, TextField } from '~/shared/ui/field'
import { toast } from '~/shared/ui/toast-store'
import { useForm, type Values } from './form'
import { FormMessage } from './parts'
import { accountKeys, type SavedAddress } from './queries'

type AddressFormProps = {
  address: SavedAddress | null
  /** What was typed before, if it is not the first time that the form is open. */
  typed: Values | undefined
  keep: (typed: Values) => void
  close: () => void
}

export function AddressForm({ address, typed, keep, close }: AddressFormProps) {
  const client = useQueryClient()
  const [first] = useState<Partial<SavedAddress> | Values | null>(typed ?? address)
  const { form, busy, message, errors } = useForm(
    async (values) => {
      const { name = '', line1 = '', line2 = '', city = '', state = '', zip = '', phone = '' } = values
      const body = { name, line1, line2, city, state, zip, phone, is_default: values.is_default === 'on' }
      await unwrap(
        address
          ? api.PUT('/api/account/addresses/{id}', { params: { path: { id: address.id } }, body })
          : api.POST('/api/account/addresses', { body }),
      )
      await client.invalidateQueries({ queryKey: accountKeys.addresses })
      toast({ title: address ? 'Address updated.' : 'Address added.' })
      close()
    },
    'The address could not be saved. Please try again.',
    keep,
  )

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={address ? 'Edit Address' : 'Add Address'}
      className="max-w-lg"
    >
      <form {...form} className="mt-5 grid gap-4 sm:grid-cols-6">
        <div className="empty:hidden sm:col-span-6">
          <FormMessage>{Object.keys(errors).length === 0 && message}</FormMessage>
        </div>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={first?.name}
          error={errors.name}
          className="sm:col-span-6"
        />
        <TextField
          label="Street address"
          name="line1"
          autoComplete="address-line1"
          defaultValue={first?.line1}
          error={errors.line1}
          className="sm:col-span-6"
        />
        <TextField
          label="Apartment, suite (optional)"
          name="line2"
          autoComplete="address-line2"
          defaultValue={first?.line2}
          error={errors.line2}
          className="sm:col-span-6"
        />
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          defaultValue={first?.city}
          error={errors.city}
          className="sm:col-span-6"
        />
        <SelectField
          label="State"
          name="state"
          autoComplete="address-level1"
          defaultValue={first?.state ?? ''}
          error={errors.state}
          className="sm:col-span-4"
        >
          <option value="">Choose a state</option>
          {usStates.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="ZIP code"
          name="zip"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          defaultValue={first?.zip}
          error={errors.zip}
          className="sm:col-span-2"
        />
        <TextField
          label="Phone (optional)"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={first?.phone}
          error={errors.phone}
          className="sm:col-span-6"
        />
        <label className="flex min-h-11 items-center gap-3 sm:col-span-6">
          <input
            type="checkbox"
            name="is_default"
            defaultChecked={address?.is_default || typed?.is_default === 'on'}
            disabled={address?.is_default}
            className="tick"
          />
          Use as default address
        </label>
        <div className="sm:col-span-6">
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" busy={busy}>
              Save Address
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
