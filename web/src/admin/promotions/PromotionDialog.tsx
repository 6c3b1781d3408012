import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage } from '~/shared/api/errors'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogActions } from '~/shared/ui/dialog'
import { SelectField, TextField } from '~/shared/ui/field'
import { Switch } from '~/shared/ui/switch'
import { toast } from '~/shared/ui/toast-store'
import { checkForm, emptyForm, formOf, inputOf, type Problems, type PromotionForm, problemsOf } from './form'
import { type Promotion, promotionKey } from './queries'

type PromotionDialogProps = { promotion?: Promotion; open: boolean; onClose: () => void }

export function PromotionDialog({ promotion, open, onClose }: PromotionDialogProps) {
  const client = useQueryClient()
  const [form, setForm] = useState(promotion ? formOf(promotion) : emptyForm)
  const [problems, setProblems] = useState<Problems>({})
  const save = useMutation({
    mutationFn: () =>
      promotion
        ? unwrap(
            api.PUT('/api/admin/promotions/{id}', {
              params: { path: { id: promotion.id } },
              body: { ...inputOf(form), version: promotion.version },
            }),
          )
        : unwrap(api.POST('/api/admin/promotions', { body: inputOf(form) })),
    onSuccess: (saved) => {
      toast({
        title: promotion ? 'Promotion updated' : 'Promotion created',
        description: `${saved.code} has been ${promotion ? 'updated' : 'created'} successfully.`,
      })
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? problemsOf(error.fields) : {}
      setProblems(fields)
      if (Object.keys(fields).length === 0) {
        toast({
          variant: 'destructive',
          title: 'Error saving promotion',
          description: errorMessage(error, 'An unknown error occurred'),
        })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: promotionKey }),
  })

  function set<Key extends keyof PromotionForm>(key: Key, value: PromotionForm[Key]) {
    setForm((current) => ({ ...current, [key]: value }))
    setProblems((current) => ({ ...current, [key]: undefined }))
  }
  const text = (key: Exclude<keyof PromotionForm, 'enabled' | 'kind'>) => ({
    value: form[key],
    error: problems[key],
    onChange: (event: { target: { value: string } }) => set(key, event.target.value),
  })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !save.isPending && onClose()}
      title={promotion ? 'Edit Promotion' : 'Add New Promotion'}
      className="max-w-xl"
    >
      <form
        noValidate
        className="mt-5 grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = checkForm(form)
          setProblems(wrong)
          if (Object.keys(wrong).length === 0) save.mutate()
        }}
      >
        <TextField label="Code" autoComplete="off" className="sm:col-span-2" {...text('code')} />
        <SelectField
          label="Kind"
          value={form.kind}
          onChange={(event) => {
            set('kind', event.target.value as PromotionForm['kind'])
            setProblems({})
          }}
        >
          <option value="percent">Percent off</option>
          <option value="amount">Amount off</option>
          <option value="free_shipping">Free shipping</option>
        </SelectField>
        {form.kind === 'free_shipping' ? (
          <p className="self-end pb-2.5 text-mute text-sm">Shipping costs nothing.</p>
        ) : (
          <TextField
            label={form.kind === 'percent' ? 'Percent' : 'Amount'}
            inputMode="decimal"
            {...text('value')}
          />
        )}
        <TextField
          label="Minimum order"
          hint="Of goods, in dollars. Empty: none."
          inputMode="decimal"
          className="sm:col-span-2"
          {...text('minimum')}
        />
        <TextField label="Starts" type="datetime-local" hint="Empty: at once." {...text('starts')} />
        <TextField label="Ends" type="datetime-local" hint="Empty: never." {...text('ends')} />
        <TextField label="Total uses" inputMode="numeric" hint="Empty: no limit." {...text('maxUses')} />
        <TextField
          label="Uses per customer"
          inputMode="numeric"
          hint="Empty: no limit."
          {...text('maxPerCustomer')}
        />
        <div className="sm:col-span-2">
          <Switch label="Enabled" checked={form.enabled} onCheckedChange={(on) => set('enabled', on)} />
        </div>
        <div className="sm:col-span-2">
          <DialogActions>
            <Button variant="outline" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={save.isPending}>
              {save.isPending ? 'Saving...' : promotion ? 'Update Promotion' : 'Save Promotion'}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
