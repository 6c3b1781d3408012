import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { AddressInput } from '~/shared/form/constraints.gen'
import { FormDialog } from '~/shared/form/FormDialog'
import { useForm, type Values } from '~/shared/form/use-form'
import { usStates } from '~/shared/lib/us-states'
import { Checkbox } from '~/shared/ui/Checkbox'
import { SelectField, TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { useZipCode } from '~/storefront/address/use-zip-code'
import { accountKeys, type SavedAddress } from './queries'

/** The tick is sent as "on", or not at all. */
const limits = { ...AddressInput, is_default: {} }

type AddressFormProps = {
  address: SavedAddress | null
  /** What was typed before, when the form opens again. */
  typed: Values | undefined
  onDraft: (typed: Values) => void
  close: () => void
}

export function AddressForm({ address, typed, onDraft, close }: AddressFormProps) {
  const client = useQueryClient()
  const takeZip = useZipCode()
  const [first] = useState<Partial<SavedAddress> | Values | null>(typed ?? address)
  const { form, field, choice, busy, generalMessage } = useForm({
    limits,
    submit: async (values) => {
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
    fallback: 'The address could not be saved. Please try again.',
    onDraft,
  })

  function fillInFrom({ form }: HTMLInputElement) {
    if (!form) return
    const inputs = form.elements as unknown as Record<'zip' | 'city' | 'state', HTMLInputElement>
    const read = () => ({
      zip: inputs.zip.value,
      city: inputs.city.value.trim(),
      state: inputs.state.value,
    })
    void takeZip(read, (place) => {
      for (const [name, value] of Object.entries(place)) {
        const input = inputs[name as keyof typeof place]
        input.value = value
        // The form clears the field's message and keeps the draft, as if it was typed.
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
  }

  return (
    <FormDialog
      title={address ? 'Edit Address' : 'Add Address'}
      className="max-w-2xl!"
      form={form}
      busy={busy}
      message={generalMessage}
      submit="Save Address"
      onClose={close}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" defaultValue={first?.name} {...field('name')} />
        <TextField
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          defaultValue={first?.phone}
          {...field('phone')}
        />
      </div>
      <TextField
        label="Street address"
        autoComplete="address-line1"
        defaultValue={first?.line1}
        {...field('line1')}
      />
      <TextField
        label="Apartment, suite (optional)"
        autoComplete="address-line2"
        defaultValue={first?.line2}
        {...field('line2')}
      />
      <div className="grid grid-cols-[7rem_1fr] gap-4 max-sm:*:last:col-span-2 sm:grid-cols-[8rem_1fr_1fr]">
        <TextField
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={first?.zip}
          {...field('zip')}
          onChange={(event) => fillInFrom(event.target)}
        />
        <TextField label="City" autoComplete="address-level2" defaultValue={first?.city} {...field('city')} />
        <SelectField
          label="State"
          autoComplete="address-level1"
          defaultValue={first?.state ?? ''}
          {...choice('state')}
        >
          <option value="">Choose a state</option>
          {usStates.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        label="Use as default address"
        name="is_default"
        defaultChecked={address?.is_default || typed?.is_default === 'on'}
        disabled={address?.is_default}
      />
    </FormDialog>
  )
}
