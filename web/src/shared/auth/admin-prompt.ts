/** Whether the "go to the admin dashboard?" question was answered since the last sign-in, in any tab. */
const KEY = 'snackdrop.admin-prompt'

export function adminPromptAnswered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'answered'
  } catch {
    return false
  }
}

export function answerAdminPrompt() {
  try {
    localStorage.setItem(KEY, 'answered')
  } catch {
    // Storage is blocked: the question comes again on the next page.
  }
}

export function forgetAdminPrompt() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
