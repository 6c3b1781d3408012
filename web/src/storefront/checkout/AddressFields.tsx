import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAuth } from '~/shared/auth/AuthProvider'
import { usStates } from '~/shared/lib/us-states'
import { Checkbox } from '~/shared/ui/Checkbox'
import { SelectField, TextField } from '~/shared/ui/Field'
import { addressesQuery } from '~/storefront/account/queries'
import { useZipCode } from '~/storefront/address/use-zip-code'
import { formStore } from '~/storefront/buyer/stores'
import type { PartProps } from './ContactFields'
import { savedAs } from './form'

export function AddressFields({ form, errors, field, change }: PartProps) {
  const [unfolded, setUnfolded] = useState(false)
  const takeZip = useZipCode()
  const lineTwo = unfolded || form.line2 !== '' || Boolean(errors.line2)

  return (
    <div className="grid gap-4">
      <SavedAddresses form={form} change={change} />
      <TextField
        id="checkout-line1"
        label="Street address"
        autoComplete="address-line1"
        {...field('line1')}
      />
      {lineTwo ? (
        <TextField
          id="checkout-line2"
          label="Apartment, suite, etc. (optional)"
          autoComplete="address-line2"
          {...field('line2')}
          autoFocus={unfolded}
        />
      ) : (
        <button
          type="button"
          onClick={() => setUnfolded(true)}
          className="-my-2 inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-primary-deep text-sm underline-offset-3 hover:underline"
        >
          <Plus className="size-4" aria-hidden="true" />
          Add apartment, suite, etc.
        </button>
      )}
      <div className="grid grid-cols-[7rem_1fr] gap-4 max-sm:*:last:col-span-2 sm:grid-cols-[8rem_1fr_1fr]">
        <TextField
          id="checkout-zip"
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          {...field('zip')}
          onChange={(event) => {
            change({ zip: event.target.value })
            void takeZip(formStore.read, change)
          }}
        />
        <TextField id="checkout-city" label="City" autoComplete="address-level2" {...field('city')} />
        <SelectField
          id="checkout-state"
          label="State"
          autoComplete="address-level1"
          required
          value={form.state}
          error={errors.state}
          onChange={(event) => change({ state: event.target.value })}
        >
          <option value="">Choose…</option>
          {usStates.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <SaveAddress form={form} change={change} />
    </div>
  )
}

type AddressBookProps = Pick<PartProps, 'form' | 'change'>

/** The address book of whoever is signed in; undefined for a guest, and until it is loaded. */
function useAddressBook() {
  const { user } = useAuth()
  const { data } = useQuery({ ...addressesQuery, enabled: user !== null })
  return user ? data : undefined
}

const noAddress = { line1: '', line2: '', city: '', state: '', zip: '' }

/** Fills in an address of the address book, and names the one that the form has. */
function SavedAddresses({ form, change }: AddressBookProps) {
  const book = useAddressBook()
  if (!book || book.length === 0) return null
  return (
    <SelectField
      label="Saved addresses"
      value={savedAs(form, book)?.id ?? ''}
      onChange={(event) => {
        const saved = book.find((item) => String(item.id) === event.target.value)
        if (!saved) return change(noAddress)
        const { name, line1, line2, city, state, zip, phone } = saved
        change({ name, line1, line2, city, state, zip, ...(phone ? { phone } : {}) })
      }}
    >
      <option value="">Another address</option>
      {book.map((item) => (
        <option key={item.id} value={item.id}>
          {`${item.name}, ${item.line1}, ${item.city}`}
        </option>
      ))}
    </SelectField>
  )
}

function SaveAddress({ form, change }: AddressBookProps) {
  const book = useAddressBook()
  if (!book || savedAs(form, book)) return null
  return (
    <Checkbox
      label="Save this address in my address book"
      checked={form.save_address}
      onChange={({ target }) => change({ save_address: target.checked })}
      className="-mt-1"
    />
  )
}
