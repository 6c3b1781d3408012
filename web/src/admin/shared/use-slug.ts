import { useState } from 'react'
import { slugify } from '~/shared/lib/slug'

/** The slug in a form: a new record's follows its name until it is typed by hand, a stored one stays. */
export function useSlug(isNew: boolean, set: (key: 'name' | 'slug', value: string) => void) {
  const [isOwn, setIsOwn] = useState(false)
  return {
    rename(name: string) {
      set('name', name)
      if (isNew && !isOwn) set('slug', slugify(name))
    },
    setSlug(slug: string) {
      setIsOwn(slug !== '')
      set('slug', slug)
    },
    /** The form starts over: the slug follows the name again. */
    forget: () => setIsOwn(false),
  }
}
