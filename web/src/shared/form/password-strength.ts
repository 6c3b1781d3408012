const common = /^(.)\1*$|^(0?1?23456|qwert|asdf|passw|letmein|iloveyou|welcome)/i

type Strength = { level: 0 | 1 | 2 | 3; words: string }

/**
 * A hint, never a rule: length is what helps, variety helps a little. `least` is how many characters it must have. The
 * name of the shop is what others try first.
 */
export function passwordStrength(password: string, least: number, shop: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const guessable = new Set(password).size < 5 || common.test(password) || startsWithName(password, shop)
  const score = guessable ? 0 : password.length + kinds * 2
  if (password.length < least) return { level: 0, words: `At least ${least} characters` }
  if (score < 12) return { level: 0, words: 'Easy to guess' }
  if (score < 16) return { level: 1, words: 'Could be longer' }
  if (score < 21) return { level: 2, words: 'Good' }
  return { level: 3, words: 'Strong' }
}

/** Case and blanks aside. */
function startsWithName(password: string, name: string): boolean {
  const [typed, wanted] = [password, name].map((text) => text.toLowerCase().replace(/\s/g, ''))
  return wanted !== '' && typed?.startsWith(wanted ?? '') === true
}
