import { publicQuery } from '~/shared/api/public-query'
import { keys } from '~/shared/api/queries'

export const nextDropQuery = publicQuery([...keys.drops, 'next'], '/api/next-drop')
