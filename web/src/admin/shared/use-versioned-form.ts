import { useState } from 'react'
import { ApiError } from '~/shared/api/errors'
import { differences, type EditOptions, merged, useEditForm } from '~/shared/form/use-edit-form'

/** A form as it is stored. */
export type Write<Stored, Values> = {
  /** What to store: over somebody else's version, their values with the fields that were changed here. */
  values: Values
  changed: (keyof Values)[]
  /** The version to write over; none creates a record. */
  was: Stored | undefined
  /** Whether `was` is somebody else's version, which the form was not filled from. */
  isOver: boolean
}

type Options<Stored, Values extends object, Extra> = Omit<
  EditOptions<Values, never, void>,
  'initial' | 'hold' | 'submit'
> & {
  /** The record as the shop has it now; none creates one. */
  stored: Stored | undefined
  valuesOf: (stored: Stored | undefined) => Values
  /** Pictures are changed beside the values: those of a record as one text, and whether they were changed here. */
  pictures?: { of: (stored: Stored) => string; isOwn: boolean; reset: () => void }
  store: (form: Write<Stored, Values>) => Promise<Stored>
  onStored: (saved: Stored, form: { isNew: boolean; extra: Extra | undefined }) => Promise<void>
  /** Asks for the record as it is now. */
  fetchCurrent: (base: Stored) => Promise<Stored>
  /** The record to go on from after a conflict that a field's message says already. */
  goOn?: (error: ApiError, base: Stored, now: Stored) => Stored | undefined
}

const noPictures = { of: () => '', isOwn: false, reset: () => {} }

/**
 * The form of a record that somebody else may save meanwhile. Without own changes it shows their version. A save that met
 * one ends in `theirs`, with the choice for ConflictDialog.
 */
export function useVersionedForm<Stored extends { version: number }, Values extends object, Extra = void>({
  stored,
  valuesOf,
  pictures = noPictures,
  store,
  onStored,
  fetchCurrent,
  goOn,
  ...options
}: Options<Stored, Values, Extra>) {
  const [base, setBase] = useState(stored)
  const [theirs, setTheirs] = useState<Stored>()
  const edit = useEditForm<Values, void, { over?: Stored; extra?: Extra } | undefined>({
    ...options,
    initial: valuesOf(stored),
    hold: pictures.isOwn || theirs !== undefined,
    submit: async ({ values, changed }, { over, extra } = {}) => {
      const mine = over ? merged(valuesOf(over), values, changed) : values
      const form = { values: mine, changed, was: over ?? base, isOver: over !== undefined }
      const saved = await store(form).catch(showConflict)
      if (!saved) return
      setTheirs(undefined)
      await onStored(saved, { isNew: !base, extra })
    },
  })

  // The form began with what this version says: beside the pictures only its state changed, or nothing that it shows.
  const isNewer = stored && base && stored !== base && stored.version >= base.version
  if (isNewer && !edit.busy && !theirs && differences(valuesOf(stored), edit.start).length === 0)
    if (!pictures.isOwn || pictures.of(stored) === pictures.of(base)) setBase(stored)

  /** Shows somebody else's version when the save met one; throws everything else that the server refused. */
  async function showConflict(error: unknown): Promise<void> {
    if (!base || !(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error
    const now = await fetchCurrent(base).catch(() => undefined)
    const next = now && goOn?.(error, base, now)
    if (next) setBase(next)
    if (!now || next) throw error
    setTheirs(now)
  }

  function startOver(from: Stored | undefined) {
    setBase(from)
    edit.startFrom(valuesOf(from))
    pictures.reset()
  }

  return {
    edit,
    /** The record that the form was filled from. */
    base,
    isDirty: edit.isDirty || pictures.isOwn,
    send: (extra?: Extra) => edit.send(extra === undefined ? undefined : { extra }),
    discard: () => startOver(base),
    /** The record was saved here: what was typed while it was being saved stays. */
    showSaved(saved: Stored) {
      setBase(saved)
      edit.startFromSaved(valuesOf(saved))
    },
    /** Something else was done with the record here: what is typed stays. */
    showChanged(now: Stored) {
      setBase(now)
      edit.rebase(valuesOf(now))
    },
    /** For ConflictDialog: both versions and what the choice does. */
    conflict: theirs && {
      theirs: valuesOf(theirs),
      mine: merged(valuesOf(theirs), edit.values, edit.changed),
      stored: theirs,
      dialog: {
        pending: edit.busy,
        onClose: () => setTheirs(undefined),
        onTakeTheirs: () => {
          startOver(theirs)
          setTheirs(undefined)
        },
        onKeepMine: () => edit.send({ over: theirs }),
      },
    },
  }
}
